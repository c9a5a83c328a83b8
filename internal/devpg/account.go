package devpg

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account is the user that Postgres runs as and that owns the cluster.
type account struct {
	name     string
	uid, gid int
	drop     bool // this process is root and runs commands as this user
}

// currentAccount returns the user of this process. For root it returns the account that owns the cluster instead:
// postgres if it exists, otherwise nobody.
func currentAccount() (account, error) {
	if os.Geteuid() != 0 {
		a := account{name: strconv.Itoa(os.Geteuid()), uid: os.Geteuid(), gid: os.Getegid()}
		if u, err := user.Current(); err == nil {
			a.name = u.Username
		}
		return a, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if a, err := lookupAccount(user.Lookup(name)); err == nil && a.uid != 0 {
			return a, nil
		}
	}
	return account{}, fmt.Errorf("%w: it refuses to run as root, and this machine has neither a user postgres nor a "+
		"user nobody to run it as: "+
		"create one (useradd --system postgres), start vitrine as an ordinary user, or set VITRINE_DATABASE_URL",
		ErrNoPostgres)
}

// ownerAccount returns the owner of an existing cluster, so that root can run a cluster that an ordinary user created.
func ownerAccount(info os.FileInfo) (account, error) {
	uid := int(info.Sys().(*syscall.Stat_t).Uid)
	a, err := lookupAccount(user.LookupId(strconv.Itoa(uid)))
	if err != nil { // an owner without a name, as in containers
		a = account{name: strconv.Itoa(uid), uid: uid, gid: int(info.Sys().(*syscall.Stat_t).Gid)}
	}
	a.drop = os.Geteuid() == 0 && uid != 0
	return a, nil
}

func lookupAccount(u *user.User, err error) (account, error) {
	if err != nil {
		return account{}, err
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return account{}, err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return account{}, err
	}
	return account{name: u.Username, uid: uid, gid: gid, drop: os.Geteuid() == 0}, nil
}

// command returns a command that runs as the account, in a folder that the account can enter. It has its own session,
// so that Ctrl-C at the terminal does not reach it. Its environment has no secrets of this process.
func (a account) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // found by findBinaries
	cmd.Dir = dir
	// The MALLOC settings keep a backend from returning memory after each statement. They save a tenth of an import.
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "HOME=" + dir, "MALLOC_TRIM_THRESHOLD_=67108864", "MALLOC_TOP_PAD_=4194304"}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if a.drop {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
	return cmd
}

// canEnter reports whether the account can work in dir. It tries to, because parent folders, ACLs and mount options
// matter besides the mode.
func (a account) canEnter(dir string) bool {
	if !a.drop {
		return true
	}
	return a.command(context.Background(), "/", "/bin/sh", "-c", `cd "$1"`, "sh", dir).Run() == nil
}

// own gives a file or folder to the account.
func (a account) own(path string) error {
	if !a.drop {
		return nil
	}
	return os.Lchown(path, a.uid, a.gid)
}

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
	drop     bool // we are root and become this user
}

// currentAccount is whoever runs this process; for root it is the account that root hands the cluster to: postgres
// where there is one, else nobody.
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
	return account{}, fmt.Errorf("%w: it refuses to run as root, and this machine has neither a user postgres nor a user nobody to run it as: "+
		"create one (useradd --system postgres), start vitrine as an ordinary user, or set VITRINE_DATABASE_URL", ErrNoPostgres)
}

// ownerAccount is the account of an existing cluster, so that root goes on with what an ordinary user began.
func ownerAccount(info os.FileInfo) (account, error) {
	uid := int(info.Sys().(*syscall.Stat_t).Uid)
	a, err := lookupAccount(user.LookupId(strconv.Itoa(uid)))
	if err != nil { // An owner without a name, as in containers.
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

// command is a command of the account's, in a session of its own (a Ctrl-C at the terminal is for us, not for it),
// in a folder that it can enter and with an environment that holds none of our secrets.
func (a account) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // the commands are ours, the binaries those that we found
	cmd.Dir = dir
	// The last: a backend that gives each statement's memory back to the system asks for it again at the next. A tenth of an import.
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

// canEnter reports whether the account can work in dir. It tries rather than reads modes: every parent folder, ACLs
// and mount options have a say.
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

package devpg

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// place is the folder of a cluster, locked by this process:
//
//	home/data          the cluster
//	home/password      the superuser's, mode 0600
//	home/postgres.log  what the server says
//	home/of            the data folder that the cluster belongs to
//	home/lock          held while a process serves it
type place struct {
	dir     string // the data folder, absolute
	home    string
	account account
	lock    *os.File
}

func (p *place) data() string     { return filepath.Join(p.home, "data") }
func (p *place) logFile() string  { return filepath.Join(p.home, "postgres.log") }
func (p *place) password() string { return filepath.Join(p.home, "password") }
func (p *place) pointer() string  { return pointer(p.dir) }

func pointer(dir string) string { return filepath.Join(dir, "postgres.at") }

// openPlace finds or creates the home of a data folder's cluster and locks it.
func openPlace(dir string) (*place, error) {
	if dir == "" {
		return nil, errors.New("no data folder given")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	p := &place{dir: dir}

	p.home, err = findHome(dir)
	switch {
	case err == nil:
		err = p.reuse()
	case errors.Is(err, ErrNotRunning):
		err = p.make()
	}
	if err != nil {
		return nil, err
	}
	if err := p.claim(); err != nil {
		return nil, err
	}
	if err := p.belongs(); err != nil {
		return nil, errors.Join(err, p.lock.Close())
	}
	return p, nil
}

// findHome returns the home of an existing cluster, or ErrNotRunning.
func findHome(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	home := filepath.Join(dir, "postgres")
	if at, err := os.ReadFile(pointer(dir)); err == nil {
		home = strings.TrimSpace(string(at))
	}
	if _, err := os.Lstat(home); errors.Is(err, fs.ErrNotExist) { //nolint:gosec // the operator chose it
		return "", fmt.Errorf("%s: %w", dir, ErrNotRunning)
	} else if err != nil {
		return "", err
	}
	return home, nil
}

// reuse takes the account from the owner of an existing home.
func (p *place) reuse() error {
	info, err := os.Lstat(p.home)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a folder: move it away", p.home)
	}
	p.account, err = ownerAccount(info)
	if err != nil {
		return err
	}
	if os.Geteuid() == 0 && p.account.uid == 0 {
		// Created by root and not handed over, by a run that was killed at its first step.
		return p.make()
	}
	if os.Geteuid() != 0 && p.account.uid != os.Geteuid() {
		return fmt.Errorf("the cluster in %s belongs to user %s: start vitrine as that user or as root, or set "+
			"VITRINE_DATA_DIR to another folder", p.home, p.account.name)
	}
	if !p.account.canEnter(p.home) {
		return fmt.Errorf("user %s, who owns the cluster in %s, can no longer enter that folder: give its parents the x "+
			"permission", p.account.name, p.home)
	}
	return nil
}

// make chooses the first folder in which the account can work: the data folder, the system's state folder or the
// temporary folder.
func (p *place) make() error {
	var err error
	if p.account, err = currentAccount(); err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(p.dir))
	name := hex.EncodeToString(sum[:8])
	homes := []string{filepath.Join(p.dir, "postgres")}
	if p.account.drop {
		homes = append(homes, filepath.Join("/var/lib/vitrine", name))
	} else if home, err := os.UserHomeDir(); err == nil {
		homes = append(homes, filepath.Join(home, ".local", "state", "vitrine", name))
	}
	homes = append(homes, filepath.Join(os.TempDir(), "vitrine-"+name))

	var tried []error
	for i, home := range homes {
		err := p.setAside(home)
		if err == nil {
			err = p.tryHome(home)
		}
		if errors.Is(err, errServed) {
			return err
		}
		if err != nil {
			tried = append(tried, err)
			continue
		}
		p.home = home
		if i == 0 {
			return nil
		}
		return os.WriteFile(p.pointer(), []byte(home+"\n"), 0o644)
	}
	return fmt.Errorf("no folder for the database that user %s can work in: %w", p.account.name, errors.Join(tried...))
}

// setAside renames the cluster of a deleted data folder, so that a new one can start empty. It is not removed, because
// the data folder may be on a disk that is not mounted.
func (p *place) setAside(home string) error {
	if _, err := os.Stat(filepath.Join(home, "data")); home == filepath.Join(p.dir, "postgres") ||
		errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	of, err := os.ReadFile(filepath.Join(home, "of"))
	if err != nil {
		return err
	}
	if other := strings.TrimSpace(string(of)); other != p.dir {
		return fmt.Errorf("%s is there already, for %s", home, other)
	}
	former := place{home: home, account: p.account}
	if err := former.claim(); err != nil {
		return err
	}
	defer func() { _ = former.lock.Close() }()
	return errors.Join(os.RemoveAll(home+".old"), os.Rename(home, home+".old"))
}

// tryHome creates one folder with mode 0700, owned by the account. Postgres requires this, and some file systems do not
// support it.
func (p *place) tryHome(home string) error {
	if err := os.MkdirAll(filepath.Dir(home), 0o755); err != nil {
		return err
	}
	err := os.Mkdir(home, 0o700)
	made := err == nil
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	undo := func(err error) error {
		if made {
			_ = os.Remove(home)
		}
		return err
	}
	info, err := os.Lstat(home)
	if err != nil {
		return err
	}
	// Any user can write to the temporary folder, so an existing folder must belong to this user.
	if st := info.Sys().(*syscall.Stat_t); !info.IsDir() || int(st.Uid) != os.Geteuid() && int(st.Uid) != p.account.uid {
		return fmt.Errorf("%s is there already and is another user's", home)
	}
	if err := errors.Join(os.Chmod(home, 0o700), p.account.own(home)); err != nil { //nolint:gosec // a folder
		return undo(err)
	}
	if info, err = os.Lstat(home); err != nil {
		return undo(err)
	}
	if st := info.Sys().(*syscall.Stat_t); info.Mode().Perm() != 0o700 || int(st.Uid) != p.account.uid {
		return undo(fmt.Errorf("the file system of %s does not keep owners and permissions", home))
	}
	if !p.account.canEnter(home) {
		return undo(fmt.Errorf("user %s cannot enter %s", p.account.name, home))
	}
	return nil
}

var errServed = errors.New("already served by process")

// claim takes the lock. The kernel releases it when this process ends in any way.
func (p *place) claim() error {
	f, err := os.OpenFile(filepath.Join(p.home, "lock"), os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder := make([]byte, 20)
		n, _ := f.Read(holder)
		_ = f.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return fmt.Errorf("lock the database: %w", err)
		}
		return fmt.Errorf("the database in %s is %w %s: stop that, or set VITRINE_DATA_DIR to another folder",
			p.home, errServed, strings.TrimSpace(string(holder[:n])))
	}
	p.lock = f
	if err := f.Truncate(0); err == nil {
		fmt.Fprintf(f, "%d\n", os.Getpid())
	}
	if err := p.account.own(f.Name()); err != nil {
		return errors.Join(err, f.Close())
	}
	return nil
}

// belongs checks that a home outside the data folder is not shared with a copy of that folder. A moved folder keeps its
// cluster.
func (p *place) belongs() error {
	file := filepath.Join(p.home, "of")
	of, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	other := strings.TrimSpace(string(of))
	if other == p.dir {
		return nil
	}
	if other != "" && p.home != filepath.Join(p.dir, "postgres") {
		here, _ := os.Stat(p.pointer())
		if there, err := os.Stat(pointer(other)); err == nil && !os.SameFile(here, there) {
			return fmt.Errorf("%s is a copy of %s: its database in %s belongs to the original. Remove %s to begin with an "+
				"empty one", p.dir, other, p.home, p.pointer())
		}
	}
	return p.write("of", p.dir+"\n")
}

// write replaces a file in the home, readable by the account only. It follows no symbolic link, because the account may
// have placed one and this process may be root.
func (p *place) write(name, content string) error {
	f, err := os.CreateTemp(p.home, name+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // no effect after the rename
	_, err = f.WriteString(content)
	if err = errors.Join(err, p.account.own(f.Name()), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(p.home, name))
}

// close releases the lock. With remove it deletes the cluster and the data folder first. It unlocks the file before it
// closes it: a process that is being started may hold a copy of the descriptor until its exec.
func (p *place) close(remove bool) error {
	var err error
	if remove {
		err = errors.Join(os.RemoveAll(p.home), os.RemoveAll(p.dir))
	}
	return errors.Join(err, syscall.Flock(int(p.lock.Fd()), syscall.LOCK_UN), p.lock.Close())
}

package devpg

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
)

// A guard stops the server when our process has died without doing so. It is a shell that waits at the end of a pipe:
// the kernel closes the pipe with us, whatever killed us, and on every Unix. (Linux's parent-death signal would need a
// thread that is never given back, and is cleared when root becomes another user.)
type guard struct {
	cmd  *exec.Cmd
	pipe io.WriteCloser
}

// In: $1 the server's process, $2 its data, $3 the signal, then the folders to remove once it has gone.
// A pid may have passed to another process: the server's own file must name it.
const guardScript = `
if read -r _; then exit 0; fi
read -r pid < "$2/postmaster.pid" && [ "$pid" = "$1" ] && kill -s "$3" "$1"
[ $# -gt 3 ] || exit 0
i=0
while kill -0 "$1" && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done
shift 3
rm -rf -- "$@"
`

func startGuard(pl *place, pid int, throwaway bool) (*guard, error) {
	args := []string{"-c", guardScript, "vitrine-guard", strconv.Itoa(pid), pl.data()}
	if throwaway {
		args = append(args, "QUIT", pl.home, pl.dir)
	} else {
		args = append(args, "INT")
	}
	// The guard is ours, not the account's: it may have to remove our folders.
	cmd := account{}.command(context.Background(), "/", "/bin/sh", args...)
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("guard postgres: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("guard postgres: %w", err)
	}
	return &guard{cmd: cmd, pipe: pipe}, nil
}

// dismiss sends the guard home: there is nothing left to stop.
func (g *guard) dismiss() {
	if g == nil {
		return
	}
	_, _ = io.WriteString(g.pipe, "\n") // Where it is gone already, so is its work.
	_ = g.pipe.Close()
	_ = g.cmd.Wait()
}

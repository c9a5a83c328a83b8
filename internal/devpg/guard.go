package devpg

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
)

// A guard stops the server if this process dies without doing so. It is a shell that waits at the end of a pipe, which
// the kernel closes when this process ends in any way, on every Unix. (Linux's parent-death signal would need a thread
// that never ends, and is cleared when root becomes another user.)
type guard struct {
	cmd  *exec.Cmd
	pipe io.WriteCloser
}

// guardScript takes the server's pid, its data folder, the signal, and the folders to remove afterwards. The pid may
// belong to another process by then, so the server's own file must name it.
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
	// The guard runs as the user of this process, because it may have to remove this user's folders.
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

// dismiss ends the guard, because the server has stopped.
func (g *guard) dismiss() {
	if g == nil {
		return
	}
	_, _ = io.WriteString(g.pipe, "\n") // an error means that the guard has ended
	_ = g.pipe.Close()
	_ = g.cmd.Wait()
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// list is the requested path. It contains the tenant, because caches do not key on headers.
const list = "/t/demo/v1/product?limit=10"

// A subject is one measured server.
type subject struct {
	name    string
	most    float64 // limit of Vitrine's processor time, as a multiple of this one's; 0: no bound
	url     string
	body    []byte // its answer
	missing string // the reason why it is not measured
	main    *exec.Cmd
	own     func(args string) bool // selects the processes that are counted; nil selects all
	log     string                 // the file of its output
	rounds  []measure
}

// look finds a program of a Debian package.
func look(program, pack string) (string, error) {
	for _, dir := range []string{"", "/usr/sbin/", "/usr/local/sbin/"} {
		if path, err := exec.LookPath(dir + program); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not installed: apt-get install %s", program, pack)
}

// gather starts Vitrine, then the others with Vitrine's answer. It returns the started ones even with an error.
func gather(ctx context.Context, o options, dir string, out io.Writer) ([]*subject, error) {
	fmt.Fprintln(out, "starting Vitrine with its demo tenants")
	vitrine, res, err := startVitrine(ctx, "Vitrine", o.vitrine, dir)
	all := []*subject{vitrine}
	if err != nil {
		return all, err
	}
	if o.other != "" {
		other, _, err := startVitrine(ctx, "Vitrine, the other binary", o.other, dir)
		all = append(all, other)
		if err != nil {
			return all, err
		}
	}
	others := peers
	if o.edge != "" {
		edge, plain, err := startVitrine(ctx, "Vitrine with a declared edge", o.vitrine, dir)
		all = append(all, edge)
		var head http.Header
		if err == nil {
			head, err = edge.declare(ctx, o, dir, len(plain.Header), out)
		}
		if err != nil {
			return all, err
		}
		others = append([]peer{{"bare event loop, with the edge's head", loopWord, "", 0, false, bare(loopWord, head)}},
			peers...)
	}
	origin, err := newOrigin(res, vitrine.body)
	if err != nil {
		return all, err
	}
	for i, p := range others {
		s := &subject{name: p.name, most: p.most}
		all = append(all, s)
		addr, err := freeAddr()
		if err != nil {
			return all, err
		}
		s.url = "http://" + addr + list
		args, err := p.prepare(filepath.Join(dir, strconv.Itoa(i), p.program), addr, origin)
		if err != nil {
			return all, err
		}
		path, err := look(p.program, p.pack)
		if p.pack == "" { // this program
			path, err = os.Executable()
		}
		if err != nil {
			s.missing = err.Error()
			continue
		}
		if err := s.start(ctx, dir, nil, path, args...); err != nil {
			return all, err
		}
		if _, err := s.await(ctx, 30*time.Second); err != nil {
			return all, err
		}
		if !bytes.Equal(s.body, vitrine.body) {
			return all, fmt.Errorf("the answer of %s differs from Vitrine's", s.name)
		}
		if n := origin.asked.Load(); p.caches && n > 0 {
			if _, err := s.ask(ctx); err != nil {
				return all, err
			}
			if origin.asked.Load() != n {
				return all, fmt.Errorf("%s does not cache: it requests every answer from the origin", s.name)
			}
		}
	}
	return all, nil
}

// startVitrine starts `vitrine serve` with a data folder of its own, and reads one answer. It returns the subject even
// with an error.
func startVitrine(ctx context.Context, name, binary, dir string) (*subject, *http.Response, error) {
	s := &subject{name: name, own: func(args string) bool { return !strings.Contains(args, "postgres") }}
	addr, err := freeAddr()
	if err != nil {
		return s, nil, err
	}
	if binary, err = filepath.Abs(binary); err != nil {
		return s, nil, err
	}
	s.url = "http://" + addr + list
	settings := []string{"VITRINE_ADDR=" + addr, "VITRINE_DATA_DIR=" + filepath.Join(dir, name)}
	if err := s.start(ctx, dir, settings, binary, "serve"); err != nil {
		return s, nil, err
	}
	res, err := s.await(ctx, 5*time.Minute)
	return s, res, err
}

// declare declares the edge, and waits until answers have more than the header fields of plain ones. It prints the size
// of their headers, and returns them.
func (s *subject) declare(ctx context.Context, o options, dir string, plain int, out io.Writer) (http.Header, error) {
	args := append([]string{"edge", "add", "demo", "bench"}, strings.Fields(o.edge)...)
	add := exec.CommandContext(ctx, o.vitrine, args...) //nolint:gosec // the binary that is measured
	add.Env = append(os.Environ(), "VITRINE_DATA_DIR="+filepath.Join(dir, s.name))
	if output, err := add.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("declare an edge: %w\n%s", err, output)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		res, err := s.await(ctx, time.Minute)
		if err != nil {
			return nil, err
		}
		if len(res.Header) > plain {
			var size bytes.Buffer
			_ = res.Header.Write(&size) // a buffer takes everything
			fmt.Fprintf(out, "with the edge, answers have %d bytes of headers\n", size.Len())
			return res.Header, nil
		}
		if time.Now().After(end) {
			return nil, errors.New("answers have no headers for the declared edge")
		}
	}
}

// start starts the subject's process. Its output goes to a file.
func (s *subject) start(ctx context.Context, dir string, env []string, path string, args ...string) error {
	log, err := os.Create(filepath.Join(dir, s.name+".log"))
	if err != nil {
		return err
	}
	defer log.Close()
	s.log = log.Name()
	s.main = exec.CommandContext(ctx, path, args...) //nolint:gosec // a program that look found
	s.main.Env = append(os.Environ(), env...)
	s.main.Stdout, s.main.Stderr = log, log
	s.main.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	s.main.Cancel = func() error { return s.main.Process.Signal(syscall.SIGTERM) }
	if err := s.main.Start(); err != nil {
		return fmt.Errorf("start %s: %w", s.name, err)
	}
	return nil
}

// stop stops the process and waits for it.
func (s *subject) stop() {
	if s.main == nil || s.main.Process == nil {
		return
	}
	_ = s.main.Process.Signal(syscall.SIGTERM)
	done := make(chan struct{})
	go func() { _ = s.main.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		_ = s.main.Process.Kill()
		<-done
	}
}

// await polls until there is an answer, and then requests it again, so that it comes from the cache.
func (s *subject) await(ctx context.Context, limit time.Duration) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		res, err := s.ask(ctx)
		if err == nil {
			if res, err = s.ask(ctx); err == nil {
				return res, nil
			}
		}
		select {
		case <-ctx.Done():
			output, _ := os.ReadFile(s.log)
			return nil, fmt.Errorf("%s does not answer: %w\n%s", s.name, err, output)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (s *subject) ask(ctx context.Context) (*http.Response, error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	rq.Header.Set("Accept-Encoding", "identity")
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if s.body, err = io.ReadAll(io.LimitReader(res.Body, 1<<20)); err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		return nil, errors.New(res.Status)
	}
	return res, nil
}

// freeAddr returns a free address on loopback. Another process may take it before it is used.
func freeAddr() (string, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer ln.Close()
	return ln.Addr().String(), nil
}

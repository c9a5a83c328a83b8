package edge

import (
	"bytes"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/testkit"
)

// config reads a configuration of deploy/edge, with some texts replaced. Each must be there.
func config(t *testing.T, name string, changes ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "deploy", "edge", name))
	if err != nil {
		t.Fatal(err)
	}
	return replaced(t, string(text), changes...)
}

// replaced is a text in which each text of a pair is replaced by the other. Each must be there.
func replaced(t *testing.T, text string, changes ...string) string {
	t.Helper()
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(text, changes[i]) {
			t.Fatalf("the configuration does not contain %q", changes[i])
		}
		text = strings.ReplaceAll(text, changes[i], changes[i+1])
	}
	return text
}

// forHere are the changes of a configuration of nginx that let it listen at an address in front of a gateway.
func forHere(gateway, addr string) []string {
	return []string{"server 127.0.0.1:8080", "server " + gateway, "listen 443 ssl", "listen " + addr,
		"  ssl_certificate     /etc/ssl/api.example.com.pem;\n", "",
		"  ssl_certificate_key /etc/ssl/api.example.com.key;\n", "", "server_name api.example.com", "server_name _"}
}

// program finds a program of a Debian package.
func program(t *testing.T, name, pkg string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("SKIPPED for want of %s: apt install %s", name, pkg)
	}
	return path
}

// start runs a program until the end of the test, and waits until it listens at addr.
func start(t *testing.T, addr string, cmd *exec.Cmd) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = cmd.Wait() // it is stopped
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		<-done
	})
	testkit.Until(t, cmd.Path+" listens", func() bool {
		select {
		case <-done:
			t.Fatalf("%s ended:\n%s", cmd.Path, out.String())
		default:
		}
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
}

// varnish starts Varnish in front of a gateway, and returns its address.
func varnish(t *testing.T, gateway string) string {
	t.Helper()
	return varnishWith(t, gateway)
}

// varnishWith starts it with some texts of the configuration replaced.
func varnishWith(t *testing.T, gateway string, changes ...string) string {
	t.Helper()
	path := program(t, "varnishd", "varnish varnish-modules")
	host, port, _ := net.SplitHostPort(gateway)
	vcl := config(t, "varnish/vitrine.vcl", append(changes, `.host = "127.0.0.1"`, `.host = "`+host+`"`,
		`.port = "8080"`, `.port = "`+port+`"`)...)
	dir, addr := t.TempDir(), testkit.FreeAddr(t)
	file := filepath.Join(dir, "vitrine.vcl")
	if err := os.WriteFile(file, []byte(vcl), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, addr, exec.Command(path, "-F", "-j", "none", "-n", filepath.Join(dir, "work"), "-a", addr, "-f", file,
		"-s", "malloc,64m")) //nolint:gosec // Varnish
	return addr
}

// nginx starts nginx in front of a gateway, and returns its address.
func nginx(t *testing.T, gateway string) string {
	t.Helper()
	return startNginx(t, gateway, "nginx/vitrine.conf", "")
}

// startNginx starts nginx with a configuration of deploy/edge. first goes before everything else; then some texts and
// what replaces them.
func startNginx(t *testing.T, gateway, name, first string, changes ...string) string {
	t.Helper()
	dir, addr := t.TempDir(), testkit.FreeAddr(t)
	changes = append(changes, "/var/cache/nginx/vitrine", filepath.Join(dir, "cache"))
	conf := config(t, name, append(changes, forHere(gateway, addr)...)...)
	runNginx(t, dir, addr, first, conf)
	return addr
}

// runNginx starts nginx in a folder, with the lines of its http block and those that come before all others.
func runNginx(t *testing.T, dir, addr, first, http string) {
	t.Helper()
	path := program(t, "nginx", "nginx-light")
	text := first + "daemon off;\npid " + dir + "/pid;\nerror_log " + dir + "/error.log;\nevents {}\n" +
		"http {\naccess_log off;\n"
	for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		text += name + "_temp_path " + dir + ";\n"
	}
	text += http + "}\n"
	if os.Geteuid() == 0 {
		text = "user root;\n" + text // its workers must reach the folder of the test
	}
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "error.log")
	t.Cleanup(func() {
		if text, err := os.ReadFile(log); err == nil && t.Failed() {
			t.Logf("nginx says:\n%.3000s", text)
		}
	})
	start(t, addr, exec.Command(path, "-p", dir, "-c", file, "-e", log)) //nolint:gosec // nginx
}

// checkForms reads about a record that does not exist, in both forms of errors. Each client gets the form that it asks
// for, though the edge keeps the answer.
func (s *shop) checkForms() {
	s.Helper()
	const plain, problem = "application/json", "application/problem+json"
	for _, accept := range []string{"*/*", problem, "*/*", plain + ", " + problem + ";q=0",
		"text/html, " + problem + ";q=0.5"} {
		want := plain
		if accept == problem || strings.HasSuffix(accept, "q=0.5") {
			want = problem
		}
		read := func() bool {
			r := s.viaEdge("/t/demo/v1/product/no-such-form", "Accept", accept)
			if got, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); r.Status != http.StatusNotFound || got != want {
				s.Fatalf("a 404 for Accept: %s has the status %d and the form %s", accept, r.Status, got)
			}
			return r.Header.Get("X-Cache-Status") == "HIT" || strings.Contains(r.Header.Get("X-Varnish"), " ")
		}
		for range 4 { // nginx with cells keeps an answer at the second read
			read()
		}
		if !strings.Contains(accept, ";") {
			testkit.Until(s.T, "the edge keeps a 404 for Accept: "+accept, read)
		}
	}
}

package boot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	natsStore   = 512 << 20 // bytes on disk; the stream of changes may use half
	natsMemory  = 64 << 20  // bytes of streams in memory; Vitrine has none
	natsPatient = 20 * time.Second
	natsUser    = "vitrine"
)

// openNATS connects to the configured bus, or starts a server in this process.
func (a *App) openNATS(ctx context.Context) error {
	if a.cfg.NATSURL != "" {
		a.cfg.Step("nats: using VITRINE_NATS_URL")
		nc, err := dialNATS(a.cfg.NATSURL, a.cfg.Log.With("part", "nats"))
		if err != nil {
			return fmt.Errorf("reach NATS: %w", err)
		}
		a.NATS = nc
		a.onStop(nc.Close)
		return nil
	}
	a.cfg.Step("nats: starting a server in this process")
	b, err := startNATS(ctx, a.cfg.DataDir, a.cfg.Log.With("part", "nats"))
	if err != nil {
		return fmt.Errorf("start NATS: %w", err)
	}
	a.NATS = b.Conn
	a.onStop(b.stop)
	return nil
}

// natsServer is a NATS server with JetStream in this process. It carries changes, and Postgres records them. Messages
// that its store lost are published again or read from Postgres, and an unreadable store is deleted.
type natsServer struct {
	Conn *nats.Conn // in-process, without the network
	URL  string     // for other processes of this machine; it contains the password

	srv  *server.Server
	lock *os.File
	once sync.Once
}

// startNATS runs the server with its store in dir/nats. It listens on a loopback port with a password, if possible on
// the port of the last run. Port and password are in dir/nats/url, readable by the owner only (see NATSURL).
func startNATS(ctx context.Context, dir string, log *slog.Logger) (_ *natsServer, err error) {
	home := filepath.Join(dir, "nats")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, err
	}
	b := &natsServer{}
	if b.lock, err = lockNATS(filepath.Join(home, "lock")); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = b.lock.Close()
		}
	}()

	store := filepath.Join(home, "store")
	port, password := lastNATS(dir)
	for try := range 3 {
		err = b.run(ctx, store, port, password, log)
		switch {
		case err == nil:
			if err = writeSecret(filepath.Join(home, "url"), b.URL+"\n"); err != nil {
				b.end()
				return nil, err
			}
			return b, nil
		case ctx.Err() != nil || try == 2:
			return nil, err
		case errors.Is(err, errPortTaken):
			port = server.RANDOM_PORT
		default:
			log.Warn("deleting an unreadable NATS store; gateways read missed changes from Postgres",
				"store", store, "err", err)
			if err := os.RemoveAll(store); err != nil {
				return nil, err
			}
		}
	}
	return nil, err
}

// NATSURL returns the URL of the server of a data folder, for other processes of the same owner. The server may have
// stopped since; a failed connection shows it.
func NATSURL(dir string) (string, error) {
	b, err := os.ReadFile(filepath.Join(dir, "nats", "url"))
	return strings.TrimSpace(string(b)), err
}

var errPortTaken = errors.New("the port is taken")

// run starts the server once and checks that it serves the streams in its store.
func (b *natsServer) run(ctx context.Context, store string, port int, password string, log *slog.Logger) error {
	// Before the server reads them, and drops unreadable ones.
	streams, err := filepath.Glob(filepath.Join(store, "jetstream", "*", "streams", "*"))
	if err != nil {
		return err
	}

	notes := &natsLog{log: log}
	b.srv, err = server.NewServer(&server.Options{
		ServerName:            "vitrine",
		Host:                  "127.0.0.1",
		Port:                  port,
		Username:              natsUser,
		Password:              password,
		JetStream:             true,
		StoreDir:              store,
		JetStreamMaxStore:     natsStore,
		JetStreamMaxMemory:    natsMemory,
		SyncInterval:          10 * time.Second, // A power cut may lose that much. Postgres has it.
		NoSigs:                true,             // This process handles signals.
		DisableShortFirstPing: true,
	})
	if err != nil {
		return err
	}
	b.srv.SetLoggerV2(notes, false, false, false)
	b.srv.Start()
	err = b.await(ctx, notes)
	if err == nil {
		b.URL = (&url.URL{Scheme: "nats", User: url.UserPassword(natsUser, password), Host: b.srv.Addr().String()}).String()
		b.Conn, err = dialNATS(b.URL, log, nats.InProcessServer(b.srv))
	}
	if err == nil {
		err = checkStreams(ctx, b.Conn, len(streams))
	}
	if err != nil {
		b.end()
	}
	return err
}

// await waits until the server accepts connections, or returns its error.
func (b *natsServer) await(ctx context.Context, notes *natsLog) error {
	for deadline := time.Now().Add(natsPatient); ; {
		if err := notes.fatal(); err != nil {
			return err
		}
		if b.srv.ReadyForConnections(50 * time.Millisecond) {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the server is not ready after %s", natsPatient)
		}
	}
}

// checkStreams checks that every stream of the store was recovered and returns its last message. The server itself
// starts without an unreadable stream, and then refuses to create another of that name.
func checkStreams(ctx context.Context, nc *nats.Conn, want int) error {
	ctx, cancel := context.WithTimeout(ctx, natsPatient)
	defer cancel()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	got := 0
	list := js.ListStreams(ctx)
	for info := range list.Info() {
		got++
		if info.State.Msgs == 0 {
			continue
		}
		stream, err := js.Stream(ctx, info.Config.Name)
		if err != nil {
			return fmt.Errorf("open stream %s: %w", info.Config.Name, err)
		}
		if _, err := stream.GetMsg(ctx, info.State.LastSeq); err != nil {
			return fmt.Errorf("read stream %s: %w", info.Config.Name, err)
		}
	}
	if err := list.Err(); err != nil {
		return fmt.Errorf("list the streams: %w", err)
	}
	if got != want {
		return fmt.Errorf("%d of %d streams were recovered", got, want)
	}
	return nil
}

// stop flushes pending messages, ends the server and waits for it. It may be called twice.
func (b *natsServer) stop() {
	b.once.Do(func() {
		b.end()
		_ = b.lock.Close()
	})
}

func (b *natsServer) end() {
	if b.Conn != nil {
		_ = b.Conn.FlushTimeout(time.Second) // Unsent messages are read from Postgres.
		b.Conn.Close()
	}
	b.srv.Shutdown()
	b.srv.WaitForShutdown()
}

// dialNATS connects and stays connected: it retries without limit, at least four times a second.
func dialNATS(url string, log *slog.Logger, more ...nats.Option) (*nats.Conn, error) {
	return nats.Connect(url, append([]nats.Option{
		nats.Name("vitrine"),
		nats.Timeout(5 * time.Second),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.PingInterval(5 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the connection to NATS is lost", "err", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) { log.Info("connected to NATS again", "url", nc.ConnectedUrlRedacted()) }),
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			subject := ""
			if sub != nil {
				subject = sub.Subject
			}
			log.Warn("NATS", "subject", subject, "err", err)
		}),
	}, more...)...)
}

// lockNATS keeps a second process out of the store. The kernel releases the lock when this process ends.
func lockNATS(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = fmt.Errorf("another process runs the NATS server of %s: stop that, or set VITRINE_NATS_URL to share it",
			filepath.Dir(name))
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// writeSecret replaces a file atomically. Only the owner can read it.
func writeSecret(name, content string) error {
	if err := os.WriteFile(name+".new", []byte(content), 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// lastNATS returns the port and the password of the last run, so that connected processes find the server again. If
// there was no run or its file is unreadable, it makes new ones.
func lastNATS(dir string) (port int, password string) {
	if last, err := NATSURL(dir); err == nil {
		if u, err := url.Parse(last); err == nil && u.User != nil {
			port, _ = strconv.Atoi(u.Port())
			password, _ = u.User.Password()
		}
	}
	if port <= 0 || password == "" {
		return server.RANDOM_PORT, rand.Text()
	}
	return port, password
}

// natsLog forwards the server's log records, and keeps its fatal error.
type natsLog struct {
	log *slog.Logger
	mu  sync.Mutex
	err error
}

func (l *natsLog) fatal() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Fatalf keeps the error. The server's own logger would end the process.
func (l *natsLog) Fatalf(format string, v ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = fmt.Errorf(format, v...)
	if strings.HasPrefix(format, "Error listening on port") {
		l.err = fmt.Errorf("%w: %w", errPortTaken, l.err)
	}
}

func (l *natsLog) Errorf(format string, v ...any)  { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l *natsLog) Warnf(format string, v ...any)   { l.log.Info(fmt.Sprintf(format, v...)) }
func (l *natsLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l *natsLog) Debugf(string, ...any)           {}
func (l *natsLog) Tracef(string, ...any)           {}

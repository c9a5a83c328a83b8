package freshness

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// smallDisk mounts a disk of so many megabytes, until the end of the test.
func smallDisk(t *testing.T, megabytes int) string {
	t.Helper()
	dir := kit.TempDir(t)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0755", megabytes)); err != nil {
		t.Skipf("SKIPPED without the right to mount a disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fillUp writes a file until the disk is full, but for so many bytes.
func fillUp(t *testing.T, path string, left int64) {
	t.Helper()
	f, err := os.Create(path) //nolint:gosec // on the test's own disk
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it is only there to take room
	for _, size := range []int{1 << 20, 4096, 1} {
		var err error
		for piece := make([]byte, size); err == nil; {
			_, err = f.Write(piece)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		err = f.Truncate(size - left)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The disk of Postgres is full: edits fail, and Postgres may end. What is cached is served all the time, marked once it
// cannot be verified. After room was made, all acknowledged edits are there and new ones are visible.
func TestProveNothingIsLostWhenTheDiskOfPostgresIsFull(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED without VITRINE_PROVE: it mounts a disk; make prove runs it")
	}
	disk := smallDisk(t, 400)
	db := newOwnPostgresIn(t, disk, map[string]string{"max_wal_size": "64MB", "min_wal_size": "32MB", "fsync": "off",
		"shared_buffers": "64MB"})
	if !strings.HasPrefix(db.srv.Home(), disk) {
		t.Fatalf("Postgres has its data in %s", db.srv.Home())
	}
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) { c.DatabaseURL = db.srv.URL() })
	e := h.NewEditor(t)
	stock := func() int {
		n, err := strconv.Atoi(e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := stock()
	testkit.Until(t, "the page is a hit", func() bool { return h.Get(t, "demo", shirtPage).CacheStatus() == "hit" })

	filler := filepath.Join(disk, "filler")
	fillUp(t, filler, 8<<20)
	acknowledged, refused, marked := 0, 0, 0
	for began := time.Now(); refused < 20 && time.Since(began) < 2*time.Minute; {
		// A new text that cannot be compressed needs room.
		err := e.TryExec(fmt.Sprintf(`UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '%s';
			INSERT INTO dictionary_term (tenant_id, slug, term, definition) VALUES ('demo', 'full-%d-%d', 'Full',
			(SELECT string_agg(md5(random()::text || i), '') FROM generate_series(1, 6000) i))`, shirt, acknowledged, refused))
		said := new(pgconn.PgError)
		switch {
		case err == nil:
			acknowledged++
		case errors.As(err, &said) && said.Code != "53100" && said.Code[:2] != "57": // disk_full, and what follows a crash
			t.Fatal(err)
		default:
			refused++
			time.Sleep(200 * time.Millisecond)
		}
		r := h.Get(t, "demo", shirtPage)
		if r.Status != http.StatusOK {
			t.Fatalf("after %d edits, %d refused: %d %s", acknowledged, refused, r.Status, kit.Excerpt(r.Body))
		}
		if !r.Proper() {
			marked++
		}
	}
	ended := false
	select {
	case <-db.srv.Done():
		ended = true
	default:
	}
	t.Logf("%d edits were acknowledged and %d refused; %d reads were marked; Postgres ended: %t", acknowledged, refused,
		marked, ended)
	if refused < 20 || acknowledged == 0 {
		t.Fatal("the disk did not become full: this proves nothing")
	}

	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if ended {
		_ = db.srv.Stop() // it has ended
		db.start()
	}
	began := time.Now()
	awaitPostgres(t, h.DatabaseURL)
	e = h.NewEditor(t)
	// The answer to a commit may have been lost with Postgres.
	if now := stock(); now < before+acknowledged || now > before+acknowledged+refused {
		t.Errorf("%d edits of %d acknowledged ones are there", now-before, acknowledged)
	}
	soon(t, h, e, "with room again")
	testkit.Until(t, "the gateway is connected", func() bool { return !h.Gateway.Replica().Disconnected() })
	t.Logf("edits were visible and the gateway connected %s after there was room",
		time.Since(began).Round(time.Millisecond))
	h.WaitApplied(t, e, boot.DemoTenants...)
	agreed(t, h, e, "with room again")
}

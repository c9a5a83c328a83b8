/*
 * Checks answers against the file of vitrine edge follow. docs/edge/cells.md describes the words of the file.
 * internal/cells/reader.go is the model of this reader, and its tests say why the order of the loads matters.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cache/cache.h"
#include "vcc_vitrine_if.h"

#define MAGIC UINT64_C(0x31534c4c45434956) /* "VICELLS1" */
#define MAX_LEASE INT64_C(10000000000)     /* no lease is that long, in nanoseconds */
#define LOOK_AGAIN INT64_C(100000000)      /* pause between looks for another file */
#define OLD_MAPS INT64_C(60000000000)      /* a check ends long before */

enum head { HEAD_MAGIC, HEAD_BOOT, HEAD_TENANTS, HEAD_CELLS, HEAD_SIZE, HEAD_WORDS = 8 };
enum tenant { STATE = 8, LEASE = 9, FLOOR = 10, APPLIED = 11, TENANT_WORDS = 16 };
enum { WORD = 8, PAGE_WORDS = 512, MAX_ID = 64, EPOCH_LEN = 8, TAG_LEN = 12 };

typedef _Atomic uint64_t word;

/* A map is the file in memory. It is never changed, and unmapped long after another one took its place. */
struct map {
	const word *words;
	size_t size;
	dev_t dev;
	ino_t ino;
	int64_t left; /* when another one took its place */
	struct map *next;
};

struct vmod_vitrine_cells {
	unsigned magic;
#define VMOD_VITRINE_CELLS_MAGIC 0x7c3e11a5
	char *path;
	_Atomic(struct map *) map; /* NULL: there is no valid file */
	_Atomic int64_t looked;
	pthread_mutex_t mtx; /* of changes of the map */
	struct map *old;
};

/* A stamp names a change. */
struct stamp {
	const char *id;
	size_t id_len;
	uint64_t seq;
	uint32_t epoch;
};

static int64_t
now_ns(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_BOOTTIME, &t) != 0)
		return (INT64_MAX); /* without a clock no lease holds */
	return ((int64_t)t.tv_sec * 1000000000 + t.tv_nsec);
}

static uint64_t
load(const word *w)
{
	return (atomic_load_explicit(w, memory_order_acquire));
}

/* boot_id identifies the start of the machine. 0: it is unknown. */
static uint64_t
boot_id(void)
{
	char text[64];
	uint64_t n = 0;
	int digits = 0;
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");

	if (f == NULL)
		return (0);
	if (fgets(text, sizeof text, f) == NULL)
		text[0] = '\0';
	(void)fclose(f);
	for (const char *p = text; *p != '\0' && digits < 16; p++) {
		if (*p >= '0' && *p <= '9')
			n = n << 4 | (uint64_t)(*p - '0');
		else if (*p >= 'a' && *p <= 'f')
			n = n << 4 | (uint64_t)(*p - 'a' + 10);
		else
			continue;
		digits++;
	}
	return (digits == 16 ? n : 0);
}

static size_t
cells_at(uint64_t tenants)
{
	return ((HEAD_WORDS + tenants * TENANT_WORDS + PAGE_WORDS - 1) / PAGE_WORDS * PAGE_WORDS);
}

/* valid reports whether a mapped file is one of cells, written since the machine was started. */
static int
valid(const word *w, size_t size)
{
	uint64_t tenants, cells;

	if (load(&w[HEAD_MAGIC]) != MAGIC || load(&w[HEAD_BOOT]) != boot_id() || load(&w[HEAD_SIZE]) != size)
		return (0);
	tenants = load(&w[HEAD_TENANTS]);
	cells = load(&w[HEAD_CELLS]);
	return (tenants >= 1 && tenants <= 256 && cells >= 16 && cells <= (1 << 24) && (cells & (cells - 1)) == 0 &&
	    size == (cells_at(tenants) + tenants * cells) * WORD);
}

/* map_file maps the file, unless it is the one that is mapped already. */
static struct map *
map_file(const char *path, const struct map *current)
{
	struct map *m = NULL;
	struct stat st;
	void *p;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return (NULL);
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size >= HEAD_WORDS * WORD &&
	    (current == NULL || current->dev != st.st_dev || current->ino != st.st_ino)) {
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
		if (p != MAP_FAILED && (!valid(p, (size_t)st.st_size) || (m = calloc(1, sizeof *m)) == NULL))
			(void)munmap(p, (size_t)st.st_size);
		if (m != NULL) {
			m->words = p;
			m->size = (size_t)st.st_size;
			m->dev = st.st_dev;
			m->ino = st.st_ino;
		}
	}
	(void)close(fd);
	return (m);
}

static void
free_map(struct map *m)
{
	(void)munmap((void *)(uintptr_t)m->words, m->size);
	free(m);
}

/* look looks for another file, now and then. */
static void
look(struct vmod_vitrine_cells *c, int64_t now)
{
	struct map *m, *was, **p;

	if (now - atomic_load(&c->looked) < LOOK_AGAIN)
		return;
	AZ(pthread_mutex_lock(&c->mtx));
	if (now - atomic_load(&c->looked) >= LOOK_AGAIN) {
		atomic_store(&c->looked, now);
		was = atomic_load(&c->map);
		m = map_file(c->path, was);
		if (m != NULL) {
			atomic_store(&c->map, m);
			if (was != NULL) {
				was->left = now;
				was->next = c->old;
				c->old = was;
			}
		}
		for (p = &c->old; *p != NULL;) {
			m = *p;
			if (now - m->left < OLD_MAPS) {
				p = &m->next;
				continue;
			}
			*p = m->next;
			free_map(m);
		}
	}
	AZ(pthread_mutex_unlock(&c->mtx));
}

/* parse reads a stamp such as demo:42:0a1b2c3d. */
static int
parse(const char *text, struct stamp *s)
{
	const char *p, *colon;

	if (text == NULL || (colon = strchr(text, ':')) == NULL)
		return (0);
	s->id = text;
	s->id_len = (size_t)(colon - text);
	if (s->id_len < 1 || s->id_len > MAX_ID)
		return (0);
	s->seq = 0;
	p = colon + 1;
	if (*p == '0' && p[1] != ':')
		return (0);
	for (colon = p; *p >= '0' && *p <= '9'; p++) {
		if (p - colon >= 18)
			return (0);
		s->seq = s->seq * 10 + (uint64_t)(*p - '0');
	}
	if (p == colon || *p != ':')
		return (0);
	s->epoch = 0;
	for (colon = ++p; *p != '\0'; p++) {
		if (p - colon >= EPOCH_LEN)
			return (0);
		if (*p >= '0' && *p <= '9')
			s->epoch = s->epoch << 4 | (uint32_t)(*p - '0');
		else if (*p >= 'a' && *p <= 'f')
			s->epoch = s->epoch << 4 | (uint32_t)(*p - 'a' + 10);
		else
			return (0);
	}
	return (p - colon == EPOCH_LEN);
}

/* find finds the words of a tenant, and its cells. */
static const word *
find(const struct map *m, const struct stamp *s, const word **cells)
{
	uint64_t n = load(&m->words[HEAD_TENANTS]);
	const word *t;
	char id[MAX_ID];
	uint64_t w;

	for (uint64_t i = 0; i < n; i++) {
		t = &m->words[HEAD_WORDS + i * TENANT_WORDS];
		for (int j = 0; j < MAX_ID / WORD; j++) {
			w = load(&t[j]);
			memcpy(id + j * WORD, &w, WORD);
		}
		if (memcmp(id, s->id, s->id_len) == 0 && (s->id_len == MAX_ID || id[s->id_len] == '\0')) {
			*cells = &m->words[cells_at(n) + i * load(&m->words[HEAD_CELLS])];
			return (t);
		}
	}
	return (NULL);
}

/* leased reports whether a lease holds. The clock is read after the lease. */
static int
leased(const word *t)
{
	int64_t until = (int64_t)load(&t[LEASE]), now = now_ns();

	return (now < until && until - now <= MAX_LEASE);
}

/* of_epoch reports whether a state is that of the stamp's epoch, and not about to change. */
static int
of_epoch(uint64_t state, const struct stamp *s)
{
	uint32_t count = (uint32_t)(state >> 32);

	return (count != 0 && count % 2 == 0 && (uint32_t)state == s->epoch);
}

/* newest finds the newest change of some tags. It returns UINT64_MAX if a tag has another form, or if there is none. */
static uint64_t
newest(const word *cells, uint64_t mask, const char *tags)
{
	uint64_t seq = 0, at, w;
	int n, any = 0;

	for (const char *p = tags; *p != '\0';) {
		if (*p == ' ') {
			p++;
			continue;
		}
		at = 0;
		for (n = 0; *p != '\0' && *p != ' '; p++, n++) {
			if (*p >= 'a' && *p <= 'z')
				at = at << 5 | (uint64_t)(*p - 'a');
			else if (*p >= '2' && *p <= '7')
				at = at << 5 | (uint64_t)(*p - '2' + 26);
			else
				return (UINT64_MAX);
		}
		if (n != TAG_LEN)
			return (UINT64_MAX);
		w = load(&cells[at & mask]);
		if (w > seq)
			seq = w;
		any = 1;
	}
	return (any ? seq : UINT64_MAX);
}

/* tenant_of finds the tenant of a stamp. It looks for another file if there is none, or no lease. */
static const word *
tenant_of(struct vmod_vitrine_cells *c, const char *text, struct stamp *s, const word **cells, uint64_t *mask)
{
	const struct map *m;
	const word *t = NULL;

	CHECK_OBJ_NOTNULL(c, VMOD_VITRINE_CELLS_MAGIC);
	if (!parse(text, s))
		return (NULL);
	m = atomic_load(&c->map);
	if (m != NULL)
		t = find(m, s, cells);
	if (t == NULL || !leased(t)) {
		look(c, now_ns());
		m = atomic_load(&c->map);
		t = m == NULL ? NULL : find(m, s, cells);
	}
	if (t != NULL)
		*mask = load(&m->words[HEAD_CELLS]) - 1;
	return (t);
}

VCL_VOID
vmod_cells__init(VRT_CTX, struct vmod_vitrine_cells **cp, const char *name, VCL_STRING path)
{
	struct vmod_vitrine_cells *c;

	(void)ctx;
	(void)name;
	ALLOC_OBJ(c, VMOD_VITRINE_CELLS_MAGIC);
	AN(c);
	c->path = strdup(path == NULL ? "" : path);
	AN(c->path);
	AZ(pthread_mutex_init(&c->mtx, NULL));
	*cp = c;
}

VCL_VOID
vmod_cells__fini(struct vmod_vitrine_cells **cp)
{
	struct vmod_vitrine_cells *c = *cp;
	struct map *m;

	*cp = NULL;
	CHECK_OBJ_NOTNULL(c, VMOD_VITRINE_CELLS_MAGIC);
	m = atomic_load(&c->map);
	if (m != NULL)
		free_map(m);
	while ((m = c->old) != NULL) {
		c->old = m->next;
		free_map(m);
	}
	AZ(pthread_mutex_destroy(&c->mtx));
	free(c->path);
	FREE_OBJ(c);
}

VCL_BOOL
vmod_cells_leased(VRT_CTX, struct vmod_vitrine_cells *c, VCL_STRING stamp)
{
	const word *t, *cells = NULL;
	struct stamp s;
	uint64_t mask;

	(void)ctx;
	t = tenant_of(c, stamp, &s, &cells, &mask);
	return (t != NULL && leased(t));
}

VCL_BOOL
vmod_cells_fresh(VRT_CTX, struct vmod_vitrine_cells *c, VCL_STRING stamp, VCL_STRING tags)
{
	const word *t, *cells = NULL;
	struct stamp s;
	uint64_t mask, state;

	(void)ctx;
	t = tenant_of(c, stamp, &s, &cells, &mask);
	if (t == NULL || tags == NULL || !leased(t))
		return (0);
	state = load(&t[STATE]);
	if (!of_epoch(state, &s) || s.seq < load(&t[FLOOR]) || newest(cells, mask, tags) > s.seq)
		return (0);
	return (load(&t[STATE]) == state);
}

VCL_BOOL
vmod_cells_reached(VRT_CTX, struct vmod_vitrine_cells *c, VCL_STRING token)
{
	const word *t, *cells = NULL;
	struct stamp s;
	uint64_t mask, state;

	(void)ctx;
	t = tenant_of(c, token, &s, &cells, &mask);
	if (t == NULL)
		return (0);
	state = load(&t[STATE]);
	return (of_epoch(state, &s) && load(&t[APPLIED]) >= s.seq && load(&t[STATE]) == state);
}

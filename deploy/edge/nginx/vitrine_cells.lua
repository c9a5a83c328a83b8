-- Checks answers of an nginx cache against the file of vitrine edge follow. docs/edge/cells.md describes the words of
-- the file. internal/cells/reader.go is the model of this reader, and its tests say why the order of the loads matters.
--
-- nginx decides on a kept answer before it reads it. So this module makes the change that an answer must be valid at a
-- part of the key: the newest change of its tags. Once one of its tags changes, the key is another one, and the answer
-- under the old key is never asked for again. The tags of each URL are in a shared dictionary. An answer is stored
-- under a key only if it has exactly the tags that the key was made of, and was valid at that change or later. So the
-- dictionary may be wrong or forget: then Vitrine is asked.
local bit = require "bit"
local ffi = require "ffi"

local C = ffi.C
ffi.cdef [[
int open(const char *path, int flags, ...);
int close(int fd);
int64_t lseek(int fd, int64_t offset, int whence);
void *mmap(void *addr, size_t length, int prot, int flags, int fd, int64_t offset);
int munmap(void *addr, size_t length);
struct vitrine_time { int64_t sec; int64_t nsec; };
int clock_gettime(int clock, struct vitrine_time *t);
]]

-- Loads of 8 bytes are whole and in order on x86-64. Elsewhere libatomic orders them.
local fence
if ffi.arch == "x64" then
  fence = function() end
else
  ffi.cdef "void atomic_thread_fence(int order);"
  local atomic = ffi.load("atomic")
  fence = function() atomic.atomic_thread_fence(5) end
end

local O_RDONLY_CLOEXEC, SEEK_END, PROT_READ, MAP_SHARED, CLOCK_BOOTTIME = 0x80000, 2, 1, 1, 7
local MAP_FAILED = ffi.cast("void *", -1)

local MAGIC = 0x31534c4c45434956ULL -- "VICELLS1"
local MAGIC_WORD, BOOT_WORD, TENANTS_WORD, CELLS_WORD, SIZE_WORD, HEAD_WORDS = 0, 1, 2, 3, 4, 8
local STATE, LEASE, FLOOR, APPLIED, TENANT_WORDS = 8, 9, 10, 11, 16
local MAX_LEASE = 10000000000LL -- no lease is that long, in nanoseconds
local LOOK_AGAIN = 100000000LL  -- pause between looks for another file
local MAX_TAGS = 600

local time = ffi.new("struct vitrine_time")

-- now is the host's clock, in nanoseconds. The call also keeps the compiler from moving loads over it.
local function now()
  if C.clock_gettime(CLOCK_BOOTTIME, time) ~= 0 then return 0x7fffffffffffffffLL end
  return time.sec * 1000000000LL + time.nsec
end

local function boot_id()
  local f = io.open("/proc/sys/kernel/random/boot_id")
  local text = f and f:read("*l") or ""
  if f then f:close() end
  local digits = text:gsub("-", "")
  local high, low = tonumber(digits:sub(1, 8), 16), tonumber(digits:sub(9, 16), 16)
  return high and low and ffi.cast("uint64_t", high) * 0x100000000ULL + ffi.cast("uint64_t", low)
end

local _M = {}
local file = { path = "/run/vitrine/cells", looked = 0LL }

-- setup names the file and the shared dictionary. It belongs into init_by_lua.
function _M.setup(path, dict)
  file.path, file.dict = path, ngx.shared[dict or "vitrine_tags"]
end

local function cells_at(tenants)
  return math.floor((HEAD_WORDS + tenants * TENANT_WORDS + 511) / 512) * 512
end

local function valid(words, size)
  local tenants, cells = tonumber(words[TENANTS_WORD]), tonumber(words[CELLS_WORD])
  return words[MAGIC_WORD] == MAGIC and words[BOOT_WORD] == boot_id() and tonumber(words[SIZE_WORD]) == size and
    tenants >= 1 and tenants <= 256 and cells >= 16 and cells <= 2 ^ 24 and bit.band(cells, cells - 1) == 0 and
    size == (cells_at(tenants) + tenants * cells) * 8
end

-- look maps the file if it is another one than before: it looks now and then while there is no lease. Lua runs a check
-- to its end, so nothing uses the old map any more.
local function look(at)
  if at - file.looked < LOOK_AGAIN then return end
  file.looked = at
  local fd = C.open(file.path, O_RDONLY_CLOEXEC)
  if fd < 0 then return end
  local size = tonumber(C.lseek(fd, 0, SEEK_END))
  local p = MAP_FAILED
  if size >= HEAD_WORDS * 8 then p = C.mmap(nil, size, PROT_READ, MAP_SHARED, fd, 0) end
  C.close(fd)
  if p == MAP_FAILED then return end
  local words = ffi.cast("volatile uint64_t *", p)
  if not valid(words, size) then
    C.munmap(p, size)
    return
  end
  if file.map then C.munmap(file.map, file.size) end
  file.map, file.size, file.words, file.tenants = p, size, words, {}
  local n = tonumber(words[TENANTS_WORD])
  file.mask = tonumber(words[CELLS_WORD]) - 1
  for i = 0, n - 1 do
    local head = words + HEAD_WORDS + i * TENANT_WORDS
    local id = ffi.string(ffi.cast("const char *", head), 64):match("^[^%z]+")
    file.tenants[id] = { head = head, cells = words + cells_at(n) + i * (file.mask + 1) }
  end
end

local function leased(t)
  local till = ffi.cast("int64_t", t.head[LEASE])
  local at = now() -- after the lease
  fence()
  return at < till and till - at <= MAX_LEASE
end

-- tenant finds a tenant that has a lease.
local function tenant(id)
  local t = file.tenants and file.tenants[id]
  if t and leased(t) then return t end
  look(now())
  t = file.tenants and file.tenants[id]
  if t and leased(t) then return t end
end

-- parse reads a stamp or a token such as demo:42:0a1b2c3d.
local function parse(text)
  local id, seq, epoch = string.match(text or "", "^([^:]+):(%d+):(%x+)$")
  if not id or #epoch ~= 8 or #seq > 15 or epoch:find("%u") then return end
  return id, tonumber(seq), tonumber(epoch, 16)
end

-- letters are the values of the characters of a tag.
local letters = {}
for i = 0, 31 do letters[("abcdefghijklmnopqrstuvwxyz234567"):byte(i + 1)] = i end

-- indexes turns tags into the numbers that their cells are found by, 4 bytes each. It returns nil if a tag has another
-- form.
local function indexes(tags)
  local list, n = ffi.new("uint32_t[?]", MAX_TAGS), 0
  for tag in tags:gmatch("[^ ]+") do
    if #tag ~= 12 or tag:find("[^a-z2-7]") or n >= MAX_TAGS then return end
    local i = 0
    for at = 7, 12 do i = i * 32 + letters[tag:byte(at)] end -- 30 bits: more than any file has cells
    list[n], n = i, n + 1
  end
  return n > 0 and ffi.string(list, n * 4) or nil
end

-- newest is the newest change of some tags, or the low-water mark if that is newer. It returns nil while the cells do
-- not belong to the epoch.
local function newest(t, epoch, list)
  local state = t.head[STATE]
  local count = bit.rshift(state, 32)
  if count == 0 or count % 2 ~= 0 or tonumber(state % 0x100000000ULL) ~= epoch then return end
  fence()
  local seq = t.head[FLOOR]
  local p, n = ffi.cast("const uint32_t *", list), #list / 4
  for i = 0, n - 1 do
    local cell = t.cells[bit.band(p[i], file.mask)]
    if cell > seq then seq = cell end
  end
  now() -- a call: the state is loaded again
  fence()
  if t.head[STATE] ~= state then return end
  return tonumber(seq)
end

-- reached reports whether the change of a token is among those that are compared afterwards.
local function reached(t, id, epoch, token)
  local of, seq, its = parse(token)
  return of == id and its == epoch and tonumber(t.head[APPLIED]) >= seq
end

-- listed is a header of the client, in lower case.
local function listed(name)
  local text = ngx.req.get_headers()[name] or ""
  if type(text) == "table" then text = table.concat(text, ",") end
  return text:lower()
end

-- coding names the coding of the answer: it is a part of the key, in place of the client's words for it.
local function coding()
  local accepted = listed("accept-encoding")
  for _, name in ipairs { "br", "gzip" } do
    for one in accepted:gmatch("[^,]+") do
      local is, rest = one:match("^%s*([%w*-]+)%s*(.-)%s*$")
      if is == name and not rest:find("^;%s*q%s*=%s*0%.?0*$") then return name end
    end
  end
  return ""
end

-- form names the form of errors, such as a kept 404: it is a part of the key, too. It returns nil if only Vitrine can
-- tell, because the client gives the form a weight.
local function form()
  for one in listed("accept"):gmatch("[^,]+") do
    if one:find("application/problem+json", 1, true) then
      return one:match("^%s*application/problem%+json%s*$") and "problem" or nil
    end
  end
  return "plain"
end

-- access decides on a request before the cache is asked: it makes the key, or lets Vitrine answer. It belongs into
-- access_by_lua, and needs the variables that cells.conf sets before it.
function _M.access()
  local var, ctx = ngx.var, ngx.ctx
  local accepts, errors = coding(), form()
  var.vitrine_coding, var.vitrine_bypass, var.vitrine_no_store = accepts, "1", "1"
  local url = var.host .. var.request_uri
  var.vitrine_key = url
  if var.http_authorization or not errors then return end
  ctx.url = table.concat({ accepts, errors, url }, " ")
  local known = file.dict:get(ctx.url)
  if not known then return end
  local digest, id, epoch, list = known:match("^(%x+):([^:]+):(%x+):(.+)$")
  epoch = tonumber(epoch, 16)
  local t = tenant(id)
  if not t or (var.http_x_consistency and not reached(t, id, epoch, var.http_x_consistency)) then return end
  local seq = newest(t, epoch, list)
  if not seq then return end
  ctx.known, ctx.seq = known, seq
  var.vitrine_key = table.concat({ seq, digest, ctx.url }, " ")
  var.vitrine_bypass, var.vitrine_no_store = "", ""
end

-- answered looks at an answer: it notes its tags, and stores it only under a key that was made of them. It belongs into
-- header_filter_by_lua. nginx asks proxy_no_cache after it.
function _M.answered()
  local var, ctx, header = ngx.var, ngx.ctx, ngx.header
  local stamp, tags = header["Vitrine-Stamp"], header["Vitrine-Tags"]
  header["Surrogate-Control"] = nil
  -- A follower that keeps what it reads compares these with changes, too. They name nothing that is secret.
  if not var.http_vitrine_follower then header["Vitrine-Stamp"], header["Vitrine-Tags"] = nil, nil end
  if var.upstream_cache_status == "HIT" then return end
  var.vitrine_no_store = "1"
  if not ctx.url or type(stamp) ~= "string" or type(tags) ~= "string" then return end
  local id, seq, epoch = parse(stamp)
  local list = id and indexes(tags)
  if not list then return end
  local known = string.format("%s:%08x:", id, epoch) .. list
  known = ngx.md5(known) .. ":" .. known
  if known ~= ctx.known then
    file.dict:set(ctx.url, known)
  elseif seq >= ctx.seq then
    var.vitrine_no_store = ""
  end
end

return _M

# Varnish 7 in front of Vitrine. Each hit is checked against the cells of vitrine edge follow, so nothing is purged and
# nothing older than an announced change is served. It needs the module in the folder vmod.
#
#   vitrine edge add TENANT cache cells lifetime=1h
#   vitrine edge follow --file /run/vitrine/cells --url http://127.0.0.1:8080 TENANT=file:/etc/vitrine/TENANT.key
#
# Change the backend. docs/edge/cells.md says what is promised.
vcl 4.1;

import std;
import purge;
import vitrine;

backend gateway {
  .host = "127.0.0.1";
  .port = "8080";
}

sub vcl_init {
  new cells = vitrine.cells("/run/vitrine/cells");
}

sub vcl_recv {
  # The tenant must be part of the key: its path, or its host name. A header is not.
  unset req.http.x-service-client;
  if (req.method != "GET" && req.method != "HEAD" || req.url !~ "^(/t/[^/?]+)?/v1/" || req.http.Authorization ||
      req.restarts > 1) {
    return (pass);
  }
  unset req.http.Cookie;
  return (hash);
}

sub vcl_hit {
  # Without a lease, Vitrine answers. The object stays: it may be fresh when the lease is back.
  if (!cells.leased(obj.http.Vitrine-Stamp)) {
    return (pass);
  }
  # A reader may have a token of a change that has not reached this edge yet.
  if (req.http.x-consistency && !cells.reached(req.http.x-consistency)) {
    return (pass);
  }
  if (cells.fresh(obj.http.Vitrine-Stamp, obj.http.Vitrine-Tags)) {
    return (deliver);
  }
  # One request fetches it anew, by its entity tag. The others wait for that, and check what it brings.
  purge.soft(-1ms, 0s, 2s);
  return (restart);
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  # An answer without stamp, tags or a lifetime is not kept: errors, and everything of tenants without a declared edge.
  if (beresp.http.Vitrine-Stamp !~ ":" || beresp.http.Vitrine-Tags !~ "^[a-z2-7]" ||
      beresp.http.Surrogate-Control !~ "max-age=[0-9]+" || beresp.http.Vary ~ "\*") {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s; # meanwhile, requests for it do not wait for one another
    return (deliver);
  }
  # An answer may come through another cache, where it spent its Age.
  set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s) -
    std.duration(beresp.http.Age + "s", 0s);
  set beresp.grace = 0s;
  set beresp.keep = 1h; # its entity tag, for a conditional request
  return (deliver);
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache-Status = "HIT";
  } else {
    set resp.http.X-Cache-Status = "MISS";
  }
  # A follower that keeps what it reads compares these with changes, too. They name nothing that is secret.
  if (!req.http.Vitrine-Follower) {
    unset resp.http.Vitrine-Stamp;
    unset resp.http.Vitrine-Tags;
  }
  unset resp.http.Surrogate-Control;
  unset resp.http.X-Accel-Expires;
}

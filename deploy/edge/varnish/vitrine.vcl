# Varnish 7 in front of Vitrine, purged by the ingest worker. It needs the module xkey (Debian: varnish-modules).
#
#   vitrine edge add TENANT cache varnish url=http://THIS-HOST:6081/
#
# Change the backend and the list of purgers. docs/edge/cdn.md says what is promised.
vcl 4.1;

import std;
import xkey;

backend vitrine {
  .host = "127.0.0.1";
  .port = "8080";
}

# The ingest workers. Nobody else may purge.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE" || req.method == "BAN") {
    if (client.ip !~ purgers) {
      return (synth(403, "Not a purger"));
    }
    if (req.method == "PURGE" && req.http.Vitrine-Purge ~ "^[a-z2-7 ]+$") {
      set req.http.Vitrine-Purged = xkey.purge(req.http.Vitrine-Purge);
      return (synth(200, "Purged"));
    }
    if (req.method == "BAN" && req.http.Vitrine-Purge ~ "^[a-z2-7|]+$") {
      if (std.ban("obj.http.xkey ~ (^|\s)(" + req.http.Vitrine-Purge + ")(\s|$)")) {
        set req.http.Vitrine-Purged = "0";
        return (synth(200, "Banned"));
      }
      return (synth(500, std.ban_error()));
    }
    return (synth(400, "No tags"));
  }

  # The tenant must be part of the key: its path, or its host name. A header is not.
  unset req.http.x-service-client;
  unset req.http.Vitrine-Purged;
  if (req.method != "GET" && req.method != "HEAD" || req.url !~ "^(/t/[^/?]+)?/v1/" ||
      req.http.Authorization || req.http.x-consistency) {
    return (pass);
  }
  unset req.http.Cookie;
  return (hash);
}

sub vcl_backend_response {
  # An answer without a lifetime for this edge is not kept: errors, and everything of tenants without one.
  if (beresp.http.Surrogate-Control !~ "max-age=[0-9]+" || beresp.http.xkey !~ "^[a-z2-7]" ||
      beresp.http.Vary ~ "\*") {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    return (deliver);
  }
  # An answer may come through another cache, where it spent its Age.
  set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s) -
    std.duration(beresp.http.Age + "s", 0s);
  set beresp.grace = 0s;
  if (beresp.http.Surrogate-Control ~ "stale-while-revalidate=[0-9]+") {
    set beresp.grace =
      std.duration(regsub(beresp.http.Surrogate-Control, "^.*stale-while-revalidate=([0-9]+).*$", "\1s"), 0s);
  }
  set beresp.keep = 1h; # its entity tag, for a conditional request
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Control;
  unset resp.http.X-Accel-Expires;
}

sub vcl_synth {
  if (req.http.Vitrine-Purged) {
    set resp.http.Vitrine-Purged = req.http.Vitrine-Purged;
    return (deliver);
  }
}

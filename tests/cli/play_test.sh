#!/bin/sh
# Tests `carom play`: it must serve the files of a directory on 127.0.0.1, and nothing else. Usage: play_test.sh CAROM
set -u
carom=$1
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
"$carom" play --no-open --dir "$work" >/dev/null 2>&1
[ $? -eq 5 ] || { echo "a directory without a page is served"; exit 1; }
"$carom" play --no-open --port 70000 >/dev/null 2>&1
[ $? -eq 2 ] || { echo "port 70000 is accepted"; exit 1; }
# A command that was installed with another prefix than the configured one must serve the page of its own prefix.
mkdir -p "$work/prefix/bin" "$work/prefix/share/carom/playground"
cp "$carom" "$work/prefix/bin/carom"
echo '<!doctype html><title>page</title>' >"$work/prefix/share/carom/playground/index.html"
"$work/prefix/bin/carom" play --no-open >"$work/address" &
server=$!
for i in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/address" ] || sleep 0.2; done
kill "$server" 2>/dev/null || { echo "the playground next to the command was not found"; exit 1; }
wait "$server" 2>/dev/null
server=
rm "$work/address"
mkdir -p "$work/page/assets"
echo secret >"$work/secret"
echo '<!doctype html><title>page</title>' >"$work/page/index.html"
head -c 300000 /dev/urandom >"$work/page/assets/some.wasm"
echo hidden >"$work/page/.hidden"
ln -s ../secret "$work/page/link"
"$carom" play --no-open --dir "$work/page" >"$work/address" &
server=$!
for i in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/address" ] || sleep 0.2; done
python3 - "$(cat "$work/address")" "$work/page" <<'END'
import http.client, socket, sys, urllib.parse
address, page = sys.argv[1:]
at = urllib.parse.urlsplit(address)
assert at.hostname == "127.0.0.1", address

def ask(method, target):
    c = http.client.HTTPConnection(at.hostname, at.port, timeout=10)
    c.putrequest(method, target, skip_host=False)
    c.endheaders()
    answer = c.getresponse()
    return answer.status, answer.getheader("Content-Type"), answer.read()

def raw(text):
    with socket.create_connection((at.hostname, at.port), timeout=10) as s:
        try:
            s.sendall(text)
            s.shutdown(socket.SHUT_WR)
            return s.recv(4096).split(b" ")[1:2]
        except OSError:  # the server has closed the connection already
            return []

index = open(page + "/index.html", "rb").read()
assert ask("GET", "/")[::2] == (200, index)
assert ask("GET", "/index.html?x=../..")[::2] == (200, index)
assert ask("GET", "/assets/some.wasm") == (200, "application/wasm", open(page + "/assets/some.wasm", "rb").read())
for target in ("/../secret", "/assets/../../secret", "/%2e%2e/secret", "/.hidden", "//index.html", "/link", "/assets", "/none", "/assets/", "/a\\b",
               "/" + "a" * 300):
    assert ask("GET", target)[0] == 404, target
for method in ("POST", "PUT", "HEAD", "DELETE", "OPTIONS"):
    assert ask(method, "/")[0] == 405, method
for text in (b"", b"GET /\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n", b"nonsense\r\n\r\n", b"GET / HTTP/2\r\n\r\n", b"GET /\0 HTTP/1.1\r\n\r\n", b"GET /" + b"a" * 9000):
    assert raw(text) in ([b"400"], [b"404"], []), text[:20]
assert ask("GET", "/")[0] == 200, "still there"
# The server must not listen on another address of this computer.
try:
    socket.create_connection(("127.0.0.2", at.port), timeout=2).close()
    raise SystemExit("127.0.0.2 is served")
except OSError:
    pass
print("played")
END
[ $? -eq 0 ] || exit 1
kill -0 "$server" || { echo "the server ended"; exit 1; }

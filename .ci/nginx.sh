#!/bin/sh
# nginx.sh: plays some decisions with the server of examples/nginx, and compares them with the Lua
# of LUA. nginx and its Lua module are Debian packages. They are unpacked below build/, because
# installing them would replace LuaJIT. If they are not available, the test is skipped with a
# message.
set -eu
work=$PWD/build/nginx
root=$work/root
packages="nginx libnginx-mod-http-ndk libnginx-mod-http-lua libluajit2-5.1-2 libluajit2-5.1-common lua-resty-core lua-resty-lrucache"

skip () {
  echo "nginx: skipped, $*"
  exit 0
}

fail () {
  echo "nginx: $*" >&2
  cat "$work/log" >&2
  exit 1
}

mkdir -p "$work"
command -v curl >/dev/null || skip "curl is missing"
${MAKE:-make} LUA=luajit module
${MAKE:-make} ready
if [ ! -e "$root/usr/sbin/nginx" ]; then
  command -v apt-get >/dev/null || skip "there is no apt-get to get nginx with its Lua module"
  rm -rf "$work/packages"
  mkdir -p "$work/packages"
  # shellcheck disable=SC2086
  (cd "$work/packages" && apt-get -qq download $packages) >"$work/log" 2>&1 || skip "its packages cannot be had: $(tail -1 "$work/log")"
  for package in "$work"/packages/*.deb; do dpkg -x "$package" "$root"; done
fi

# The configuration of the example, with other paths of the socket and of files.
socket=$work/socket
temporary=$(for kind in client_body proxy fastcgi uwsgi scgi; do printf '%s_temp_path %s/tmp; ' $kind "$work"; done)
sed "s|listen .*;|listen unix:$socket;|; s|^pid .*|pid $work/pid;|; s|^http {|http { $temporary|
  s|lua/?/init.lua;;|lua/?/init.lua;$root/usr/share/lua/5.1/?.lua;;|" examples/nginx/nginx.conf >"$work/nginx.conf"
modules=$root/usr/lib/nginx/modules
rm -f "$socket"
LD_LIBRARY_PATH=$(dirname "$(find "$root" -name 'libluajit-5.1.so.2')") "$root/usr/sbin/nginx" -p "$PWD" -c "$work/nginx.conf" \
  -g "daemon off; master_process off; load_module $modules/ndk_http_module.so; load_module $modules/ngx_http_lua_module.so;" \
  >"$work/log" 2>&1 </dev/null &
server=$!
trap 'kill $server 2>/dev/null' EXIT

ask () { # ask STATUS WHAT [CURL ARGUMENTS...]: prints the answer, which must have this status
  want=$1 what=$2
  shift 2
  status=$(curl -s -o "$work/answer" -w '%{http_code}' --unix-socket "$socket" "$@" "http://localhost/$what") || fail "no answer to $what"
  [ "$status" = "$want" ] || fail "$what: status $status, expected $want: $(cat "$work/answer")"
  cat "$work/answer"
}

for _ in 1 2 3 4 5 6 7 8 9 10; do [ -e "$socket" ] || sleep 0.5; done
[ -e "$socket" ] || fail "the server does not begin"

# Applies the last legal action repeatedly.
ask 200 'new?seed=7&players=3&variant=tower&variant=siege' >"$work/game"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
  action=$(ask 200 legal --data-binary "@$work/game" | tail -1 | sed 's/%/%25/g; s/ /%20/g; s/#/%23/g; s/+/%2B/g; s/&/%26/g')
  ask 200 "apply?action=$action" --data-binary "@$work/game" >"$work/next"
  mv "$work/next" "$work/game"
done
sh csrc/make/env.sh build "${LUA:-lua5.4}" -e '
  local state = require("carcassonne").game { players = 3, variants = { "tower", "siege" } }:new_initial_state(7)
  for _ = 1, 12 do state:apply_index(state:num_actions()) end
  io.write(state:serialize())' >"$work/want"
cmp "$work/game" "$work/want" || fail "the game goes otherwise than in ${LUA:-lua5.4}"

{
  ask 400 legal --data-binary "no game"
  ask 400 'new?variant=/etc/passwd'
  ask 400 'new?players=9'
  ask 400 'new?seed=1.5'
  ask 400 'apply?action=nonsense' --data-binary "@$work/game"
} >"$work/refused"
[ "$(grep -c . "$work/refused")" = 5 ] || fail "a refusal is not one sentence: $(cat "$work/refused")"
echo "nginx: 12 decisions are equal to those of ${LUA:-lua5.4}, bad requests are refused"

#!/bin/sh
# bare_root.sh: runs the commands of README.md in a minimal Debian root with ca-certificates, git
# and make, which README.md requires. The root is made with the apt configuration of this machine.
set -eu

commands () { # the commands of the chapter "Two commands", without their output in README.md
  awk '/^## / { chapter = /^## Two commands/ } /^```/ { inside = !inside } chapter && inside && /^[a-z]/ { sub(/ *#.*/, ""); print }' README.md
}

# Runs inside of the root: clones the project as a new user would, and runs each command.
if [ "${1:-}" = inside ]; then
  cd /root
  git clone -q /srv/carcassonne
  cd carcassonne
  for command in "make demo" "make test"; do
    commands | grep -qxF "$command" || { echo "bare_root: README.md has no chapter \"Two commands\" with \`$command\`" >&2; exit 1; }
  done
  commands | while read -r command; do
    echo "---- $command"
    begin=$(date +%s)
    sh -c "$command" </dev/null || { echo "bare_root: '$command' failed with status $?" >&2; exit 1; }
    echo "---- $command: $(($(date +%s) - begin)) s"
  done
  exit
fi

sources=$(find /etc/apt/sources.list /etc/apt/sources.list.d -name '*.list' -o -name '*.sources' 2>/dev/null || true)
[ -n "$sources" ] || { echo "bare_root: this machine's apt has no sources in /etc/apt; a Debian machine is required" >&2; exit 1; }
# shellcheck source=/dev/null
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mode=root
[ "$(id -u)" = 0 ] || mode=unshare
log=$(mktemp)
trap 'rm -f "$log"' EXIT
CARC_CHECKOUT=$PWD
export CARC_CHECKOUT

# The hooks of mmdebstrap get the root as $1, with network and /proc. The output of mmdebstrap is
# shown only if it fails.
# shellcheck disable=SC2016,SC2086
if ! mmdebstrap --mode=$mode --variant=apt --include=ca-certificates,git,make --format=null \
  --setup-hook='mkdir -p "$1/etc/apt" && cp -r /etc/apt/apt.conf.d "$1/etc/apt/"' \
  --customize-hook='git clone -q --bare --depth 1 "file://$CARC_CHECKOUT" "$1/srv/carcassonne"' \
  --customize-hook='echo "bare root: $(chroot "$1" dpkg -l | grep -c ^ii) packages" >&3' \
  --customize-hook='cp "$CARC_CHECKOUT/.ci/bare_root.sh" "$1/srv/"' \
  --customize-hook='env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root chroot "$1" sh /srv/bare_root.sh inside >&3 2>&1' \
  "$suite" - $sources 3>&1 >"$log" 2>&1 </dev/null; then
  grep -v '^I: ' "$log" | tail -20 >&2
  echo "bare_root: the root of $suite could not be made, or a command in it failed" >&2
  exit 1
fi

#!/bin/sh
# sources.sh: has apt-get bring the sources of Lua 5.4 and cmocka into build/sources/lua and build/sources/cmocka, for platforms that
# Debian has no such packages for. There already: silent, and no network is touched. Not to be had: says so, and fails.
set -u
home=$PWD/build/sources
[ -e "$home/lua/src/lua.h" ] && [ -e "$home/cmocka/src/cmocka.c" ] && exit 0
command -v apt-get >/dev/null || {
  echo "sources: there is no apt-get to bring those of Lua and cmocka" >&2
  exit 1
}

# Where the packages of this release come from, its sources do, too.
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $codename" 2>/dev/null | head -1)
[ -n "$archive" ] || {
  echo "sources: apt-get does not say where it has the packages of ${codename:-this system} from" >&2
  exit 1
}

mkdir -p "$home/apt/lists" && cd "$home/apt" || exit 1
cat >debian.sources <<END
Types: deb-src
URIs: $archive
Suites: $codename
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END

# With lists of its own: the system's stay as they are.
apt () {
  apt-get -qq -o Dir::Etc::sourcelist="$home/apt/debian.sources" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State::lists="$home/apt/lists" -o APT::Sandbox::User=root "$@" >>log 2>&1 </dev/null
}

unpack () { # unpack NAME PACKAGE
  rm -rf "${home:?}/$1" && mkdir "$home/$1" && tar -xf "$(find . -name "$2_*.orig.tar.*" ! -name '*.asc')" -C "$home/$1" --strip-components=1
}

if ! apt update || ! apt --only-source --download-only source lua5.4 cmocka || ! unpack lua lua5.4 || ! unpack cmocka cmocka; then
  echo "sources: apt-get could not bring those of Lua and cmocka:" >&2
  tail -5 log >&2
  exit 1
fi

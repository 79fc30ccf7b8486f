#!/bin/sh
# sources.sh: downloads the sources of Lua 5.4 and cmocka with apt-get into build/sources/lua and
# build/sources/cmocka, for platforms without such packages in Debian. If they exist, it does
# nothing. If apt-get fails, it fails with a message.
set -u
home=$PWD/build/sources
[ -e "$home/lua/src/lua.h" ] && [ -e "$home/cmocka/src/cmocka.c" ] && exit 0
command -v apt-get >/dev/null || {
  echo "sources: apt-get is not available to download the sources of Lua and cmocka" >&2
  exit 1
}

# The sources come from the same archive as the packages of this release.
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $codename" 2>/dev/null | head -1)
[ -n "$archive" ] || {
  echo "sources: apt-get does not report the archive of ${codename:-this system}" >&2
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

# Uses separate lists of packages. The system's lists do not change.
apt () {
  apt-get -qq -o Dir::Etc::sourcelist="$home/apt/debian.sources" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State::lists="$home/apt/lists" -o APT::Sandbox::User=root "$@" >>log 2>&1 </dev/null
}

unpack () { # unpack NAME PACKAGE
  rm -rf "${home:?}/$1" && mkdir "$home/$1" && tar -xf "$(find . -name "$2_*.orig.tar.*" ! -name '*.asc')" -C "$home/$1" --strip-components=1
}

if ! apt update || ! apt --only-source --download-only source lua5.4 cmocka || ! unpack lua lua5.4 || ! unpack cmocka cmocka; then
  echo "sources: apt-get could not download the sources of Lua and cmocka:" >&2
  tail -5 log >&2
  exit 1
fi

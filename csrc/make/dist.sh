#!/bin/sh
# dist.sh VERSION [check|build]: packs the sources reproducibly into
# build/carcassonne-VERSION.tar.gz. With `check` it then unpacks them in another folder, and packs,
# builds and tests there without git and network. The results must equal those of the checkout.
# `build` omits the tests.
set -eu
name=carcassonne-$1
package=$PWD/build/$name.tar.gz

# Lists the files that git tracks; outside of a checkout, all files.
sources () {
  if [ -e .git ]; then git ls-files; else find . -type f ! -path './build/*' | sed 's|^\./||'; fi | LC_ALL=C sort
}

# The time of packed files: from the environment, from the last commit, or from this package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Makefile)}

pack () {
  mkdir -p build
  sources | tar --create --format=ustar --no-recursion --transform="s|^|$name/|" --mtime="@$SOURCE_DATE_EPOCH" \
    --owner=root:0 --group=root:0 --mode=u=rwX,go=rX --files-from=- | gzip -9n >"$package"
  echo "packed build/$name.tar.gz: $(sources | wc -l) files"
}

# Runs a command without a network if the system allows that.
offline () {
  if unshare -rn true 2>/dev/null; then
    unshare -rn "$@"
  else
    echo "dist: unshare cannot create a namespace here; the network stays available" >&2
    "$@"
  fi
}

check () {
  here=$PWD
  unset MAKEFLAGS MFLAGS MAKELEVEL
  make -j"$(nproc)" all embedded
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/bin"
  printf '#!/bin/sh\necho "git: there is none in this test" >&2\nexit 127\n' >"$work/bin/git"
  chmod 755 "$work/bin/git"
  tar -xzf "$package" -C "$work"
  cd "$work/$name"
  unset SOURCE_DATE_EPOCH
  export PATH="$work/bin:$PATH"
  make dist
  cmp "build/$name.tar.gz" "$package"
  offline make -j"$(nproc)" "$1"
  offline make install DESTDIR="$work/tree" PREFIX=/usr
  for built in lib/libcarcassonne.a lib/libcarcassonne.so lib/libcarcassonne-lua5.4.a lua/carcassonne/core.so lua/carcassonne/sys.so; do
    cmp "build/$built" "$here/build/$built"
  done
  echo "dist: the package and the build are reproducible; 'make $1' and 'make install' need neither git nor network"
}

pack
case ${2:-} in
  check) check check ;;
  build) check embedded ;;
esac

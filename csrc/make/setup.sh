#!/bin/sh
# setup.sh GOAL...: makes sure that the packages for the goals are installed. On Debian and similar
# systems, installs missing packages with apt-get; on other systems, names them and fails. If
# nothing is missing, prints nothing and does not use the network.
set -u
LUA=${LUA:-lua5.4}
missing=

# The packages of the selected Lua, and whether its module needs compat-5.3.
case $(basename "$LUA") in
  luajit*) lua_package=luajit lua_dev=libluajit-5.1-dev before_53=yes ;;
  lua5.1) lua_package=lua5.1 lua_dev=liblua5.1-0-dev before_53=yes ;;
  lua5.2) lua_package=lua5.2 lua_dev=liblua5.2-dev before_53=yes ;;
  lua5.3 | lua5.5) lua_package=$(basename "$LUA") lua_dev=lib$(basename "$LUA")-dev before_53= ;;
  *) lua_package=lua5.4 lua_dev=liblua5.4-dev before_53= ;;
esac

# need PACKAGE COMMAND...: the package is missing when the command fails.
need () {
  package=$1
  shift
  "$@" >/dev/null 2>&1 && return
  case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
}
# tools COMMAND[=PACKAGE]..., modules MODULE=PACKAGE...
tools () { for one in "$@"; do need "${one#*=}" command -v "${one%%=*}"; done; }
modules () { for one in "$@"; do need "${one#*=}" "$LUA" -e "require '${one%%=*}'"; done; }
header () { # header NAME [FLAG...]: whether the C compiler finds the header
  name=$1
  shift
  echo "#include <$name>" | ${CC:-cc} "$@" -E -
}

# The header of cmocka requires that other headers are included before it.
has_cmocka () {
  printf '#include <%s>\n' stdarg.h stddef.h stdint.h setjmp.h cmocka.h | ${CC:-cc} -E -
}

# libFuzzer and the sanitizers of clang.
has_fuzzer () {
  echo 'int LLVMFuzzerTestOneInput (void) { return 0; }' |
    ${CLANG:-clang} -x c -fsanitize=fuzzer,address,undefined -o /dev/null -
}

# Mesa's own renderer, for screens without a graphics card.
has_software_gl () { ls /usr/lib/*/dri/swrast_dri.so /usr/lib/dri/swrast_dri.so 2>/dev/null | grep -q .; }

library () {
  tools make "${CC:-cc}=gcc"
  need libc6-dev header stdio.h
}
program () {
  tools "$LUA=$lua_package"
  modules argparse=lua-argparse dkjson=lua-dkjson term=lua-term
}

for goal in "$@"; do
  case $goal in
    build-library) library ;;
    abi) tools abidiff=abigail-tools ;;
    build)
      library
      # shellcheck disable=SC2086
      need $lua_dev header lua.h ${LUA_INC:--I/usr/include/lua5.4}
      # shellcheck disable=SC2086
      [ -z "$before_53" ] || need lua-compat53-dev header compat-5.3.h ${LUA_INC:-} ${COMPAT_INC:-}
      ;;
    lua) tools "$LUA=$lua_package" ;;
    run)
      program
      tools gzip
      ;;
    test)
      program
      tools gzip busted=lua-busted
      modules busted=lua-busted lfs=lua-filesystem
      need libcmocka-dev has_cmocka
      # the locales that a host may set
      tools localedef=libc-bin
      need locales test -e /usr/share/i18n/locales/tr_TR
      # for tests of an installed tree
      tools pkg-config c++=g++
      need python3-cffi python3 -c 'import cffi'
      ;;
    test-full) # not needed by `make test`
      tools parallel rsvg-convert=librsvg2-bin chromium man=man-db zsh
      # Debian's Python, even if the path has another one
      need python3-cffi test -e /usr/lib/python3/dist-packages/cffi
      need python3-numpy test -e /usr/lib/python3/dist-packages/numpy
      ;;
    fuzz)
      tools "${CLANG:-clang}=clang"
      need libclang-rt-dev has_fuzzer
      ;;
    coverage) tools gcovr ;;
    bare-root) tools mmdebstrap ;;
    instructions) tools valgrind ;;
    format) tools clang-format ;;
    lint)
      program
      tools "${CLANG:-clang}=clang" clang-tidy clang-format luacheck=lua-check pyflakes3 pycodestyle
      need libcmocka-dev has_cmocka
      ;;
    rock) tools luarocks zip unzip ;;
    clang) tools clang ;;
    i386)
      tools i686-linux-gnu-gcc=gcc-i686-linux-gnu
      need libc6-dev-i386-cross test -e /usr/i686-linux-gnu/lib/libc.a
      ;;
    musl) tools musl-gcc=musl-tools ;;
    arm64)
      tools aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu qemu-aarch64=qemu-user
      need libc6-dev-arm64-cross test -e /usr/aarch64-linux-gnu/lib/libc.a
      ;;
    s390x)
      tools s390x-linux-gnu-gcc=gcc-s390x-linux-gnu qemu-s390x=qemu-user
      need libc6-dev-s390x-cross test -e /usr/s390x-linux-gnu/lib/libc.a
      ;;
    windows)
      tools x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64-win32 wine
      need wine64 test -e /usr/lib/wine/wine64
      ;;
    love) tools love zip ;;
    love-test)
      tools Xvfb=xvfb xvfb-run=xvfb xauth xdotool
      need libgl1-mesa-dri has_software_gl
      ;;
    lab) tools gnuplot=gnuplot-nox parallel ;;
    jobs) tools parallel ;;
    # needed by the commands in the pages and help.txt
    docs) tools gnuplot=gnuplot-nox parallel rsvg-convert=librsvg2-bin luarocks ldoc=lua-ldoc ;;
    cluster)
      PATH=$PATH:/usr/sbin
      tools parallel sshd=openssh-server ssh=openssh-client ip=iproute2 slurmctld slurmd sbatch=slurm-client munged=munge
      ;;
    doc)
      tools "$LUA=$lua_package" ldoc=lua-ldoc mkdocs
      need mkdocs-material test -e /usr/share/mkdocs/themes/material
      need python3-pygments test -e /usr/lib/python3/dist-packages/pygments # for colours in code
      ;;
    *)
      echo "setup: unknown goal '$goal'" >&2
      exit 2
      ;;
  esac
done

[ -z "$missing" ] && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "setup: '$*' needs these packages (by Debian's names):$missing" >&2
  echo "setup: install them with your system's package manager, then try again" >&2
  exit 1
fi
as_root=
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "setup: '$*' needs these packages:$missing" >&2
    echo "setup: sudo is not available; as root, run: apt-get install$missing" >&2
    exit 1
  fi
  as_root=sudo
fi

echo "setup: installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Gives up on a server that does not answer for 20 seconds.
apt () {
  $as_root env DEBIAN_FRONTEND=noninteractive ${patience:-} apt-get -qq -o DPkg::Lock::Timeout=600 -o Acquire::Retries=0 \
    -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 "$@" >>"$log" 2>&1 </dev/null
}

# After a failed update the old lists of packages may be sufficient. If servers did not answer, the
# installation may take a minute at most.
patience=
begin=$(date +%s)
apt -o APT::Update::Error-Mode=any update || [ $(($(date +%s) - begin)) -lt 20 ] || patience="timeout 60"
# shellcheck disable=SC2086
if ! apt install -y --no-install-recommends $missing; then
  grep '^E: ' "$log" | head -5 >&2
  echo "setup: apt-get could not install$missing: is there a network, and does the package server answer?" >&2
  exit 1
fi

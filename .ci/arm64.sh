#!/bin/sh
# arm64.sh: builds the C tests for 64-bit ARM and runs them under qemu-user, where the tools are; else says which are not.
set -u
missing=
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
  command -v $tool >/dev/null || missing="$missing $tool"
done
[ -e /usr/lib/aarch64-linux-gnu/libcmocka.so ] || missing="$missing libcmocka-dev:arm64"
[ -e /usr/lib/aarch64-linux-gnu/liblua5.4.so ] || missing="$missing liblua5.4-dev:arm64"
if [ -n "$missing" ]; then
  echo "arm64: skipped, missing:$missing"
  echo "       on Debian: dpkg --add-architecture arm64 && apt-get update &&"
  echo "       apt-get install gcc-aarch64-linux-gnu qemu-user libcmocka-dev:arm64 liblua5.4-dev:arm64"
  exit 0
fi
make MODE=arm64 programs || exit 1
status=0
for test in build/arm64/tests/test_*; do
  echo "== $test"
  CARC_TEST_SCALE=${CARC_TEST_SCALE:-small} qemu-aarch64 -L /usr/aarch64-linux-gnu \
    -E LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu "$test" 2>&1 | grep -E 'PASSED|FAILED' | tee build/arm64/result
  if ! grep -q PASSED build/arm64/result || grep -q FAILED build/arm64/result; then status=1; fi
done
[ $status = 0 ] && echo "arm64: all passed"
exit $status

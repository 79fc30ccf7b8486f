#!/bin/sh
# coverage.sh: runs the tests of the coverage build and prints the percentage of lines that they
# ran. Every Lua process counts its own lines (LUA_INIT loads .ci/coverage.lua) and writes them to
# build/coverage/hits. While a script's hook runs, the module uses the debug hook itself, so lines
# of scripts are not counted during that time.
set -u
find build/obj/coverage -name '*.gcda' -exec rm -f {} +
rm -rf build/coverage/hits
mkdir -p build/coverage/hits
export CARC_COVERAGE_DIR="$PWD/build/coverage/hits" CARC_COVERAGE_ROOT="$PWD"
export CARC_TEST_SCALE="${CARC_TEST_SCALE:-small}"
# Omits specs whose processes are isolated or have a full disk: such processes cannot write their
# counts, and print an error instead of the expected output. `every_lua` checks the debug hook,
# which the line counter uses.
export CARC_TEST_WITHOUT="isolate sandboxed_bots require output_files every_lua"
LUA_INIT_5_4="@$PWD/.ci/coverage.lua" sh csrc/make/env.sh build/coverage sh .ci/test.sh build/coverage/tests
status=$?
echo
gcovr --root . --filter csrc/ build/obj/coverage || status=1
"${LUA:-lua5.4}" .ci/coverage_report.lua build/coverage/hits || status=1
exit $status

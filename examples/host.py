"""host.py: a host in Python that calls libcarcassonne-full by cffi. It plays a random game with five
expansions, draws its end, and saves it. The first argument is the folder of the library.

    python3 examples/host.py "$(pkg-config --variable=libdir carcassonne-full)" 42
"""
import json
import random
import sys
from pathlib import Path

from cffi import FFI

VARIANTS = b"inns-and-cathedrals,princess-and-dragon,tower,abbey-and-mayor,siege:pig=1"
folder, seed = Path(sys.argv[1]), int(sys.argv[2])
ffi = FFI()
ffi.cdef((folder / "carcassonne_ffi.h").read_text())
carc = ffi.dlopen(str(folder / "libcarcassonne-full.so"))
message, err = ffi.new("char[500]"), ffi.new("carc_error *")


def check(status, text):
    if status != carc.CARC_OK:
        sys.exit(ffi.string(text).decode())


def ask(game, state, call, *arguments):
    """Returns the result of a function of lua/doc/PLUGIN.md."""
    answer, request = ffi.new("const char **"), json.dumps({"call": call, "args": arguments})
    status = carc.carc_game_request(game, state, request.encode(), answer, ffi.NULL)
    check(status, answer[0])
    return json.loads(ffi.string(answer[0])).get("result")


def play(game, definition, state):
    chosen = random.Random(seed)
    while (n := carc.carc_state_num_actions(definition, state)) > 0:
        check(carc.carc_state_apply_index(definition, state, chosen.randrange(n), err), err.message)
    print(ask(game, state, "show", None, "text"), end="")
    print("the last event:", ask(game, state, "describe_event", ask(game, state, "events")[-1]))
    print(" : ".join(str(points) for points in ask(game, state, "returns")))
    saved = ffi.new("char[]", carc.carc_state_serialize(definition, state, ffi.NULL, 0, err) + 1)
    carc.carc_state_serialize(definition, state, saved, len(saved), err)
    print(f"a saved game of {len(saved) - 1} bytes")


new_game, new_state, null = ffi.new("carc_game **"), ffi.new("carc_state **"), ffi.NULL
check(carc.carc_game_new(carc.CARC_ABI_VERSION, VARIANTS, b"players=3", null, null, new_game, message, 500), message)
definition = carc.carc_game_definition(new_game[0])
check(carc.carc_game_new_state(new_game[0], seed, new_state, message, 500), message)
play(new_game[0], definition, new_state[0])
carc.carc_state_free(definition, new_state[0])
carc.carc_game_free(new_game[0])

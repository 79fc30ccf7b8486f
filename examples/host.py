"""host.py: a host in Python that calls the shared library by ctypes. It plays a random game and saves it.

    python3 examples/host.py 42
"""
import ctypes
import random
import sys

ABI = 15  # version of the header that this program was written for
carc = ctypes.CDLL(f"libcarcassonne.so.{ABI}")


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("line", ctypes.c_int), ("message", ctypes.c_char * 503), ("absent", ctypes.c_bool)]


def declare(name, result, *arguments):
    """Returns a function of the library, with the types of its C prototype."""
    function = getattr(carc, name)
    function.restype, function.argtypes = result, arguments
    return function


pointer, text, number, error = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(Error)
new_definition = declare("carc_definition_new", pointer, text, pointer, pointer, pointer, error)
free_definition = declare("carc_definition_free", None, pointer)
players = declare("carc_definition_players", number, pointer)
new_state = declare("carc_state_new", pointer, pointer, ctypes.c_uint64, error)
free_state = declare("carc_state_free", None, pointer, pointer)
num_actions = declare("carc_state_num_actions", number, pointer, pointer)
action_of = declare("carc_state_action", ctypes.c_uint64, pointer, pointer, number)
as_text = declare("carc_action_to_string", number, pointer, pointer, ctypes.c_uint64, text, ctypes.c_size_t)
apply_action = declare("carc_state_apply_action", number, pointer, pointer, ctypes.c_uint64, error)
score = declare("carc_state_score", number, pointer, pointer, number)
serialize = declare("carc_state_serialize", ctypes.c_long, pointer, pointer, text, ctypes.c_size_t, error)


def main(seed):
    err = Error()
    chosen = random.Random(seed)
    definition = new_definition(b"players 2\nset base\nset traders\n", None, None, None, err)
    state = definition and new_state(definition, seed, err)
    if not state:
        sys.exit(f"line {err.line}: {err.message.decode()}")
    line = ctypes.create_string_buffer(180)
    while (n := num_actions(definition, state)) > 0:
        action = action_of(definition, state, chosen.randrange(n))
        as_text(definition, state, action, line, len(line))
        if apply_action(definition, state, action, err) != 0:
            sys.exit(err.message.decode())
    saved = ctypes.create_string_buffer(serialize(definition, state, None, 0, err) + 1)
    serialize(definition, state, saved, len(saved), err)
    print("the last action:", line.value.decode())
    print(" : ".join(str(score(definition, state, p)) for p in range(players(definition))))
    print(f"a saved game of {len(saved.value)} bytes, {saved.value.count(10)} lines")
    free_state(definition, state)
    free_definition(definition)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)

/*
** packed_action.c: converts actions between fields and numbers of 64 bits.
*/
#include "util/packed_action.h"
#include "carcassonne.h"

/* Which fields a kind of action has. */
enum {
  HAS_TYPE = 1,
  HAS_PIECE = 2,
  HAS_SEGMENT = 4,
  HAS_CELL = 8,
  HAS_TAKE = 16,
  HAS_PLAYER = 32,
  HAS_SPAN = 64
};

static const struct {
  const char *name;
  unsigned has;
} shapes[] = {
    [CARC_ACTION_NONE] = {"none", 0},
    [CARC_ACTION_DRAW] = {"draw", HAS_TYPE},
    [CARC_ACTION_PLACE] = {"place", HAS_TYPE | HAS_CELL | HAS_SPAN},
    [CARC_ACTION_DEPLOY] = {"deploy", HAS_TYPE | HAS_CELL | HAS_PIECE | HAS_SEGMENT},
    [CARC_ACTION_PASS] = {"pass", 0},
    [CARC_ACTION_EXTRA] = {"extra", HAS_TAKE},
    [CARC_ACTION_RESIGN] = {"resign", HAS_PLAYER},
    [CARC_ACTION_CHOICE] = {"choice", 0}, /* pack_choice packs it */
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

const char *carc_action_kind_name (carc_action_kind kind) {
  return shapes[(unsigned)kind < SHAPES ? kind : CARC_ACTION_NONE].name;
}

static uint64_t bits_at (int value, int width, int at) {
  return ((uint64_t)value & (((uint64_t)1 << width) - 1)) << at;
}

/*
** First bit of each field of a choice, in the order of the bits. Optional fields are stored plus 1,
** so that 0 means none. x and y are in two's complement. If x is NO_X, there is no cell, and y
** holds a type of tile. The type of a segment's tile is not stored, because the state has it. The
** numbers of options come first; then those of tokens, kind by kind.
*/
enum {
  CHOICE_BITS = 7,
  PLAYER_BITS = 3,
  PIECE_BITS = 6,
  NUMBER_BITS = 17,
  SEGMENT_BITS = 5,
  CELL_BITS = 10,
  TOKENS_FROM = CARC_MAX_NUMBER + 1,
  TOKEN_NUMBERS = CARC_MAX_TOKEN_NUMBERS + 1,
  CHOICE_AT = 4,
  PLAYER_AT = CHOICE_AT + CHOICE_BITS,
  PIECE_AT = PLAYER_AT + PLAYER_BITS,
  NUMBER_AT = PIECE_AT + PIECE_BITS,
  SEGMENT_AT = NUMBER_AT + NUMBER_BITS,
  X_AT = SEGMENT_AT + SEGMENT_BITS,
  Y_AT = X_AT + CELL_BITS,
  NO_X = -(1 << (CELL_BITS - 1))
};
_Static_assert(CARC_MAX_PHASES <= 1 << CHOICE_BITS, "CHOICE_BITS hold the number of any phase");
_Static_assert(CARC_MAX_PLAYERS < 1 << PLAYER_BITS, "PLAYER_BITS hold any player and the value for none");
_Static_assert(CARC_MAX_PIECES < 1 << PIECE_BITS, "PIECE_BITS hold any piece and the value for none");
_Static_assert((int)TOKENS_FROM + CARC_MAX_TOKEN_KINDS * (int)TOKEN_NUMBERS < 1 << NUMBER_BITS,
               "NUMBER_BITS hold any number, any token and the value for none");
_Static_assert(CARC_MAX_SEGMENTS < 1 << SEGMENT_BITS, "SEGMENT_BITS hold any segment and the value for none");
_Static_assert(CARC_MAX_TYPES < 1 << CELL_BITS, "CELL_BITS hold any tile and the value for none");
_Static_assert((int)Y_AT + CELL_BITS <= 64, "all fields together fit into 64 bits");

static int bits_from (carc_action a, int width, int at) {
  return (int)(a >> at & (((uint64_t)1 << width) - 1));
}
static int signed_bits (carc_action a, int at) { return (bits_from(a, CELL_BITS, at) ^ -NO_X) + NO_X; }

static int packed_number (const carc_action_fields *f) {
  if (f->token < 0) return f->number;
  return TOKENS_FROM + f->token * TOKEN_NUMBERS + (f->number > 0 ? f->number : 0);
}

static void unpack_number (carc_action_fields *f, int packed) {
  bool token = packed >= TOKENS_FROM;
  int number = token ? (packed - TOKENS_FROM) % TOKEN_NUMBERS : packed;
  f->token = token ? (packed - TOKENS_FROM) / TOKEN_NUMBERS : -1;
  f->number = token && number == 0 ? -1 : number;
}

static carc_action pack_choice (const carc_action_fields *f) {
  return CARC_ACTION_CHOICE | bits_at(f->choice, CHOICE_BITS, CHOICE_AT) |
         bits_at(f->player + 1, PLAYER_BITS, PLAYER_AT) | bits_at(f->piece + 1, PIECE_BITS, PIECE_AT) |
         bits_at(packed_number(f) + 1, NUMBER_BITS, NUMBER_AT) |
         bits_at(f->segment + 1, SEGMENT_BITS, SEGMENT_AT) |
         bits_at(f->has_cell ? f->x : NO_X, CELL_BITS, X_AT) |
         bits_at(f->has_cell ? f->y : f->type + 1, CELL_BITS, Y_AT);
}

static carc_action_fields unpack_choice (carc_action a) {
  carc_action_fields f = {.kind = CARC_ACTION_CHOICE,
                          .type = -1,
                          .choice = bits_from(a, CHOICE_BITS, CHOICE_AT),
                          .player = bits_from(a, PLAYER_BITS, PLAYER_AT) - 1,
                          .piece = bits_from(a, PIECE_BITS, PIECE_AT) - 1,
                          .segment = bits_from(a, SEGMENT_BITS, SEGMENT_AT) - 1};
  unpack_number(&f, bits_from(a, NUMBER_BITS, NUMBER_AT) - 1);
  f.has_cell = signed_bits(a, X_AT) != NO_X;
  if (f.has_cell) {
    f.x = signed_bits(a, X_AT);
    f.y = signed_bits(a, Y_AT);
  } else {
    f.type = bits_from(a, CELL_BITS, Y_AT) - 1;
  }
  return f;
}

/* Bit of a deployment that is not on the tile just placed. */
#define ELSEWHERE ((uint64_t)1 << 11)

carc_action carc_action_pack (const carc_action_fields *f) {
  if (f->kind == CARC_ACTION_CHOICE) return pack_choice(f);
  unsigned has = (unsigned)f->kind < SHAPES ? shapes[f->kind].has : 0;
  carc_action a = (uint64_t)f->kind & 0xF;
  if (has & HAS_PIECE) a |= bits_at(f->piece, 7, 4);
  if (has & HAS_PLAYER) a |= bits_at(f->player, 8, 4);
  if (has & HAS_SEGMENT) a |= bits_at(f->segment, 4, 12);
  if (has & HAS_TAKE) a |= bits_at(f->take, 4, 12);
  if (has & HAS_CELL) a |= bits_at(f->x, 16, 16) | bits_at(f->y, 16, 32) | bits_at(f->rotation, 2, 56);
  if (has & HAS_TYPE) a |= bits_at(f->type, 8, 48) | bits_at(f->type >> 8, 6, 58);
  if (has & HAS_SPAN) a |= bits_at(f->span, 4, 4);
  if (has & HAS_SEGMENT) a |= f->has_cell ? ELSEWHERE : 0;
  return a;
}

carc_action_fields carc_action_unpack (carc_action a) {
  if ((a & 0xF) == CARC_ACTION_CHOICE) return unpack_choice(a);
  carc_action_fields f = {.kind = (carc_action_kind)(a & 0xF),
                          .type = -1,
                          .piece = -1,
                          .segment = -1,
                          .player = -1,
                          .choice = -1,
                          .number = -1,
                          .token = -1};
  unsigned has = (unsigned)f.kind < SHAPES ? shapes[f.kind].has : 0;
  if (has & HAS_PIECE) f.piece = (int)(a >> 4 & 0x7F);
  if (has & HAS_PLAYER) f.player = (int)(a >> 4 & 0xFF);
  if (has & HAS_SEGMENT) f.segment = (int)(a >> 12 & 0xF);
  if (has & HAS_TAKE) f.take = (int)(a >> 12 & 0xF);
  if (has & HAS_TYPE) f.type = (int)((a >> 48 & 0xFF) | (a >> 58) << 8);
  if (has & HAS_SPAN) f.span = (int)(a >> 4 & 0xF);
  if (has & HAS_SEGMENT) f.has_cell = (a & ELSEWHERE) != 0;
  if (has & HAS_CELL) {
    f.x = (int16_t)(uint16_t)(a >> 16);
    f.y = (int16_t)(uint16_t)(a >> 32);
    f.rotation = (int)(a >> 56 & 3);
  }
  return f;
}

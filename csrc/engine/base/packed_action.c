/*
** packed_action.c: actions as one number of 64 bits, and back.
*/
#include "base/packed_action.h"
#include "carcassonne.h"

/* What the kinds of actions name. */
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
    [CARC_ACT_NONE] = {"none", 0},
    [CARC_ACT_DRAW] = {"draw", HAS_TYPE},
    [CARC_ACT_PLACE] = {"place", HAS_TYPE | HAS_CELL | HAS_SPAN},
    [CARC_ACT_DEPLOY] = {"deploy", HAS_TYPE | HAS_CELL | HAS_PIECE | HAS_SEGMENT},
    [CARC_ACT_PASS] = {"pass", 0},
    [CARC_ACT_EXTRA] = {"extra", HAS_TAKE},
    [CARC_ACT_RESIGN] = {"resign", HAS_PLAYER},
    [CARC_ACT_CHOICE] = {"choice", 0}, /* packed by rules of its own */
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

const char *carc_action_kind_name (carc_action_kind kind) {
  return shapes[(unsigned)kind < SHAPES ? kind : CARC_ACT_NONE].name;
}

static uint64_t bits_at (int value, int width, int at) {
  return ((uint64_t)value & (((uint64_t)1 << width) - 1)) << at;
}

/* What a choice leaves out, where 0 means something. */
enum { NO_PIECE = 0xF, NO_CHOICE_PLAYER = 0xF, NO_X = -512, NO_CHOICE_NUMBER = 63, NO_CHOICE_TYPE = 0x3FFF };

static int or_else (int value, int none) { return value >= 0 ? value : none; }
static int unless (int value, int none) { return value == none ? -1 : value; }
static int signed_bits (uint64_t a, int at) { return (int)((a >> at & 0x3FF) ^ 0x200) - 0x200; }

static carc_action pack_choice (const carc_action_fields *f) {
  int type = f->segment >= 0 ? f->type : NO_CHOICE_TYPE;
  return CARC_ACT_CHOICE | bits_at(or_else(f->piece, NO_PIECE), 4, 4) |
         bits_at(or_else(f->player, NO_CHOICE_PLAYER), 4, 8) | bits_at(or_else(f->segment, 0), 4, 12) |
         bits_at(f->has_cell ? f->x : NO_X, 10, 16) | bits_at(f->has_cell ? f->y : 0, 10, 26) |
         bits_at(f->choice, 6, 36) | bits_at(or_else(f->number, NO_CHOICE_NUMBER), 6, 42) |
         bits_at(type, 8, 48) | bits_at(f->segment >= 0 ? f->rotation : 0, 2, 56) | bits_at(type >> 8, 6, 58);
}

static carc_action_fields unpack_choice (carc_action a) {
  carc_action_fields f = {.kind = CARC_ACT_CHOICE,
                          .piece = unless((int)(a >> 4 & 0xF), NO_PIECE),
                          .player = unless((int)(a >> 8 & 0xF), NO_CHOICE_PLAYER),
                          .segment = (int)(a >> 12 & 0xF),
                          .choice = (int)(a >> 36 & 0x3F),
                          .number = unless((int)(a >> 42 & 0x3F), NO_CHOICE_NUMBER),
                          .type = unless((int)((a >> 48 & 0xFF) | (a >> 58) << 8), NO_CHOICE_TYPE),
                          .rotation = (int)(a >> 56 & 3)};
  f.has_cell = signed_bits(a, 16) != NO_X;
  if (f.has_cell) {
    f.x = signed_bits(a, 16);
    f.y = signed_bits(a, 26);
  }
  if (f.type < 0) f.segment = -1;
  return f;
}

/* In a deployment: it is elsewhere than on the tile just placed. */
#define ELSEWHERE ((uint64_t)1 << 11)

carc_action carc_action_pack (const carc_action_fields *f) {
  if (f->kind == CARC_ACT_CHOICE) return pack_choice(f);
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
  if ((a & 0xF) == CARC_ACT_CHOICE) return unpack_choice(a);
  carc_action_fields f = {.kind = (carc_action_kind)(a & 0xF),
                          .type = -1,
                          .piece = -1,
                          .segment = -1,
                          .player = -1,
                          .choice = -1,
                          .number = -1};
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

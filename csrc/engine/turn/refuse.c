/*
** refuse.c: messages about illegal actions, with the current decision and some legal actions.
*/
#include "turn/refuse.h"
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

enum { MAX_LISTED = 10 };

/* ---- Placements that are legal in a cell ----------------------------------------------------- */

typedef struct rotation_list {
  unsigned plain, spanned; /* bit r: rotation r is legal; spanned: if a span is laid */
} rotation_list;

static rotation_list legal_turns (const carc_definition *d, const carc_state *s,
                                  const carc_action_fields *wanted) {
  rotation_list found = {0, 0};
  for (int i = 0; i < s->n_actions; i++) {
    carc_action_fields f = carc_action_unpack(carc_state_action(d, s, i));
    if (f.kind != CARC_ACTION_PLACE || f.type != wanted->type || f.x != wanted->x || f.y != wanted->y)
      continue;
    if (f.span > 0)
      found.spanned |= 1u << f.rotation;
    else
      found.plain |= 1u << f.rotation;
  }
  return found;
}

/* Writes the legal rotations. Returns whether there are any. */
static bool put_turns (text_writer *w, const carc_definition *d, const carc_state *s,
                       const carc_action_fields *wanted) {
  rotation_list found = legal_turns(d, s, wanted);
  const char *before = "";
  if ((found.plain | found.spanned) == 0) return false;
  carcU_put(w, "; legal rotations at %d,%d: ", wanted->x, wanted->y);
  for (int r = 0; r < SIDES; r++) {
    if (((found.plain | found.spanned) >> r & 1) == 0) continue;
    carcU_put(w, "%sr%d", before, r);
    if ((found.plain >> r & 1) == 0) carcU_put(w, " with a %s", d->piece[d->span].name);
    before = ", ";
  }
  return true;
}

/* ---- Some legal actions ---------------------------------------------------------------------- */

static bool is_alike (const carc_action_fields *a, const carc_action_fields *b) {
  return a->kind == b->kind && a->choice == b->choice;
}

typedef struct action_list {
  text_writer *w;
  int listed;
} action_list;

/*
** Adds the actions of the same kind as the wanted one, or those of other kinds, until the list is
** full.
*/
static void add_actions (action_list *l, const carc_definition *d, const carc_state *s,
                         const carc_action_fields *wanted, bool alike) {
  enum { END = 20 };
  char text[CARC_ACTION_TEXT_SIZE];
  for (int i = 0; i < s->n_actions && l->listed < MAX_LISTED; i++) {
    carc_action a = carc_state_action(d, s, i);
    carc_action_fields f = carc_action_unpack(a);
    if (is_alike(&f, wanted) != alike) continue;
    size_t length = (size_t)carc_action_to_string(d, s, a, text, sizeof text);
    if (l->w->length + length + END >= l->w->size) return;
    carcU_put(l->w, "%s%s", l->listed > 0 ? ", " : "; legal are ", text);
    l->listed++;
  }
}

static void put_actions (text_writer *w, const carc_definition *d, const carc_state *s,
                         const carc_action_fields *wanted) {
  action_list l = {w, 0};
  add_actions(&l, d, s, wanted, true);
  add_actions(&l, d, s, wanted, false);
  if (l.listed > 0 && l.listed < s->n_actions) carcU_put(w, " and %d more", s->n_actions - l.listed);
}

void carcT_put_alternatives (text_writer *w, const carc_definition *d, const carc_state *s,
                             carc_action wanted) {
  carc_action_fields f = carc_action_unpack(wanted);
  bool is_placement = f.kind == CARC_ACTION_PLACE && s->decision == DECISION_PLACE;
  bool one_in_hand = s->hand != NO_TYPE; /* otherwise one of several tiles is to be placed */
  if (is_placement && one_in_hand && f.type != s->hand)
    carcU_put(w, "; the tile in hand is %s", d->type[s->hand].id);
  if (!is_placement || !put_turns(w, d, s, &f)) put_actions(w, d, s, &f);
}

/* ---- The whole message ----------------------------------------------------------------------- */

static const char *const waiting[] = {[CARC_ACTION_NONE] = "the game is over",
                                      [CARC_ACTION_DRAW] = "a tile must be drawn",
                                      [CARC_ACTION_PLACE] = "a tile must be placed",
                                      [CARC_ACTION_DEPLOY] = "a piece can be deployed",
                                      [CARC_ACTION_EXTRA] = "a double turn can be taken or declined",
                                      [CARC_ACTION_CHOICE] = "the question of a script must be answered"};

carc_status carcT_refuse_action (const carc_definition *d, const carc_state *s, carc_error *err,
                                 const char *what, carc_action wanted) {
  carc_error whole;
  text_writer w = carcU_new_writer(whole.message, sizeof whole.message);
  if (err == NULL) return CARC_ERR_ILLEGAL;
  carcU_put(&w, "%s is not legal here: %s", what, waiting[carc_state_decision(d, s)]);
  carcT_put_alternatives(&w, d, s, wanted);
  return carcU_fail(err, CARC_ERR_ILLEGAL, 0, "%s", whole.message);
}

/*
** event.c: events and their names.
*/
#include <string.h>
#include "effect/event.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/state.h"

/* Defines a function that returns the names of a list. */
#define NAMES_FROM(LIST, COUNT, function, type, number)         \
  const char *function(type number) {                           \
    static const char *const names[COUNT] = {LIST(ITS_NAME)};   \
    return (unsigned)(number) < COUNT ? names[number] : "none"; \
  }
#define ITS_NAME(id, name) name,

NAMES_FROM(CARC_EVENT_LIST, CARC_EVENT_COUNT, carc_event_name, carc_event_kind, kind)
NAMES_FROM(CARC_EXTENSION_CAUSE_LIST, CARC_EXTENSION_CAUSE_COUNT, carc_extension_cause_name,
           carc_extension_cause, cause)
NAMES_FROM(CARC_LEAVING_LIST, CARC_LEAVING_COUNT, carc_leaving_name, carc_leaving, why)
NAMES_FROM(CARC_GIVEN_CAUSE_LIST, CARC_GIVEN_CAUSE_COUNT, carc_given_cause_name, carc_given_cause, cause)
NAMES_FROM(CARC_SCORE_ITEM_LIST, CARC_SCORE_ITEM_COUNT, carc_score_item_name, carc_score_item_kind, kind)

carc_event carcE_new_event (const carc_call *c, carc_event_kind kind, int player) {
  carc_event e;
  memset(&e, 0, sizeof e);
  e.kind = kind;
  e.player = player;
  e.type = e.tile = e.segment = e.piece = e.good = -1;
  e.final = c->final;
  return e;
}

carc_event carcE_new_segment_event (const carc_call *c, carc_event_kind kind, int player, int tile,
                                    int segment) {
  carc_event e = carcE_new_event(c, kind, player);
  carc_tile t = carc_state_tile(c->d, c->s, tile);
  e.tile = tile;
  e.type = t.type;
  e.x = t.x;
  e.y = t.y;
  e.rotation = t.rotation;
  e.segment = segment;
  if (segment >= 0) e.feature = (carc_kind)c->d->type[t.type].kind[segment];
  return e;
}

void carcE_emit (carc_call *c, carc_event *event) {
  event->number = ++c->number;
  event->decision = (int)c->s->decisions;
  if (event->number > c->since && c->sink(c->sink_ud, event) != 0) c->sink = NULL;
}

void carcE_emit_player_event (carc_call *c, carc_event_kind kind, int player) {
  if (!listening(c)) return;
  carc_event e = carcE_new_event(c, kind, player);
  carcE_emit(c, &e);
}

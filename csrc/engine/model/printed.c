/*
** printed.c: tests whether selectors match what is printed on a tile.
*/
#include "model/printed.h"
#include <string.h>
#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"

bool carcM_is_named_tile (const carc_definition *d, const selector *f, const tile_type *t) {
  for (int i = f->id.first; i != CARC_NONE; i = d->links[i].next)
    if (strcmp(d->type[d->links[i].number].id, t->id) == 0) return true;
  return (f->given & GIVES_id) == 0;
}

typedef unsigned print_reader (const selector *f, const tile_type *t);

/*
** The parts of a tile, as bits, that match a selector and its filters by what is printed. Other
** conditions are ignored.
*/
static unsigned passing (const carc_definition *d, int of, const tile_type *t, print_reader *read) {
  const selector *f = &d->selectors[of];
  unsigned passes = carcM_is_named_tile(d, f, t) ? read(f, t) : 0, some = 0;
  bool any = false;
  for (int i = f->links.first; i != CARC_NONE; i = d->links[i].next) {
    const relation_link *l = &d->links[i];
    if (!carcM_is_filter_link(l)) continue;
    unsigned inner = passing(d, l->number, t, read);
    if (l->relation == RELATION_all) passes &= inner;
    if (l->relation == RELATION_except) passes &= ~inner;
    if (l->relation == RELATION_any) some |= inner;
    any = any || l->relation == RELATION_any;
  }
  return any ? passes & some : passes;
}

unsigned carcM_passing_segments (const carc_definition *d, int of, const tile_type *t) {
  return of == CARC_NONE ? 0 : passing(d, of, t, carcM_match_printed_segments);
}

bool carcM_passes_as_tile (const carc_definition *d, int of, const tile_type *t) {
  return passing(d, of, t, carcM_match_printed) != 0;
}

bool carcM_is_filter_link (const relation_link *l) {
  return l->relation == RELATION_all || l->relation == RELATION_any || l->relation == RELATION_except;
}

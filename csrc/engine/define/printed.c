/*
** printed.c: what selectors find by nothing but what is printed on tiles.
*/
#include "define/printed.h"
#include <string.h>
#include "carcassonne.h"
#include "define/definition.h"
#include "define/selector.h"
#include "define/tile.h"

bool carc_is_named (const carc_definition *d, const selector *f, const tile_type *t) {
  for (int i = f->id.first; i != NONE; i = d->links[i].next)
    if (strcmp(d->type[d->links[i].number].id, t->id) == 0) return true;
  return (f->given & GIVES_id) == 0;
}

unsigned carc_passing_segments (const carc_definition *d, int of, const tile_type *t) {
  if (of == NONE) return 0;
  const selector *f = &d->selectors[of];
  unsigned passing = carc_is_named(d, f, t) ? carc_segments_printed(f, t) : 0, some = 0;
  bool any = false;
  for (int i = f->links.first; i != NONE; i = d->links[i].next) {
    const relation_link *l = &d->links[i];
    unsigned inner = carc_passing_segments(d, l->number, t);
    if (l->relation == RELATION_all) passing &= inner;
    if (l->relation == RELATION_except) passing &= ~inner;
    if (l->relation == RELATION_any) some |= inner;
    any = any || l->relation == RELATION_any;
  }
  return any ? passing & some : passing;
}

/*
** window.c: the radius of a window.
*/
#include "space/window.h"
#include "util/text.h"
#include "model/definition.h"

/* The distance from 0,0 that no tile of a game can exceed. */
static int farthest (const carc_definition *d) {
  int far = 0, n = carc_state_tiles(d, d->image);
  for (int i = 0; i < n; i++) {
    carc_tile t = carc_state_tile(d, d->image, i);
    if (abs(t.x) > far) far = abs(t.x);
    if (abs(t.y) > far) far = abs(t.y);
  }
  far += (int)d->at.n_tiles;
  return far < MAX_RADIUS ? far : MAX_RADIUS;
}

carc_status carcN_make_window (const carc_definition *d, int radius, cell_window *out, carc_error *err) {
  if (radius < 0 || radius > MAX_RADIUS)
    return FAIL_INVALID(err, "expected a radius from 0 (all cells) to %d, got %d", MAX_RADIUS, radius);
  if (radius == 0) radius = farthest(d);
  *out = (cell_window){radius, 2 * radius + 1};
  return CARC_OK;
}

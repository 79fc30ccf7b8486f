/*
** square_root.h: computes square roots without a library. The results are the same on every
** platform.
*/
#ifndef CARC_SQUARE_ROOT_H
#define CARC_SQUARE_ROOT_H

#include "util/compiler.h"

/* Newton's method, with a first value above the root. Returns 0 if x is not positive. */
ALWAYS_INLINE double square_root (double x) {
  double y = x > 1 ? x : 1;
  for (int i = 0; i < 64 && y * y > x; i++) y = (y + x / y) / 2;
  return x > 0 ? y : 0;
}

#endif

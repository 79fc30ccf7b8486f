/*
** random.h: the random generator of a state: Wyrand. Its state is one word, and its numbers are the
** same on every platform. A bounded number takes exactly one step; its bias is below n / 2^32.
*/
#ifndef CARC_RANDOM_H
#define CARC_RANDOM_H

#include <stdint.h>

static inline uint64_t multiply_fold (uint64_t a, uint64_t b) {
#if defined(__SIZEOF_INT128__)
  __extension__ typedef unsigned __int128 wide;
  wide m = (wide)a * b;
  return (uint64_t)(m >> 64) ^ (uint64_t)m;
#else
  uint64_t ah = a >> 32, al = (uint32_t)a, bh = b >> 32, bl = (uint32_t)b;
  uint64_t ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
  uint64_t mid = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;
  uint64_t low = (mid << 32) | (uint32_t)ll, high = hh + (lh >> 32) + (hl >> 32) + (mid >> 32);
  return high ^ low;
#endif
}

/* Spreads a seed, so that the games with seeds 1, 2, 3 ... are unrelated. */
static inline uint64_t random_seed (uint64_t seed) {
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebu;
  return seed ^ (seed >> 31);
}

#define RANDOM_STEP 0xa0761d6478bd642fu

/* A random number from 0 to n - 1; n must be at least 1. */
static inline uint32_t random_below (uint64_t *generator, uint32_t n) {
  *generator += RANDOM_STEP;
  uint64_t mixed = multiply_fold(*generator, *generator ^ 0xe7037ed1a0b428dbu);
  return (uint32_t)(((mixed >> 32) * n) >> 32);
}

/* The generator as it was `steps` steps ago. */
static inline uint64_t random_rewind (uint64_t generator, uint32_t steps) {
  return generator - steps * RANDOM_STEP;
}

#endif

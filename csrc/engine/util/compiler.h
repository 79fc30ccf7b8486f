/*
** compiler.h: all compiler extensions that the library uses, and for each an equivalent in plain
** C11.
*/
#ifndef CARC_COMPILER_H
#define CARC_COMPILER_H

#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NOINLINE __attribute__((noinline))
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
ALWAYS_INLINE int lowest_bit (uint64_t x) { return __builtin_ctzll(x); }
#else
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define NOINLINE
#define ALWAYS_INLINE static inline
#define PRINTF_LIKE(fmt, args)
#define EXPORTED
ALWAYS_INLINE int lowest_bit (uint64_t x) {
  int n = 0;
  while ((x & 1) == 0) {
    x >>= 1;
    n++;
  }
  return n;
}
#endif

#if defined(__SSE2__) && !defined(CARC_NO_VECTORS)
#include <emmintrin.h>
#define CARC_SSE2 1
#else
#define CARC_SSE2 0
#endif

ALWAYS_INLINE int count_bits (uint64_t x) {
#if defined(__POPCNT__)
  return __builtin_popcountll(x);
#else
  x -= (x >> 1) & 0x5555555555555555u;
  x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (int)((x * 0x0101010101010101u) >> 56);
#endif
}

/*
** Position of set bit number k, from 0; there must be such a bit. Works without branches: finds the
** byte by sums of bits, and then the bit in this byte.
*/
ALWAYS_INLINE int nth_bit (uint64_t x, int k) {
  const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
  uint64_t sums = x - ((x >> 1) & 0x5555555555555555u);
  sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
  sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;
  uint64_t wanted = (uint64_t)k * ones | tops;
  int place = (int)((((wanted - sums) & tops) >> 7) * ones >> 53 & ~(uint64_t)7);
  uint64_t rest = (uint64_t)k - (sums << 8 >> place & 0xFF);
  uint64_t bits = ((x >> place & 0xFF) * ones & 0x8040201008040201u);
  bits = ((bits | ((bits | tops) - ones)) & tops) >> 7;
  uint64_t upto = bits * ones;
  return place + (int)(((((rest * ones | tops) - upto) & tops) >> 7) * ones >> 56);
}

#endif

/*
** lua_memory.c: an allocator for the Lua states of the fuzz targets. Most of the time of an input
** went to AddressSanitizer's allocator, for small blocks of Lua. Small blocks therefore come from
** lists of free blocks. Those that are free, and the bytes after a block, are poisoned, so that
** wrong accesses by the engine and the C modules are still found.
*/
#include "lua_memory.h"
#include <sanitizer/asan_interface.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 16, CLASSES = 20, LARGEST = CLASSES * STEP, MARGIN = STEP, ARENA = 1 << 20 };

typedef struct free_block {
  struct free_block *next;
} free_block;

static free_block *free_of_class[CLASSES + 1];
static unsigned char *arena;
static size_t left_in_arena;

static size_t class_of (size_t size) { return (size + STEP - 1) / STEP; }

static bool is_small (size_t size) { return size > 0 && size <= LARGEST; }

/* Cuts a block off the arena. An arena is never freed. */
static void *cut_block (size_t size) {
  if (left_in_arena < size) {
    arena = malloc(ARENA);
    if (arena == NULL) return NULL;
    left_in_arena = ARENA;
    ASAN_POISON_MEMORY_REGION(arena, ARENA);
  }
  void *block = arena;
  arena += size;
  left_in_arena -= size;
  return block;
}

static void *take_small (size_t size) {
  size_t class = class_of(size);
  free_block *block = free_of_class[class];
  if (block == NULL)
    block = cut_block(class * STEP + MARGIN);
  else {
    ASAN_UNPOISON_MEMORY_REGION(block, sizeof *block);
    free_of_class[class] = block->next;
    ASAN_POISON_MEMORY_REGION(block, sizeof *block);
  }
  if (block != NULL) ASAN_UNPOISON_MEMORY_REGION(block, size);
  return block;
}

static void give_small (void *at, size_t size) {
  free_block *block = at;
  size_t class = class_of(size);
  ASAN_UNPOISON_MEMORY_REGION(block, sizeof *block);
  block->next = free_of_class[class];
  free_of_class[class] = block;
  ASAN_POISON_MEMORY_REGION(block, class * STEP);
}

static void *take (size_t size) { return is_small(size) ? take_small(size) : malloc(size); }

static void give (void *block, size_t size) {
  if (block != NULL && is_small(size))
    give_small(block, size);
  else
    free(block);
}

void *fuzz_lua_memory (void *ud, void *block, size_t before, size_t after) {
  (void)ud;
  if (block == NULL) before = 0;
  if (after == 0) {
    give(block, before);
    return NULL;
  }
  if (block != NULL && !is_small(before) && !is_small(after)) return realloc(block, after);
  void *moved = take(after);
  if (moved == NULL || block == NULL) return moved;
  memcpy(moved, block, before < after ? before : after);
  give(block, before);
  return moved;
}

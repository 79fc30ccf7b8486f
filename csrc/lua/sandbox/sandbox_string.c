/*
** sandbox_string.c: string functions for scripts. They replace those functions of Lua that may take
** long.
**
** They behave as in Lua 5.4 in every Lua. Each step is charged to the running limit.
*/
#include <math.h>
#include <string.h>
#include "sandbox/limit.h"
#include "sandbox/pattern.h"
#include "sandbox/sandbox_libraries.h"

void carcL_refuse_amount (lua_State *L, const char *name) {
  luaL_error(L, "'%s' was called for more than %d items or characters", name, MAX_AT_ONCE);
}

/*
** Converts a position, which is negative if it counts from the end. Returns 0 if it is before the
** first character.
*/
static lua_Integer position (lua_Integer at, size_t length) {
  if (at >= 0) return at;
  return at < -(lua_Integer)length ? 0 : (lua_Integer)length + at + 1;
}

/* ---- Finding --------------------------------------------------------------------------------- */

/*
** Returns the text at index 1 from the position in argument `arg` on; NULL if the position is past
** the end.
*/
static const char *begin_text (lua_State *L, pattern_match *m, int arg) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer from = position(luaL_optinteger(L, arg, 1), length);
  carcL_begin_match(L, m, text, length);
  if (from < 1) from = 1;
  return from > (lua_Integer)length + 1 ? NULL : text + from - 1;
}

static int push_place (pattern_match *m, const char *at, const char *end) {
  lua_pushinteger(m->L, (lua_Integer)(at - m->begin) + 1);
  lua_pushinteger(m->L, (lua_Integer)(end - m->begin));
  return 2;
}

static int push_none (lua_State *L) {
  lua_pushnil(L);
  return 1;
}

MODULE_FUNCTION(carcL_string_find) {
  pattern_match m;
  compiled_pattern p;
  const char *at = begin_text(L, &m, 3), *end;
  size_t length;
  const char *pattern = luaL_checklstring(L, 2, &length);
  if (at == NULL) return push_none(L);
  if (lua_toboolean(L, 4) || carcL_is_literal(pattern, length)) {
    at = carcL_find_literal(&m, at, pattern, length);
    carcL_end_match(&m);
    return at != NULL ? push_place(&m, at, at + length) : push_none(L);
  }
  carcL_compile_pattern(L, pattern, length, true, &p);
  at = carcL_match_from(&m, at, &p, &end);
  carcL_end_match(&m);
  if (at == NULL) return push_none(L);
  return push_place(&m, at, end) + carcL_push_captures(&m, at, end, false);
}

MODULE_FUNCTION(carcL_string_match) {
  pattern_match m;
  compiled_pattern p;
  const char *at = begin_text(L, &m, 3), *end;
  size_t length;
  const char *pattern = luaL_checklstring(L, 2, &length);
  if (at == NULL) return push_none(L);
  carcL_compile_pattern(L, pattern, length, true, &p);
  at = carcL_match_from(&m, at, &p, &end);
  carcL_end_match(&m);
  return at != NULL ? carcL_push_captures(&m, at, end, true) : push_none(L);
}

/*
** The upvalues of the iterator: the text, the pattern, the start of the next match, and the end of
** the last match.
*/
enum { EACH_TEXT = 1, EACH_PATTERN, EACH_FROM, EACH_LAST };

static int next_match (lua_State *L) {
  pattern_match m;
  size_t length;
  const char *text = lua_tolstring(L, lua_upvalueindex(EACH_TEXT), &length), *end;
  const compiled_pattern *p = lua_touserdata(L, lua_upvalueindex(EACH_PATTERN));
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(EACH_LAST));
  carcL_begin_match(L, &m, text, length);
  for (const char *at = text + lua_tointeger(L, lua_upvalueindex(EACH_FROM)); at <= m.end; at++) {
    at = carcL_match_from(&m, at, p, &end);
    if (at == NULL) break;
    if (end - text == last) continue; /* an empty match at the end of the last match */
    carcL_end_match(&m);
    lua_pushinteger(L, (lua_Integer)(end - text));
    lua_pushvalue(L, -1);
    lua_replace(L, lua_upvalueindex(EACH_FROM));
    lua_replace(L, lua_upvalueindex(EACH_LAST));
    return carcL_push_captures(&m, at, end, true);
  }
  carcL_end_match(&m);
  lua_pushinteger(L, (lua_Integer)length + 1);
  lua_replace(L, lua_upvalueindex(EACH_FROM));
  return 0;
}

MODULE_FUNCTION(carcL_string_gmatch) {
  pattern_match m;
  size_t length;
  const char *at = begin_text(L, &m, 3), *pattern = luaL_checklstring(L, 2, &length);
  lua_pushvalue(L, 1);
  carcL_compile_pattern_into(L, pattern, length, false, lua_newuserdatauv(L, carcL_pattern_size(length), 0));
  lua_pushinteger(L, (lua_Integer)(at != NULL ? at - m.begin : m.end - m.begin + 1));
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

/* ---- Replacing ------------------------------------------------------------------------------- */

/* Adds the replacement text at index 3, with the captures inserted. */
static void add_replacement (pattern_match *m, luaL_Buffer *b, const char *begin, const char *end) {
  lua_State *L = m->L;
  size_t length;
  const char *text = lua_tolstring(L, 3, &length), *stop = text + length;
  for (const char *sign; (sign = memchr(text, '%', (size_t)(stop - text))) != NULL; text = sign + 2) {
    luaL_addlstring(b, text, (size_t)(sign - text));
    char c = sign + 1 < stop ? sign[1] : '\0';
    if (c == '%')
      luaL_addchar(b, '%');
    else if (c == '0')
      luaL_addlstring(b, begin, (size_t)(end - begin));
    else if (c >= '1' && c <= '9') {
      carcL_push_capture(m, c - '1', begin, end);
      luaL_tolstring(L, -1, NULL); /* a capture of a position is a number */
      lua_remove(L, -2);
      luaL_addvalue(b);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
  }
  luaL_addlstring(b, text, (size_t)(stop - text));
}

/*
** Adds the result that a table or function gives for a match. If it is nil or false, adds the match
** itself.
*/
static void add_answer (pattern_match *m, luaL_Buffer *b, const char *begin, const char *end) {
  lua_State *L = m->L;
  if (lua_istable(L, 3)) {
    carcL_push_capture(m, 0, begin, end);
    lua_gettable(L, 3);
  } else {
    lua_pushvalue(L, 3);
    lua_call(L, carcL_push_captures(m, begin, end, true), 1);
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(b, begin, (size_t)(end - begin));
    return;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(b);
}

enum { REPLACING = 10 }; /* instructions charged for a replacement, beside the match */

static void replace_match (pattern_match *m, luaL_Buffer *b, const char *begin, const char *end, int type) {
  if (type == LUA_TSTRING) {
    carcL_charge(m->L, REPLACING + (lua_Integer)(lua_rawlen(m->L, 3) / 16));
    add_replacement(m, b, begin, end);
  } else {
    carcL_charge(m->L, REPLACING);
    add_answer(m, b, begin, end);
  }
}

MODULE_FUNCTION(carcL_string_gsub) {
  pattern_match m;
  compiled_pattern p;
  luaL_Buffer b;
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length), *pattern = luaL_checklstring(L, 2, &pattern_length);
  const char *at = text, *last = NULL, *end;
  int type = lua_type(L, 3);
  if (type == LUA_TNUMBER) {
    lua_tolstring(L, 3, NULL);
    type = LUA_TSTRING;
  }
  bool fine = type == LUA_TSTRING || type == LUA_TTABLE || type == LUA_TFUNCTION;
  if (!fine) return luaL_typeerror(L, 3, "string/function/table");
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), n = 0;
  lua_settop(L, 4);
  carcL_begin_match(L, &m, text, length);
  carcL_compile_pattern(L, pattern, pattern_length, true, &p);
  luaL_buffinit(L, &b);
  while (n < most) {
    end = carcL_match_at(&m, at, &p);
    if (end != NULL && end != last) {
      n++;
      replace_match(&m, &b, at, end, type);
      at = last = end;
    } else if (at < m.end) {
      luaL_addchar(&b, *at++);
    } else {
      break;
    }
    if (p.anchored) break;
  }
  luaL_addlstring(&b, at, (size_t)(m.end - at));
  carcL_end_match(&m);
  luaL_pushresult(&b);
  lua_pushinteger(L, n);
  return 2;
}

/* ---- Characters ------------------------------------------------------------------------------ */

MODULE_FUNCTION(carcL_string_byte) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer from = luaL_optinteger(L, 2, 1), to = position(luaL_optinteger(L, 3, from), length);
  from = position(from, length);
  if (from < 1) from = 1;
  if (to > (lua_Integer)length) to = (lua_Integer)length;
  if (from > to) return 0;
  int n = (int)(to - from + 1);
  if (to - from >= MAX_AT_ONCE || !lua_checkstack(L, n)) luaL_error(L, "string slice too long");
  carcL_charge(L, n);
  for (int i = 0; i < n; i++) lua_pushinteger(L, (unsigned char)text[from - 1 + i]);
  return n;
}

MODULE_FUNCTION(carcL_string_rep) {
  size_t length, between;
  const char *text = luaL_checklstring(L, 1, &length), *separator = luaL_optlstring(L, 3, "", &between);
  lua_Number n = floor(luaL_checknumber(L, 2));
  luaL_Buffer b;
  if (n > MAX_AT_ONCE || n * (lua_Number)(length + between) > MAX_AT_ONCE) carcL_refuse_amount(L, "rep");
  if (!(n >= 1)) n = 0;
  carcL_charge(L, (lua_Integer)(n / 4) + (lua_Integer)(n * (lua_Number)(length + between) / 16));
  luaL_buffinit(L, &b);
  for (int i = 0; i < (int)n; i++) {
    if (i > 0) luaL_addlstring(&b, separator, between);
    luaL_addlstring(&b, text, length);
  }
  luaL_pushresult(&b);
  return 1;
}

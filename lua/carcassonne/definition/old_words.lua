--- Words that the language of variants had once, each with the sentence that says how it is said now. Whoever refuses an unknown
-- key, value or method looks here first; carcassonne.core, too, once this is loaded.
-- @module carcassonne.definition.old_words

local options = require "carcassonne.base.options"

local old_words = {}

--- Keys of games and variants.
---@type table<string, string>
old_words.source = {
  limits = '`limits` is now what may not come to lie: ' ..
    '`never = { { "tiles", attribute = A, around = { "tiles", attribute = B, least = 2 } } }`',
}

--- Keys of tables that stand for statements, by statement.
---@type table<string, table<string, string>>
old_words.of = {
  piece = { only = '`only` is now in the filter `on`: `on = { kind = KIND, attribute = NAME }`' },
  final = {
    most = '`most` is now a row in the step: `{ "players", top = SLOT, add = 10 }`',
    each = '`each` is now a row in the step: `{ "players", per = SLOT, add = 1 }`',
    points = '`points` is now `add` of a row in the step: `{ "players", top = SLOT, add = 10 }`',
  },
}

--- Keys of selectors, of gates, rows and offers before.
---@type table<string, string>
old_words.selector = {
  any_piece = '`any_piece` is now `takes = NAME`, or `takes = "followers"`',
  marked = '`marked` is now a selector: `{ "tiles", attribute = NAME }`',
  own = '`own` is now `player = { slot = NAME }`; in an offer `when = { player = { slot = NAME } }`',
  unset = '`unset` is now `slot = { NAME = 0 }`',
  holder = '`holder` is now `player = NAME`',
  follower_in = '`follower_in` is now a selector: `{ "pieces", player = "turn", follower = true, feature = { attribute = NAME } }`',
  joined = '`joined` is now a selector: `{ "pieces", piece = NAME, feature = "last" }`',
  of = '`of` is now `player = "turn"` or `player = "others"`',
  placed = '`placed` is now `feature = { "segments", at = "last", attribute = NAME }`',
  near = '`near` is now `around = { "segments", kind = NAME }`',
  vacant = '`vacant` is now `lacks = { "pieces", kind = "spot" }`',
  except_tile = '`except_tile` is now `except = { at = SLOT }`, of a slot that holds a tile',
  except_segment = '`except_segment` is now `except = { at = SLOT }`, of a slot that holds a segment',
  anywhere = '`anywhere` is now `{ "segments", complete = false, takes = "followers", deploy = true }`',
  once = '`once` is now `when = { slot = { spans = 0 } }`, and of rows of bonus and final alone',
  optional = '`optional` is now a question mark behind the name: `piece = "cart?"`',
  numbers = '`numbers` is now `number = SLOT`; a slot has so many as its `size`, which may be a list by number of players',
  tile = '`tile` is now `{ "cells", takes = ID }`',
  city = '`city` is now in what is counted: `per = { "features", kind = "city", attribute = NAME, borders = "this" }`',
  each = '`each` is now `per = NAME`',
  points = '`points` is now `add`',
}

--- Kinds of what an offer finds.
---@type table<string, string>
old_words.kind = {
  deployments = '"deployments" are now `{ "segments", takes = "followers", deploy = true }`',
  spans = '"spans" are now `{ "axes", at = "last", takes = NAME }`',
  places = '"places" are now `{ "cells", takes = ID }`',
}

--- Values of `per`.
---@type table<string, string>
old_words.per = {
  once = '"once" is what a row without `per` does',
  tile = '"tile" is now "tiles"',
  piece = '"piece" is now "pieces"',
  city = '"city" is now "cities"',
  slot = '"slot" is now the name of the slot: `per = "gold"`',
}

--- Keys whose value is another one now, with the type that it had: "KEY TYPE".
---@type table<string, string>
old_words.value = {
  ["blocked string"] = '`blocked = SLOT` is now `blocked = { { slot = SLOT } }`',
  ["when string"] = '`when = "always"` is now `always = true`, beside `run`',
  ["around string"] = '`around = NAME` in a row is now in what is counted: `per = { "tiles", around = "this", kind = NAME }`, ' ..
    'or `attribute`, or `{ "pieces", piece = NAME, around = "this" }`',
}

--- Methods, by class.
---@type table<string, table<string, string>>
old_words.method = {
  State = {
    any_piece = 'state:any { "pieces", ... }',
    offer_pieces = 'state:offer { "pieces", ... }',
    offer_tiles = 'state:offer { "tiles", ... }',
    offer_segments = 'state:offer { "segments", ... }',
    offer_spans = 'state:offer { "axes", at = "last", takes = NAME }',
    offer_corners = 'state:offer { "corners", at = "last", takes = NAME }',
    offer_deployments = 'state:offer { "segments", complete = false, takes = "followers", deploy = true }',
    marked = "state:tiles { attribute = NAME }",
    each_marked = 'state:each { "tiles", attribute = NAME }',
    is_near = 'state:any { "segments", kind = NAME, around = PLACE }',
    has_attribute = "state:matches(THING, { attribute = NAME })",
    fits_span = 'state:any { "axes", at = PLACE, takes = NAME }',
    num_features = 'state:count { "features", ... }',
    mark = "state:set_attribute",
  },
  Feature = {
    has = "state:matches(PLACE, { feature = FEATURE })",
    has_follower = 'state:any { "pieces", follower = true, player = NUMBER, feature = FEATURE }',
    has_piece = 'state:any { "pieces", piece = NAME, feature = FEATURE }',
    pieces = "state:pieces { feature = FEATURE }",
    cities = 'state:features { kind = "city", borders = FEATURE }',
  },
}

--- What readers are given in place of a filter, by type.
---@type table<string, string>
old_words.argument = {
  number = "a selector is a table: places are told as { at = { x = .., y = .. } }, not as numbers",
  string = 'a selector is a table: kinds are told as { kind = "city", complete = true }, not as words',
}

--- Refuses a value that a key had once.
---@param where string what messages begin with, with the key
---@param key string
---@param value any
function old_words.check_value(where, key, value)
  local says = old_words.value[("%s %s"):format(key, type(value))]
  if says then options.refuse(where, says) end
end

return old_words

--- Random selectors in the words of a game: all kinds of items, all keys, nested.

local compat = require "carcassonne.base.compat"
local random = {}

local CELLS = { "tiles", "cells", "segments", "pieces", "corners", "axes", "ends", "sides" }
-- The kinds of items between which there are relations.
local TARGETS = { "tiles", "segments", "features", "pieces", "cells" }
local PLACED = { "tiles", "segments", "features", "pieces", "ends", "sides" }

-- The kinds of items that have a key.
local HAS = {
  kind = PLACED, attribute = PLACED,
  has = { "tiles", "segments", "features", "players" },
    has_no = { "tiles", "segments", "features", "players" },
  piece = { "pieces" }, follower = { "pieces" }, hand = { "players" },
  id = { "tiles" }, complete = { "segments", "features", "pieces", "ends", "sides" },
  player = { "players", "tiles", "segments", "features", "pieces" },
  variable = { "players", "tiles", "segments", "features", "pieces", "sides" },
  at = { "tiles", "cells", "segments", "features", "pieces", "corners", "axes", "ends", "sides" },
  feature = { "tiles", "segments", "features", "pieces", "corners", "axes", "ends", "sides" },
  side = { "sides", "ends" }, touches = { "sides" },
  around = CELLS, adjacent_to = CELLS, in_line_with = CELLS,
  borders = { "segments", "features", "pieces", "ends" }, into = { "ends" }, open = { "ends", "sides" },
  can_deploy = { "segments", "axes" }, can_place = { "cells" }, can_stand = { "segments" },
  except = PLACED, all = PLACED, any = PLACED,
  highest = { "players", "tiles", "features" },
}
-- Keys that test nothing of the item, or that stand for more than one key.
local NOT_IN_FILTERS = { highest = true, can_deploy = true, can_place = true }
local MOST = 20 -- maximum size; the engine reads up to 24
local KINDS = { "players", "tiles", "cells", "segments", "features", "pieces", "ends", "sides" }
local COUNTED = { "corners", "axes" } -- no function of State lists them
-- The kinds of items that can be in an item, or on it.
local INSIDE = { tiles = { "segments", "features", "pieces", "ends", "sides" },
  segments = { "pieces", "ends", "sides" }, features = { "tiles", "segments", "pieces", "ends", "sides" },
  players = { "pieces" } }
local OF_SEGMENTS = { "field", "road", "city", "monastery", "river" }
local NEEDS = { "unoccupied", "own_follower", "incomplete", "none_of_kind" }
-- The scopes of variables that have a number for each kind of item.
local SCOPES = {
  players = { game = true, player = true },
  tiles = { game = true, player = true, cell = true, segment = true, feature = true },
}
for _, kind in ipairs { "segments", "features", "pieces", "ends", "sides" } do SCOPES[kind] = SCOPES.tiles end

local function sorted(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

---@class SelectorMaker
local Maker = {}
Maker.__index = Maker

--- Returns a maker of selectors for a game.
---@param words table the result of selectors.vocabulary
---@param players integer
---@param choose fun(n:integer):integer
---@return SelectorMaker
function random.maker(words, players, choose)
  local self = setmetatable({ words = words, players = players, choose = choose }, Maker)
  self.attributes, self.pieces, self.variables = sorted(words.attributes), sorted(words.pieces),
    sorted(words.variables)
  self.keys = {}
  for key, kinds in pairs(HAS) do
    for _, kind in ipairs(kinds) do
      self.keys[kind] = self.keys[kind] or {}
      table.insert(self.keys[kind], key)
    end
  end
  for _, keys in pairs(self.keys) do table.sort(keys) end
  return self
end

function Maker:one_of(list) return list[self.choose(#list)] end

function Maker:chance(n) return self.choose(n) == 1 end

-- Returns a word, or a list of two or three.
function Maker:words_of(list)
  if not self:chance(4) then return self:one_of(list) end
  local some = {}
  for i = 1, 1 + self.choose(2) do some[i] = self:one_of(list) end
  return some
end

-- Returns the variables that have numbers for a kind of item.
function Maker:variables_of(kind)
  local list = {}
  for _, name in ipairs(self.variables) do
    local variable = self.words.variables[name]
    if not variable.type and SCOPES[kind][variable.scope] then list[#list + 1] = name end
  end
  return list
end

function Maker:game_variable()
  local list = {}
  for _, name in ipairs(self.variables) do
    local variable = self.words.variables[name]
    if variable.scope == "game" and not variable.size and not variable.type then list[#list + 1] = name end
  end
  return #list > 0 and self:one_of(list) or nil
end

function Maker:number(most)
  return self:chance(8) and self:game_variable() or self.choose(most + 1) - 1
end

-- Returns a selector that is counted, often with bounds.
function Maker:counted(kinds, depth)
  local selector = self:selector(self:one_of(kinds), depth - 1)
  if self:chance(3) then selector.min = self.choose(3) end
  if self:chance(5) then
    selector.max = (compat.math.type(selector.min) == "integer" and selector.min or 0) + self.choose(3) - 1
  end
  return selector
end

-- Returns a reference: the tile just placed, the subject of a hook, a place that a script
-- remembers, or an area.
function Maker:reference()
  local list = { "last_placed", self.words.this and "this" }
  for _, name in ipairs(self.variables) do
    local variable = self.words.variables[name]
    if variable.type and variable.scope == "game" and not variable.size then list[#list + 1] = name end
  end
  for _, name in ipairs(sorted(self.words.areas)) do list[#list + 1] = name end
  return self:one_of(list)
end

function Maker:relation(of_features, depth)
  local way = self.choose(depth > 0 and 4 or 1)
  if way == 1 then return self:reference() end
  if way == 2 then return self:filter(of_features and "features" or "tiles", depth - 1) end
  return self:counted(of_features and PLACED or TARGETS, depth)
end

local MAKE = {}

function MAKE.kind(self) return self:words_of(OF_SEGMENTS) end

function MAKE.attribute(self)
  return self:chance(12) and "no-such-attribute?" or self:words_of(self.attributes)
end

function MAKE.piece(self) return self:chance(12) and "no-such-piece?" or self:words_of(self.pieces) end

function MAKE.can_stand(self) return self:words_of(self.pieces) end

function MAKE.hand(self) return self:words_of(self.pieces) end

function MAKE.follower(self) return not self:chance(4) end

function MAKE.complete(self) return self:chance(3) end

function MAKE.id(self) return self:words_of(self.words.ids) end

function MAKE.player(self, kind, depth, into)
  -- the player who would put the piece there
  if into.can_deploy or into.can_place then return self.choose(self.players) end
  local way = self.choose(depth > 0 and 6 or 5)
  if way == 1 then return "turn_player" end
  if way == 2 then return "others" end
  if way == 3 then return self.choose(self.players) end
  if way == 4 and (kind == "pieces" or kind == "features" or kind == "segments") then return "majority" end
  if way == 5 then return self:game_variable() or "turn_player" end
  return self:filter("players", depth - 1)
end

function MAKE.variable(self, kind)
  local variables = self:variables_of(kind)
  if kind == "players" and self:chance(3) then return { points = { min = self.choose(20) } } end
  if kind ~= "players" and self:chance(4) then return { tiles = { min = self.choose(4) } } end
  if #variables == 0 then return { part = { min = 1 } } end
  local way, name = self.choose(4), self:one_of(variables)
  if way == 1 then return name end
  if way == 2 then return { name, self:one_of(variables) } end
  if way == 3 then return { [name] = self:number(3) } end
  return { [name] = { min = self:chance(3) and self:number(2) or nil, max = self:number(4) } }
end

function MAKE.highest(self, kind)
  local variables = self:variables_of(kind)
  return #variables > 0 and self:one_of(variables) or nil
end

function MAKE.at(self, _, depth) return self:relation(false, depth) end

MAKE.around, MAKE.adjacent_to, MAKE.in_line_with = MAKE.at, MAKE.at, MAKE.at

function MAKE.feature(self, _, depth) return self:relation(true, depth) end

function MAKE.borders(self, _, depth) return self:relation(true, depth) end

function MAKE.into(self, _, depth) return self:relation(true, depth) end

function MAKE.side(self) return self:words_of { "N", "E", "S", "W" } end

function MAKE.touches(self, _, depth)
  local way = self.choose(depth > 0 and 4 or 1)
  if way == 1 then return self:reference() end
  if way == 2 then return self:filter("sides", depth - 1) end
  return self:counted(PLACED, depth)
end

function MAKE.open(self) return self:chance(2) end

function MAKE.has(self, kind, depth)
  if depth <= 0 then return { "pieces" } end
  local list = {}
  for i = 1, self:chance(4) and 2 or 1 do list[i] = self:counted(INSIDE[kind], depth) end
  return #list == 1 and list[1] or list
end

function MAKE.has_no(self, kind, depth)
  if depth <= 0 then return { "pieces" } end
  return self:counted(INSIDE[kind], depth)
end

function MAKE.can_place(self, _, _, into)
  if into.player and compat.math.type(into.player) ~= "integer" then return nil end
  return self:one_of(self.words.ids)
end

function MAKE.can_deploy(self, kind, _, into)
  if into.player and compat.math.type(into.player) ~= "integer" then return nil end
  -- the slow selector module does not know what scripts block
  if kind == "segments" and self.words.blocked then return nil end
  if kind == "axes" then return self:one_of(self.pieces) end
  if kind == "segments" and self:chance(3) then into.needs = self:chance(3) and {} or self:words_of(NEEDS) end
  return self:chance(2) and "followers" or self:words_of(self.pieces)
end

-- Returns a filter or a list of filters.
local function filters(self, kind, depth)
  if self:chance(2) then return self:filter(kind, depth - 1) end
  return { self:filter(kind, depth - 1), self:filter(kind, depth - 1) }
end

MAKE.except, MAKE.all, MAKE.any = filters, filters, filters

local DEEPER = { except = true, all = true, any = true }

-- Returns whether a value is a filter for a whole feature, and not a place.
local function is_filter(value) return type(value) == "table" and not value[1] end

-- Adds a random key if this kind of filter can have it; returns whether it did.
function Maker:add_key(into, kind, depth)
  local key = self:one_of(self.keys[kind])
  if into[key] ~= nil or DEEPER[key] and depth <= 0 or NOT_IN_FILTERS[key] and not into[1] then
    return false
  end
  into[key] = MAKE[key](self, kind, depth, into)
  if key == "feature" and kind ~= "features" and depth > 0 and not is_filter(into.feature)
      and self:chance(2) then
    into.as_far_as = self:filter("segments", depth - 1)
  end
  if (key == "in_line_with" or key == "around") and not into.within then
    into.within = key ~= "around" and self:chance(3) and "gap" or self:chance(2) and self:number(4) or nil
  end
  return into[key] ~= nil
end

--- Returns a filter for items of a kind, with one or two keys.
---@param kind string
---@param depth integer maximum depth of nesting
---@return table
function Maker:filter(kind, depth)
  local filter = {}
  -- not `until next(filter)`: the LuaJIT of Debian 12 sometimes compiles this loop so that the
  -- process crashes
  repeat local added = self:add_key(filter, kind, depth) until added
  if self:chance(3) then self:add_key(filter, kind, depth) end
  return filter
end

-- Returns how many selectors and filters a value contains.
local function size_of(value)
  if type(value) ~= "table" then return 0 end
  local size = 1
  for _, one in pairs(value) do size = size + size_of(one) end
  return size
end

--- Returns a selector with up to three keys.
---@param kind? string
---@param depth integer maximum depth of nesting
---@return table
function Maker:selector(kind, depth)
  local selector
  repeat
    selector = { kind or self:one_of(KINDS) }
    for _ = 1, self.choose(3) - (self:chance(6) and 1 or 0) do self:add_key(selector, selector[1], depth) end
  until size_of(selector) <= MOST
  return selector
end

--- As Maker:selector, but for corners or axes: no function of State lists them, so the tests count
--- them.
---@param depth integer
---@return table
function Maker:unlisted(depth) return self:selector(self:one_of(COUNTED), depth) end

-- ---- Reports ------------------------------------------------------------------------------------

local function value_text(value, text)
  if type(value) == "table" then return text(value) end
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

--- Returns a selector as text in the notation of scripts.
---@param value table
---@return string
function random.text(value)
  local parts = {}
  for i, one in ipairs(value) do parts[i] = value_text(one, random.text) end
  local keys = {}
  for key in pairs(value) do
    if type(key) == "string" then keys[#keys + 1] = key end
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    parts[#parts + 1] = ("%s = %s"):format(key, value_text(value[key], random.text))
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

return random

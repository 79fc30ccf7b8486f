--- Converts the setup of a JCloisterZone game to the options of carcassonne.game, and lists what is
--- not supported.
-- @module carcassonne.interop.jcz_setup

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local expansions = require "carcassonne.interop.expansions"
local jcz_undo = require "carcassonne.interop.jcz_undo"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local shipped = require "carcassonne.variant.shipped"
local tiles = require "carcassonne.interop.jcz_tiles"
local variants = require "carcassonne.variant"

local setup = {}

-- The built-in sets, by the prefix of the ids of their tiles.
local BUILT_IN = { BA = "base", TB = "traders" }
local BROUGHT_BY = {}
for _, expansion in ipairs(expansions.list) do
  if expansion.code then BROUGHT_BY[expansion.code] = expansion.name end
end

local ABBEY_TILE = "AM-AB"
local FARMERS = { "follower", "large" } -- pieces that may stand in fields

-- An element is a kind of piece, or a feature of an expansion. An entry without the key `of`
-- belongs to the base game or Traders & Builders. Rules without `of` become rule values; others
-- become options of the expansion.
local ELEMENTS, RULES = {}, {}
for _, expansion in ipairs(expansions.list) do
  for name, element in pairs(expansion.saved.elements or {}) do
    ELEMENTS[name] = { of = expansion.name }
    for key, value in pairs(element) do ELEMENTS[name][key] = value end
  end
  for name, values in pairs(expansion.rules or {}) do
    RULES[name] = { of = expansion.name, usual = values.usual, values = values }
  end
end
-- Elements that JCloisterZone has and this engine does not.
local OTHER_ELEMENTS = [[
  mini-follower obelisk windmill decinsky-sneznik black-fairy pre-draw keep-building families
  robbers-son well donkey flowers marketplace meteorite fishermen black-tower fishhut courier]]

-- Rules that have an effect only with unsupported elements and tiles.
local OTHER_RULES = "vineyards-for-garden robbers-son-action meteorite-impact"

-- Returns the options of an expansion that follow JCloisterZone.
local function their_ways(expansion)
  local ways = {}
  for option, value in pairs(expansion.options or {}) do ways[option] = value end
  for _, departure in ipairs(expansion.departures or {}) do ways[departure[1]] = departure[2] end
  return ways
end

local function words(text)
  local list = {}
  for word in text:gmatch "%S+" do list[#list + 1] = word end
  return list
end

local function set_of(list)
  local found = {}
  for _, word in ipairs(list) do found[word] = true end
  return found
end

local OTHER_ELEMENT, OTHER_RULE = set_of(words(OTHER_ELEMENTS)), set_of(words(OTHER_RULES))

-- Returns all names in both tables, to find the nearest one.
local function names_of(known, others)
  local names = options.keys(known)
  compat.table.move(others, 1, #others, #names + 1, names)
  return names
end

local function code_of(id) return id:match "^%u+" end

-- ---- What is being found out --------------------------------------------------------------------

local Reader = {}
Reader.__index = Reader

function Reader:lack(...)
  local text = string.format(...)
  if not self.lacking[text] then
    self.lacking[text] = true
    self.missing[#self.missing + 1] = text
  end
end

-- Notes something unknown, with its key and the nearest name.
function Reader:unknown(what, name, key, names)
  self:lack("unknown %s '%s' (%s)%s", what, name, key, options.did_you_mean(name, names))
end

-- Notes that an expansion is in play.
function Reader:need(name)
  if self.variants[name] ~= nil then return end
  self.variants[name] = shipped.module(name) ~= nil and variants.use(name)
  self.chosen[name] = {}
  if not self.variants[name] then self:lack("expansion '%s'", name) end
end

-- Notes that the expansion of a tile is in play. If the tile has a garden, this is the second
-- edition.
function Reader:need_for(id)
  local name = BROUGHT_BY[code_of(id)]
  if not name then return end
  self:need(name)
  if tiles.gardens[id] then self:choose(name, "edition", 2) end
end

-- Returns whether an expansion has an option with this value. If so, chooses the value.
function Reader:choose(name, option, value)
  local variant = self.variants[name]
  if not variant then return true end -- reported already
  local declared = (variant.source.options or {})[option]
  if declared == nil then return false end
  local values = option_values.values_of(declared)
  if values then
    local fits = false
    for _, one in ipairs(values) do fits = fits or one == value end
    if not fits then return false end
  elseif type(option_values.default_of(declared)) ~= type(value) then
    return false
  end
  self.chosen[name][option] = value
  return true
end

-- ---- Tiles --------------------------------------------------------------------------------------

-- Returns whether an expansion has this tile. An expansion that is not shipped is reported
-- elsewhere.
local function brings(name, id, chosen)
  local fine, variant = pcall(function() return variants.use(variants.use(name), chosen) end)
  if not fine then return true end
  if tiles.gardens[id] and (variant.source.options or {}).edition then
    local options_with_gardens = { edition = 2 }
    for option, value in pairs(chosen or {}) do options_with_gardens[option] = value end
    variant = variants.use(variant, options_with_gardens)
  end
  local lines = variant.source.tiles
  return ("\n" .. (type(lines) == "table" and table.concat(lines, "\n") or lines)):find("%s"
    .. id:gsub("%p", "%%%0") .. " x") ~= nil
end

-- Returns whether this engine has a tile.
function Reader:has_tile(id)
  local code = code_of(id)
  if id == ABBEY_TILE or BUILT_IN[code] then return true end
  local name = BROUGHT_BY[code]
  return name ~= nil and brings(name, id, self.chosen[name])
end

-- Converts a tile id of JCloisterZone. If gardens are not in play, a tile with a garden is replaced
-- by the tile without it.
function Reader:tile(theirs, key)
  local id = tiles.ids[theirs]
  if not id then
    if not self.reported[theirs] then self:unknown("tile", theirs, key, options.keys(tiles.ids)) end
    self.reported[theirs] = true
    return nil
  end
  if not self.elements.garden then id = tiles.gardens[id] or id end
  if not self:has_tile(id) then
    if not self.reported[id] then self:lack("tile '%s' (%s)", theirs, key) end
    self.reported[id] = true
    return nil
  end
  if id ~= ABBEY_TILE then self:need_for(id) end
  return id
end

function Reader:add_tile(id, count)
  self.counts[id] = (self.counts[id] or 0) + count
end

function Reader:read_set(name, times)
  local set, gardens = tiles.sets[name], self.elements.garden
  if not set then
    self:unknown("tile set", name, "setup.sets", options.keys(tiles.sets))
    return
  end
  for _, listed in ipairs(options.keys(set)) do
    local count, id = set[listed], not gardens and tiles.gardens[listed] or listed
    local is_joined = self.is_joined[BROUGHT_BY[code_of(id)]]
    if self:has_tile(id) then
      if not (is_joined and self.counts[id]) then self:add_tile(id, count * times) end
      self:need_for(id)
    elseif not is_joined then -- two sets together may omit a tile of one, and have one copy of a tile of both
      self:lack("tile set '%s'", name)
      for one in pairs(set) do self.reported[one] = true end
      return
    end
  end
end

-- Chooses the options that the tile sets require.
function Reader:choose_by_sets()
  for _, expansion in ipairs(expansions.list) do
    local name = expansion.name
    for set, means in core.bounded.basic.pairs(expansion.tilesets or {}) do
      local asked = self.saved.setup.sets[set] and means or {}
      for option, value in core.bounded.basic.pairs(asked) do
        self:need(name)
        local chosen = self.chosen[name][option]
        local differ = chosen ~= nil and chosen ~= value
        self.is_joined[name] = self.is_joined[name] or differ
        self:choose(name, option, differ and (expansion.joined or {})[option] or value)
      end
    end
  end
end

function Reader:read_sets()
  self:choose_by_sets()
  for _, name in ipairs(options.keys(self.saved.setup.sets)) do
    self:read_set(name, compat.math.tointeger(self.saved.setup.sets[name]) or 1)
  end
end

function Reader:read_start()
  local start = {}
  for i, tile in ipairs(self.saved.setup.start or {}) do
    local turns = compat.math.tointeger(tile.rotation or 0) or 0
    start[#start + 1] = {
      id = self:tile(tile.tile, ("setup.start[%d]"):format(i)), x = compat.math.tointeger(tile.x),
        y = compat.math.tointeger(tile.y),
      rotation = turns >= 90 and math.floor(turns / 90) or turns,
    }
  end
  return start
end

-- Returns this engine's ids of the drawn tiles, in order.
function Reader:read_draws()
  local drawn, order = {}, (self.saved.gameAnnotations or {}).drawOrder or {}
  local messages, places = jcz_undo.without(self.saved.replay)
  for _, message in ipairs(messages) do
    if message.type == "PLACE_TILE" then
      local id = self:tile(message.payload.tileId, ("replay[%d]"):format(places[message]))
      if id and id ~= ABBEY_TILE then drawn[#drawn + 1] = id end
    end
  end
  for i = #drawn + 1, self:last_draw() or 0 do -- drawn, but not placed
    local id = order[i] and self:tile(order[i], ("gameAnnotations.drawOrder[%d]"):format(i))
    if id then drawn[i] = id end
  end
  return drawn
end

-- Returns the number of draws after which the game ends; nil if all tiles are drawn.
function Reader:last_draw()
  return compat.math.tointeger((self.saved.gameAnnotations or {}).endTurn)
end

-- Returns the number of each tile. If the game ends early, these are the tiles placed and drawn.
-- Otherwise they are those of the sets, and at least those placed and drawn.
function Reader:count_tiles(start, drawn)
  local used, counts = {}, {}
  for _, tile in ipairs(start) do
    if tile.id then used[tile.id] = (used[tile.id] or 0) + 1 end
  end
  for _, id in ipairs(drawn) do used[id] = (used[id] or 0) + 1 end
  if self:last_draw() and #drawn >= self:last_draw() then return used end
  for id, count in pairs(self.counts) do counts[id] = count end
  for id, count in pairs(used) do counts[id] = math.max(count, counts[id] or 0) end
  return counts
end

-- ---- Elements -----------------------------------------------------------------------------------

-- Returns how many of an element are in play. JCloisterZone only checks whether the
-- file names the element, so one with the value false is in play.
local function number_of(value)
  if type(value) == "boolean" then return 1 end
  return compat.math.tointeger(value) or 0
end

-- Returns how many bridges each player gets from one set of bridges.
local function bridges_of(players) return players > 4 and 2 or 3 end

function Reader:add_element(name, element, count)
  if element.of then self:need(element.of) end
  if element.piece and count > (element.most or count) then
    self:lack("element '%s' = %d", name, count)
  elseif element.piece then
    self.pieces[element.piece] = count
  elseif element.span then
    if count > 1 then self.pieces[element.span] = count * bridges_of(#self.saved.players) end
  elseif element.of and count ~= 1 then
    self:lack("element '%s' = %d", name, count)
  end
end

-- Returns whether any tile of an expansion is in the bag.
function Reader:has_tiles_of(name)
  for id, count in pairs(self.bag) do
    if count > 0 and BROUGHT_BY[code_of(id)] == name then return true end
  end
  return false
end

-- Notes that an expansion is in play without this element.
function Reader:leave_out(name, element)
  if element.implied then return end
  if element.piece then
    self.pieces[element.piece] = 0
  elseif element.tile then
    self:choose(element.of, element.option, false)
    self.bag[element.tile] = nil
  elseif not (element.option and self:choose(element.of, element.option, false))
    and (not element.tiles or self:has_tiles_of(element.of)) then
    self:lack("the expansion %s without the element '%s'", element.of, name)
  end
end

function Reader:read_elements()
  for _, name in ipairs(options.keys(self.elements)) do
    local element, count = ELEMENTS[name], number_of(self.elements[name])
    if count > 0 then
      if element then self:add_element(name, element, count)
      elseif OTHER_ELEMENT[name] then self:lack("element '%s'", name)
      else self:unknown("element", name, "setup.elements", names_of(ELEMENTS, words(OTHER_ELEMENTS))) end
    end
  end
end

function Reader:leave_out_elements()
  for _, name in ipairs(options.keys(ELEMENTS)) do
    local element = ELEMENTS[name]
    if number_of(self.elements[name]) == 0 and (not element.of or self.variants[element.of]) then
      if element.of or element.piece then self:leave_out(name, element) end
    end
  end
  if number_of(self.elements.farmers) == 0 then
    for _, piece in ipairs(FARMERS) do
      local count = self.pieces[piece]
      if count then self.pieces[piece] = { count = count, on = { "road", "city", "monastery" } } end
    end
    if self.pieces.barn and self.pieces.barn > 0 then self:lack "barns without the element 'farmers'" end
  end
end

-- ---- Rules --------------------------------------------------------------------------------------

function Reader:read_rule(name, rule, value)
  local given = rule.values[value]
  if not given then
    self:lack("rule '%s' = '%s' (setup.rules)", name, value)
  elseif not rule.of then
    for key, word in pairs(given) do self.settings.rules[key] = word end
  else
    for option, word in pairs(given) do
      if not self:choose(rule.of, option, word) and value ~= rule.usual then
        self:lack("rule '%s' = '%s' (setup.rules)", name, value)
      end
    end
  end
end

function Reader:read_rules()
  for _, name in ipairs(options.keys(self.rules)) do
    if not RULES[name] and not OTHER_RULE[name] then
      self:unknown("rule", name, "setup.rules", names_of(RULES, words(OTHER_RULES)))
    end
  end
  for name, expansion in pairs(expansions.by_name) do
    if self.variants[name] then
      for option, value in pairs(their_ways(expansion)) do self:choose(name, option, value) end
    end
  end
  for _, name in ipairs(options.keys(RULES)) do
    local rule, value = RULES[name], self.rules[name]
    if not rule.of or self.variants[rule.of] then
      self:read_rule(name, rule, value == nil and rule.usual or c_locale.tostring(value))
    end
  end
end

-- ---- The whole ----------------------------------------------------------------------------------

-- Reads the built-in sets and the expansions.
function Reader:read_sources()
  local settings = self.settings
  settings.sets, settings.variants = { "base" }, {}
  for id in pairs(self.bag) do
    if code_of(id) == "TB" and #settings.sets == 1 then settings.sets[2] = "traders" end
  end
  for _, name in ipairs(shipped.expansions()) do
    if self.variants[name] then
      table.insert(settings.variants, variants.use(self.variants[name], self.chosen[name]))
    end
  end
end

-- Omits tiles that this engine's sets and expansions add and the game does not have.
function Reader:read_counts()
  local settings, counts, forms = self.settings, {}, self.forms
  local whole = carcassonne.game { sets = settings.sets, tiles = settings.tiles,
    variants = settings.variants }
  for _, tile in ipairs(whole:tiles()) do
    if tile.id ~= ABBEY_TILE then counts[tile.id] = 0 end
  end
  for id, count in pairs(self.bag) do counts[forms[id] or id] = count end
  settings.counts = counts
end

-- Returns whether an expansion in play has tiles at the start.
function Reader:has_own_start()
  for _, variant in pairs(self.variants) do
    if variant and variant.source.start then return true end
  end
  return false
end

--- Reads the setup of a saved game.
---@param saved SavedJcz
---@return GameOptions? settings nil if something is missing
---@return string[] missing what is not supported: elements, rules, tile sets, tiles
function setup.read(saved)
  local self = setmetatable({
    saved = saved, elements = saved.setup.elements, rules = saved.setup.rules or {}, missing = {},
      lacking = {},
    reported = {}, variants = {}, chosen = {}, is_joined = {}, pieces = {}, counts = {},
    forms = setup.forms(saved),
    settings = { edition = "jcz", draws = "manual", rules = {} },
  }, Reader)
  if #saved.players > 6 then self:lack("%d players", #saved.players) end
  self:read_sets()
  local start = self:read_start()
  self.bag = self:count_tiles(start, self:read_draws())
  for _, tile in ipairs(start) do tile.id = self.forms[tile.id] or tile.id end
  self:read_elements()
  self:read_rules()
  self:leave_out_elements()
  if #self.missing > 0 then return nil, self.missing end
  local settings = self.settings
  settings.players, settings.pieces = #saved.players, self.pieces
  settings.goods = number_of(self.elements.traders) > 0
  if self:has_own_start() then
    settings.position = { tiles = start } -- the expansions' start tiles are among them
  else
    settings.start = #start > 0 and start or "none"
  end
  self:read_sources()
  self:read_counts()
  return settings, self.missing
end

--- Returns the tiles that a saved game uses in another form: without the garden, or with entrances
--- to tunnels.
---@param saved SavedJcz
---@return table<string, string>
function setup.forms(saved)
  local forms, elements, rules = {}, saved.setup.elements, saved.setup.rules or {}
  local function add(list, asked)
    for id, other in pairs(asked and list or {}) do forms[id] = other end
  end
  add(tiles.gardens, not elements.garden)
  add(tiles.underpasses, elements.tunnel ~= nil and tostring(rules["tunnelize-other-expansions"]) == "true")
  return forms
end

--- Returns this engine's id for a tile of JCloisterZone, or nil.
---@param theirs string
---@param forms table<string, string> the result of setup.forms
---@return string?
---@usage assert(require("carcassonne.interop.jcz_setup").tile("BA/RCr", {}) == "BA-D")
function setup.tile(theirs, forms)
  local id = tiles.ids[theirs]
  return id and (forms[id] or id)
end

--- The tile of an abbey.
---@type string
setup.abbey = ABBEY_TILE

return setup

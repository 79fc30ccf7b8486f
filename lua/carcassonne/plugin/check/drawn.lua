--- Checks how a plug-in draws: the text and the picture of a state, and the parts of a game that
--- never change.
-- @module carcassonne.plugin.check.drawn

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local drawn = {}

local NO_FORMATS = { "", "TEXT", "png", "no such format", 1, true, {} }

-- ---- Formats ------------------------------------------------------------------------------------

-- Returns the problem of a text for a terminal.
local function text_problem(text)
  if type(text) ~= "string" or not compat.utf8.len(text) then return "expected UTF-8" end
  if not text:find "%S" then return "the text is empty" end
  local control = text:gsub("\n", ""):match "%c"
  return control and ("the text contains the control character %d"):format(control:byte())
end

-- Returns the problem of the attributes in a tag: each value must be in quotes.
local function attributes_problem(attributes)
  local rest = attributes:gsub('%s+[%a_][%w_:.%-]*%s*=%s*"[^"]*"', "")
  rest = rest:gsub("%s+[%a_][%w_:.%-]*%s*=%s*'[^']*'", "")
  return rest:find "[^%s/]" and ("an attribute is not NAME=\"VALUE\": %s"):format(options.show(rest)) or nil
end

-- Returns the problem of the elements of a document: each must be closed in order.
local function elements_problem(text)
  local open = {}
  for closing, name, attributes in text:gmatch "<(/?)([%a_][%w_:.%-]*)([^<>]*)>" do
    local problem = attributes_problem(attributes)
    if problem then return problem end
    if closing == "" and attributes:sub(-1) ~= "/" then
      open[#open + 1] = name
    elseif closing == "/" and table.remove(open) ~= name then
      return ("</%s> closes another element"):format(name)
    end
  end
  if #open > 0 then return ("<%s> is not closed"):format(open[#open]) end
  if text:gsub("<[^<>]*>", ""):find "[<>]" then return "the text contains < or > outside of a tag" end
  if text:gsub("&#?%w+;", ""):find("&", 1, true) then return "the text contains & outside of an entity" end
end

-- Returns the problem of an SVG document.
local function svg_problem(text)
  if type(text) ~= "string" or not compat.utf8.len(text) then return "expected UTF-8" end
  if not text:find "^<svg [^>]*xmlns=\"http://www.w3.org/2000/svg\"" or not text:find "</svg>%s*$" then
    return "expected one <svg> element with its namespace"
  end
  if text:find "<script" then return "the picture contains a script" end
  return elements_problem(text)
end

local function check_formats(t, state, looker)
  local player, name = trial.player(looker), trial.name(looker)
  local problem = text_problem(t:ask("show", state, player, "text"))
  if problem then t:fail("show-text", "the text for %s: %s", name, problem) end
  problem = svg_problem(t:ask("show", state, player, "svg"))
  if problem then t:fail("show-svg", "the picture for %s: %s", name, problem) end
  for _, format in ipairs(NO_FORMATS) do
    t:refused("show-refused", "the format " .. options.show(format), "show", state, player, format)
  end
  t:refused("show-refused", "no format", "show", state, player, nil)
end

-- ---- Statics ------------------------------------------------------------------------------------

-- Returns the problem of an item.
local function item_problem(item, listed)
  if type(item) ~= "table" then return "expected a table" end
  local is_id = type(item.id) == "string" or compat.math.type(item.id) == "integer"
  if not is_id or listed[item.id] then return ("the id is %s"):format(options.show(item.id)) end
  if not trial.is_line(item.kind) or not trial.is_line(item.name) then
    return "expected `kind` and `name` as lines of text"
  end
  return item.text ~= nil and text_problem(item.text) or item.svg ~= nil and svg_problem(item.svg) or nil
end

local function items_problem(items, listed)
  if not plain.is_list(items) then return "items: expected a list" end
  for i, item in ipairs(items) do
    local problem = item_problem(item, listed)
    if problem then return ("items[%d]: %s"):format(i, problem) end
    listed[item.id] = true
  end
end

local function colours_problem(colours, players)
  if not plain.is_list(colours) or #colours ~= players then
    return ("colours: expected a list of %d"):format(players)
  end
  for player, colour in ipairs(colours) do
    if type(colour) ~= "string" or not colour:find "^#%x%x%x%x%x%x$" then
      return ("colours[%d]: expected #rrggbb, got %s"):format(player, options.show(colour))
    end
  end
end

local function words_problem(words)
  if type(words) ~= "table" or #words > 0 then return "words: expected a table of names" end
  for name, text in pairs(words) do
    if not trial.is_line(text) then
      return ("words.%s: expected a line of text, got %s"):format(name, options.show(text))
    end
  end
end

-- Checks the statics of the first position, and that later positions have the same.
local function check_statics(t, state)
  local statics = t:ask("statics", state)
  if type(statics) ~= "table" then
    t:fail("statics", "expected a table, got %s", options.show(statics))
    t:give_up()
  end
  local listed = {}
  local problem = items_problem(statics.items, listed) or colours_problem(statics.colours, t.players)
    or words_problem(statics.words)
  if problem then
    t:fail("statics", "%s", problem)
    t:give_up()
  end
  t.statics, t.items = plain.copy(statics), listed
  plain.scribble(statics)
end

local function check_same_statics(t, state)
  for _, one in ipairs { { state = state }, compat.table.unpack(t:copies(state)) } do
    local place = plain.difference(t.statics, t:ask("statics", one.state), "statics")
    if place then t:fail("statics", "%s differs between two states of a game", place) end
  end
end

local function check_hand(t, state, looker)
  local view = t:ask("view", state, trial.player(looker))
  local hand = type(view) == "table" and view.hand
  for _, id in ipairs(type(hand) == "table" and hand or { hand or nil }) do
    if not t.items[id] then
      t:fail("statics-hand", "the hand of %s contains %s, which is not an item", trial.name(looker),
        options.show(id))
    end
  end
end

--- Checks how a state is drawn for one observer.
---@param t Trial
---@param state any
function drawn.check(t, state)
  if not t.statics then check_statics(t, state) end
  check_same_statics(t, state)
  local lookers = t:lookers()
  local looker = lookers[t:choose(#lookers)]
  check_formats(t, state, looker)
  check_hand(t, state, looker)
end

return drawn

--- Key and mouse bindings: the only table of them, for the screens, the help and the README.
-- @module app.keys

local keys = {}

---@class Binding
---@field name string name of the binding for the screens
---@field keys string[] LÖVE names of keys, with an optional prefix "ctrl+" or "shift+"
---@field mouse? string the equivalent mouse action, in words
---@field says string

--- Bindings by section of the help.
---@type { title:string, [integer]:Binding }[]
keys.rooms = {
  { title = "The tile in hand",
    { name = "turn", keys = { "r", "." }, mouse = "the wheel, or a right click",
      says = "turn the tile clockwise" },
    { name = "turn_back", keys = { "shift+r", "," }, mouse = "the wheel back",
      says = "turn the tile anticlockwise" },
    { name = "hold_next", keys = { "c" }, mouse = "click the tile",
      says = "switch to the next tile in hand" },
    { name = "place", keys = { "return", "space", "kpenter" },
      mouse = "click a cell, or drag the tile there",
      says = "place the tile, or take the marked choice" },
    { name = "left", keys = { "left" }, says = "mark the next cell or choice to the west" },
    { name = "right", keys = { "right" }, says = "mark the next cell or choice to the east" },
    { name = "up", keys = { "up" }, says = "mark the next cell or choice to the north" },
    { name = "down", keys = { "down" }, says = "mark the next cell or choice to the south" } },
  { title = "Pieces and questions",
    { name = "next", keys = { "tab" }, mouse = "point at the choice", says = "mark the next choice" },
    { name = "previous", keys = { "shift+tab" }, says = "mark the previous choice" },
    { name = "number", keys = { "1", "2", "3", "4", "5", "6", "7", "8", "9" },
      mouse = "click the segment or the button",
      says = "take the choice with this number" },
    { name = "pass", keys = { "p", "backspace" }, says = "pass" },
    { name = "undo", keys = { "u", "ctrl+z" }, says = "undo the last decision" } },
  { title = "The table",
    { name = "closer", keys = { "+", "=", "kp+" },
      mouse = "ctrl + wheel, or the wheel if there is no tile to turn", says = "zoom in" },
    { name = "farther", keys = { "-", "kp-" }, says = "zoom out" },
    { name = "pan_west", keys = { "a" }, mouse = "drag the table", says = "move the view to the west" },
    { name = "pan_east", keys = { "d" }, says = "move the view to the east" },
    { name = "pan_north", keys = { "w" }, says = "move the view to the north" },
    { name = "pan_south", keys = { "s" }, says = "move the view to the south" },
    { name = "whole", keys = { "home", "f" }, says = "show the whole table" },
    { name = "last", keys = { "l" }, mouse = "click a line of the log", says = "show the last tile" } },
  { title = "The game",
    { name = "scores", keys = { "t" }, mouse = "click a player", says = "show how the points were scored" },
    { name = "save", keys = { "ctrl+s" }, says = "save the game" },
    { name = "load", keys = { "ctrl+o" }, says = "load a saved game" },
    { name = "reload", keys = { "f5" }, says = "reload the scripts and continue" },
    { name = "swift", keys = { "m" }, says = "turn animations on or off" },
    { name = "page_up", keys = { "pageup" }, mouse = "the wheel over the log or list",
      says = "scroll the log or a list back" },
    { name = "page_down", keys = { "pagedown" }, says = "scroll the log or a list forward" },
    { name = "legend", keys = { "f2", "i" }, says = "explain the signs on the table" },
    { name = "help", keys = { "f1", "h", "?" }, says = "this help" },
    { name = "full_screen", keys = { "f11" }, says = "full screen on or off" },
    { name = "back", keys = { "escape" }, says = "go back, or open the menu" } },
}

local by_key = {}
for _, room in ipairs(keys.rooms) do
  for _, binding in ipairs(room) do
    for _, key in ipairs(binding.keys) do by_key[key] = binding.name end
  end
end

-- Held keys are tracked by their events, since a key may be released before its frame is processed.
local WITH = { lctrl = "ctrl", rctrl = "ctrl", lgui = "ctrl", rgui = "ctrl", lshift = "shift",
  rshift = "shift" }
local held_keys = { ctrl = false, shift = false }

--- Records that a key went down or up.
---@param key string LÖVE name of the key
---@param is_down boolean
function keys.note(key, is_down)
  if WITH[key] then held_keys[WITH[key]] = is_down end
end

--- Returns whether ctrl or shift is held.
---@param name "ctrl"|"shift"
---@return boolean
function keys.is_held(name) return held_keys[name] end

--- Returns the binding of a pressed key.
---@param key string LÖVE name of the key
---@return string? name of the binding
function keys.name(key)
  local held = (held_keys.ctrl and "ctrl+" or "") .. (held_keys.shift and "shift+" or "")
  if held == "shift+" and key == "/" then return by_key["?"] end
  if held == "shift+" and key == "=" then return by_key["+"] end
  return by_key[held .. key]
end

local SHOWN = { ["return"] = "Enter", escape = "Esc", backspace = "Backspace", tab = "Tab", space = "Space",
  left = "Left",
  right = "Right", up = "Up", down = "Down", home = "Home", pageup = "Page up", pagedown = "Page down" }

-- Returns the label of a key.
local function shown(key)
  local held, plain = key:match "^(.*%+)(.+)$"
  if not held or #held < 3 then held, plain = "", key end
  return held:gsub("^%l", string.upper) .. (SHOWN[plain] or plain:upper())
end

--- Returns text for the keys of a binding.
---@param binding Binding
---@return string[]
function keys.words(binding)
  if binding.name == "number" then return { "1 - 9" } end
  local words = {}
  for _, key in ipairs(binding.keys) do
    if not key:match "^kp" then words[#words + 1] = shown(key) end
  end
  return words
end

--- Returns all bindings as a Markdown table for the README.
---@return string
function keys.markdown()
  local lines = {}
  for _, room in ipairs(keys.rooms) do
    lines[#lines + 1] = ("| **%s** | | |"):format(room.title)
    for _, binding in ipairs(room) do
      lines[#lines + 1] = ("| %s | %s | %s |"):format(binding.says, table.concat(keys.words(binding), " "),
        binding.mouse or "")
    end
  end
  return "| action | keys | mouse |\n|---|---|---|\n" .. table.concat(lines, "\n") .. "\n"
end

return keys

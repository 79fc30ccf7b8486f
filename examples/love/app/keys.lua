--- What keys and the mouse do: the one table that the screens, the help and the README go by.
-- @module app.keys

local keys = {}

---@class Binding
---@field name string by which screens know it
---@field keys string[] as LÖVE names them; "ctrl+" and "shift+" may stand before
---@field mouse? string the same by mouse, in words
---@field says string

--- By room of the help.
---@type { title:string, [integer]:Binding }[]
keys.rooms = {
  { title = "The tile in hand",
    { name = "turn", keys = { "r", "." }, mouse = "the wheel, or a right click", says = "turn it clockwise" },
    { name = "turn_back", keys = { "shift+r", "," }, mouse = "the wheel back", says = "turn it back" },
    { name = "hold_next", keys = { "c" }, mouse = "click it", says = "another tile, of several" },
    { name = "place", keys = { "return", "space", "kpenter" }, mouse = "click, or drag it there",
      says = "place it, take what is marked" },
    { name = "left", keys = { "left" }, says = "the next place to the west" },
    { name = "right", keys = { "right" }, says = "the next place to the east" },
    { name = "up", keys = { "up" }, says = "the next place to the north" },
    { name = "down", keys = { "down" }, says = "the next place to the south" } },
  { title = "Pieces and questions",
    { name = "next", keys = { "tab" }, mouse = "point at it", says = "the next choice" },
    { name = "previous", keys = { "shift+tab" }, says = "the choice before" },
    { name = "number", keys = { "1", "2", "3", "4", "5", "6", "7", "8", "9" },
      mouse = "click the segment or the button",
      says = "take the choice of this number" },
    { name = "pass", keys = { "p", "backspace" }, says = "no piece, none of these" },
    { name = "undo", keys = { "u", "ctrl+z" }, says = "take the last decision back" } },
  { title = "The table",
    { name = "closer", keys = { "+", "=", "kp+" },
      mouse = "ctrl + wheel; the wheel alone while there is no tile to turn", says = "closer" },
    { name = "farther", keys = { "-", "kp-" }, says = "farther away" },
    { name = "pan_west", keys = { "a" }, mouse = "drag the table", says = "look to the west" },
    { name = "pan_east", keys = { "d" }, says = "look to the east" },
    { name = "pan_north", keys = { "w" }, says = "look to the north" },
    { name = "pan_south", keys = { "s" }, says = "look to the south" },
    { name = "whole", keys = { "home", "f" }, says = "show the whole table" },
    { name = "last", keys = { "l" }, mouse = "click a line of the log", says = "show the last tile" } },
  { title = "The game",
    { name = "scores", keys = { "t" }, mouse = "click a player", says = "what the points were made of" },
    { name = "save", keys = { "ctrl+s" }, says = "save the game" },
    { name = "load", keys = { "ctrl+o" }, says = "load a saved game" },
    { name = "reload", keys = { "f5" }, says = "read the scripts again, and go on" },
    { name = "swift", keys = { "m" }, says = "moving pieces on and off" },
    { name = "page_up", keys = { "pageup" }, mouse = "the wheel over it",
      says = "back in the log, or in a list" },
    { name = "page_down", keys = { "pagedown" }, says = "on in the log, or in a list" },
    { name = "legend", keys = { "f2", "i" }, says = "what the signs on the table mean" },
    { name = "help", keys = { "f1", "h", "?" }, says = "this help" },
    { name = "full_screen", keys = { "f11" }, says = "the whole screen" },
    { name = "back", keys = { "escape" }, says = "back, menu" } },
}

local by_key = {}
for _, room in ipairs(keys.rooms) do
  for _, binding in ipairs(room) do
    for _, key in ipairs(binding.keys) do by_key[key] = binding.name end
  end
end

-- Held keys are known by their own events: a key that is let go within the same picture is not down
-- any more when it counts.
local WITH = { lctrl = "ctrl", rctrl = "ctrl", lgui = "ctrl", rgui = "ctrl", lshift = "shift",
  rshift = "shift" }
local held_keys = { ctrl = false, shift = false }

--- Takes note of a key that goes down or up.
---@param key string as LÖVE names it
---@param is_down boolean
function keys.note(key, is_down)
  if WITH[key] then held_keys[WITH[key]] = is_down end
end

--- Whether ctrl or shift is held.
---@param name "ctrl"|"shift"
---@return boolean
function keys.is_held(name) return held_keys[name] end

--- What a key that is pressed means.
---@param key string as LÖVE names it
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

-- A key as it stands on the keyboard.
local function shown(key)
  local held, plain = key:match "^(.*%+)(.+)$"
  if not held or #held < 3 then held, plain = "", key end
  return held:gsub("^%l", string.upper) .. (SHOWN[plain] or plain:upper())
end

--- The keys of a binding, each in words.
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

--- All of it as a table in Markdown, for the README.
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
  return "| what | keys | mouse |\n|---|---|---|\n" .. table.concat(lines, "\n") .. "\n"
end

return keys

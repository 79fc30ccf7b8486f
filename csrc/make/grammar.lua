-- grammar.lua [check]: writes lua/doc/carcassonne-api.json, and from its contents the annotations
-- in lua/carcassonne/meta/grammar.lua and the generated parts of the manuals. With `check` it only
-- names the files that are out of date. Requires the built module (csrc/make/env.sh build).

package.path = "csrc/make/?.lua;" .. package.path
local api = require "api"
local api_words = require "api_words"
local dkjson = require "dkjson"
local manual_parts = require "manual_parts"
local script_format = require "carcassonne.variant.format"
local stubs = require "stubs"

local is_check = arg[1] == "check"
local stale = 0

local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read "a" or ""
  if file then file:close() end
  return text
end

-- Writes a file, or reports that it is out of date.
local function update(path, text)
  if read(path) == text then return end
  if is_check then
    print(path .. " is out of date; run make grammar")
    stale = stale + 1
    return
  end
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

-- Fails if a word is new but the change log does not list it in the current format.
local function check_new_words(old, new)
  local known = api_words(old)
  for name, word in pairs(api_words(new)) do
    assert(known[name] or word.since == script_format.current or old.format ~= new.format,
      ("%s is a new word: add it to the table 'Words of format %d' of lua/doc/CHANGELOG.md"):format(name,
        script_format.current))
  end
end

local PATH = "lua/doc/carcassonne-api.json"
local text = api.text()
local contents = dkjson.decode(text)
check_new_words(dkjson.decode(read(PATH)) or {}, contents)
update(PATH, text)
update("lua/carcassonne/meta/grammar.lua", stubs.text(contents))

local MANUALS = {
  { "lua/doc/SCRIPTING.md", manual_parts.scripting },
  { "lua/doc/BOTS.md", manual_parts.bots },
  { "lua/doc/EXPANSIONS.md", manual_parts.expansions },
  { "csrc/engine/DEFINITION.md", manual_parts.definition },
}
for _, manual in ipairs(MANUALS) do
  local path, with_parts = manual[1], manual[2]
  update(path, with_parts(contents, read(path)))
end
os.exit(stale == 0)

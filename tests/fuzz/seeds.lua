-- seeds.lua FOLDER: writes first inputs for each fuzz target into FOLDER/TARGET, from the texts and
-- games of this project.

local carcassonne = require "carcassonne"
local lfs = require "lfs"

local FOLDER = arg[1]
local counts = {}

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

local function put(target, text)
  if not counts[target] then lfs.mkdir(FOLDER .. "/" .. target) end
  counts[target] = (counts[target] or 0) + 1
  local file = assert(io.open(("%s/%s/%03d"):format(FOLDER, target, counts[target]), "wb"))
  file:write(text)
  file:close()
end

-- Calls `use` with the text of each file whose name matches the pattern.
local function each_file(folder, pattern, use)
  local names = {}
  for name in lfs.dir(folder) do names[#names + 1] = name:match(pattern) and name end
  table.sort(names)
  for _, name in ipairs(names) do use(read(folder .. "/" .. name)) end
end

-- ---- Definitions and what is in them ------------------------------------------------------------

-- Writes the selectors and filters in a definition; the first byte is the way in which the target
-- reads them.
local function put_selectors(text)
  for name, condition in text:gmatch "([a-z]*)(%b())" do
    put("selector", (name == "" and "1" or "0") .. name .. condition)
    put("selector", "3" .. string.char(#condition % 13) .. name .. condition)
  end
end

for block in read "csrc/engine/DEFINITION.md":gmatch "```carc\n(.-)```" do
  put("definition", block)
  put_selectors(block)
end
for _, name in ipairs(carcassonne.expansions()) do
  local text = carcassonne.game({ sets = { "base" }, variants = { name } }):text()
  put("definition", text)
  put_selectors(text)
end
for _, set in ipairs(carcassonne.tilesets) do
  for line in carcassonne.tileset(set):gmatch "[^\n]+" do
    put("notation", "0" .. line:gsub("^%S+ x%d+ ", ""))
    for segment in line:gmatch "%l+:[%u.]+" do put("notation", "3" .. segment) end
  end
end

-- ---- Games --------------------------------------------------------------------------------------

local GAMES = {
  { sets = { "base" } }, {}, { players = 3, draws = "manual", sets = { "base" } },
  { players = 4, teams = { { 1, 3 }, { 2, 4 } }, sets = { "base" }, variants = { "inns-and-cathedrals" } },
}
local DECISIONS = 9

for number, settings in ipairs(GAMES) do
  local state = carcassonne.game(settings):new_initial_state(number)
  for i = 1, DECISIONS do
    local action = state:action(1 + i * 7 % state:num_actions())
    put("notation", "1" .. tostring(action))
    state:apply_action(action)
    if i % 3 == 0 then put("save", state:serialize()) end
  end
  put("log", state:serialize())
end

-- Calls of the C interface, as bytes.
local number = 1
for _ = 1, 12 do
  local bytes = {}
  for i = 1, 160 do
    number = number * 16807 % 2147483647
    bytes[i] = string.char(number % 256)
  end
  put("session", table.concat(bytes))
end

-- ---- Scripts, packs and logs --------------------------------------------------------------------

each_file("lua/carcassonne/expansions", "%.lua$", function(text)
  if #text < 2500 then put("variant", text) end
end)
for script in read "spec/fixtures/mistakes.txt":gmatch "([^\n]+)\n\t[^\n]+\n" do put("variant", script) end
local PACK = "examples/packs/wayside/"
put("pack", ("@pack.lua\n%s\n@roads.lua\n%s\n@milestones.lua\n%s"):format(read(PACK .. "pack.lua"),
  read(PACK .. "roads.lua"), read(PACK .. "milestones.lua")))
put("pack", "@pack.lua\n" .. read(PACK .. "pack.lua"))
each_file("spec/fixtures/jcz", "%.jcz$", function(text) put("log", text) end)

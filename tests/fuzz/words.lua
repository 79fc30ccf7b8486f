-- words.lua SOURCE: prints a dictionary for libFuzzer. With the SOURCE `grammar` it has the words
-- of definitions; with `api`, the words of variants and packs; with a folder, the words in its
-- files.

local core = require "carcassonne.core"
local dkjson = require "dkjson"
local file_io = require "carcassonne.program.file_io"
local paths = require "carcassonne.variant.paths"

local LONGEST = 30
local words, seen = {}, {}

local function add(word)
  if seen[word] or word == "" or #word > LONGEST then return end
  seen[word], words[#words + 1] = true, word
end

local function add_list(list)
  for _, word in ipairs(list) do add(word) end
end

-- Adds the names and words in a table of descriptions, at any depth.
local function add_names(value)
  for key, item in pairs(value) do
    if type(item) == "table" then
      if key ~= "lua" then add_names(item) end
    elseif type(item) == "string" and (key == "name" or type(key) == "number") then
      add(item)
    end
  end
end

local SOURCES = {
  grammar = function()
    local statements, hooks, lists = core.grammar()
    for _, one in ipairs { statements, hooks, lists } do add_names(one) end
    for _, statement in ipairs(statements) do
      for _, row in ipairs(statement.rows) do add(row.name .. "=") end
    end
    add_list { "set base\n", "start BA-D 0,0 r0\n", "BA-U", ";", "=(", "))", "place ", "draw ", "deploy ",
      "pass" }
  end,
  api = function()
    add_names(dkjson.decode(file_io.read "lua/doc/carcassonne-api.json"))
    add_list { "return {", "function(state) ", " end", "= {", "},", "require '", "options.", "state:" }
  end,
}

-- Adds the words in the files of a folder.
local function add_files(folder)
  for _, name in ipairs(paths.in_folder(folder)) do
    local file = io.open(folder .. "/" .. name, "rb")
    local text = file and file:read "*a" or ""
    if file then file:close() end
    for word in text:gmatch "[%w_/:.-]+" do add(word) end
  end
end

local collect = SOURCES[arg[1]]
if collect then collect() else add_files(arg[1]) end
table.sort(words)
for _, word in ipairs(words) do
  print(('"%s"'):format(word:gsub('[^%w _=(){};:.,/-]', function(c) return ("\\x%02x"):format(c:byte()) end)))
end

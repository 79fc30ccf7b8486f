--- Recipes of the cookbook, used as templates for new scripts and their tests.
-- @module carcassonne.cli.cookbook

local markdown = require "carcassonne.cli.markdown"

local cookbook = {}

--- A recipe of lua/doc/COOKBOOK.md.
---@class Recipe
---@field name string name of its variant
---@field title string what the recipe adds: "a die"
---@field text string its explanation in the cookbook
---@field code string the script
---@field test? string its test, if the cookbook has one

local PAGE = ("lua/doc/COOKBOOK.md"):match "[^/]+$"

-- In a checkout the document is in the folder of manuals; in an installation it is among the
-- modules.
local function read_document()
  local here = debug.getinfo(1, "S").source:match "^@(.*)cli[/\\][^/\\]*$" or "lua/carcassonne/"
  for _, path in ipairs { here .. "../doc/" .. PAGE, here .. PAGE } do
    local file = io.open(path)
    if file then
      local text = file:read "*a"
      file:close()
      return text
    end
  end
  error(("new: the cookbook is missing; expected %s in %s"):format(PAGE, here), 0)
end

-- Returns the name of the variant that a block of code returns. Names of phases are nested deeper
-- than the variant's name.
local function variant_in(code)
  local returned = ("\n" .. code):match "\nreturn (%b{})"
  return returned and returned:match '^{%s*name = "([^"]+)"'
end

local function is_test(code) return code:find('require "carcassonne.testkit"', 1, true) ~= nil end

--- Returns the recipes, in the cookbook's order.
---@return Recipe[]
function cookbook.recipes()
  local list, by_title = {}, {}
  for _, block in ipairs(markdown.blocks(read_document(), "lua")) do
    local name, title = variant_in(block.code), block.heading:match "^I want (.*)" or block.heading
    if is_test(block.code) and by_title[title] then
      by_title[title].test = block.code
    elseif name and not by_title[title] then
      by_title[title] = { name = name, title = title, text = block.text:match "^%s*(.-)%s*$",
        code = block.code }
      list[#list + 1] = by_title[title]
    end
  end
  return list
end

-- The test for a recipe that has none in the cookbook.
local PLAIN_TEST = [[
local test = require "carcassonne.testkit"

test "a turn is played with the rule" {
  variants = { "%s.lua" },
  board = "start=BA-D here",
  -- Draw a board that your rule affects, play on it, and state the result; see lua/doc/TESTING.md.
  play = { "1: BA-U here, follower road:E.W" },
  expect = { turn = 2, points = { 0, 0 }, pieces = { "1 follower here road:E.W" } },
}
]]

local function comment(text) return (("-- " .. text):gsub("\n", "\n-- "):gsub("%-%- \n", "--\n")) end

-- Escapes a name for use in a pattern.
local function plain(name) return (name:gsub("%p", "%%%0")) end

--- Returns the script and the test of a recipe under another name.
---@param recipe Recipe
---@param name string
---@return string script
---@return string test
function cookbook.begin(recipe, name)
  local script = recipe.code:gsub(('name = "%s"'):format(plain(recipe.name)), ('name = "%s"'):format(name), 1)
  local test = recipe.test and recipe.test:gsub(('"%s%%.lua"'):format(plain(recipe.name)),
    ('"%s.lua"'):format(name))
    or PLAIN_TEST:format(name)
  local head = ("I want %s."):format(recipe.title)
  if recipe.text ~= "" then head = head .. "\n" .. recipe.text end
  return comment(head) .. "\n\n" .. script,
    comment(("Tests of %s.lua: `carcassonne test %s_spec.lua` runs them."):format(name, name))
      .. "\n\n" .. test
end

return cookbook

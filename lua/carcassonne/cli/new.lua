--- `carcassonne new`: writes a new script and its test from a recipe.
-- @module carcassonne.cli.new

local cookbook = require "carcassonne.cli.cookbook"
local file_io = require "carcassonne.program.file_io"
local options = require "carcassonne.base.options"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local tables = require "carcassonne.text.table"

local command = {
  summary = "Start a house rule: write a script and a test from a recipe of the cookbook.",
  description = [[
Writes NAME.lua, a copy of a recipe of the cookbook, and NAME_spec.lua, the test of the recipe. Both files
can be used as they are: `carcassonne check NAME.lua`, `carcassonne test NAME_spec.lua`. Existing files are
not overwritten.

The exit status is 2 if nothing was written.]],
  epilog = [[
Examples:
  carcassonne new --list
  carcassonne new my-rule --like long-roads
  carcassonne new rules/my-rule --like feast]],
}

local ENDINGS = { ".lua", "_spec.lua" } -- of the files that the command writes

function command.options(parser)
  parser:argument("name",
    "Name of the rule, optionally after a folder, as in rules/my-rule."):args "?":argname "NAME"
  parser:option("--like", "The recipe to copy."):argname "RECIPE"
  parser:flag("--list", "List the recipes, and write nothing.")
end

local function print_recipes(recipes)
  local rows = {}
  for i, recipe in ipairs(recipes) do rows[i] = { recipe.name, recipe.title } end
  output.print_lines(tables.lines(rows))
end

local function find(recipes, name)
  local names = {}
  for i, recipe in ipairs(recipes) do
    if recipe.name == name then return recipe end
    names[i] = recipe.name
  end
  process.refuse("--like: unknown recipe '%s'%s; carcassonne new --list shows all", name,
    options.did_you_mean(name, names))
end

local function check_absent(path)
  local file = io.open(path, "rb")
  if not file then return end
  file:close()
  process.refuse("%s exists already; nothing was written", path)
end

local function check(done, problem)
  if not done then process.refuse("cannot write %s; nothing was written", problem) end
  return done
end

-- Writes a file under a temporary name until it is committed.
local function begin(path, text)
  local file = check(file_io.open_output(path))
  check(file:write(text))
  return file
end

-- Returns the folder with its slash, and the name. Refuses a name that is not valid for a variant.
local function split(path)
  local folder, name = path:gsub("%.lua$", ""):match "^(.-)([^/\\]*)$"
  if not name:match "^%l[%w_-]*$" then
    process.refuse("'%s' is not a name for a rule; expected a small letter, then letters, digits, - and _, "
      .. "as in my-rule", name)
  end
  return folder, name
end

function command.run(args)
  local recipes = cookbook.recipes()
  if args.list then
    print_recipes(recipes)
    return 0
  end
  if not args.name then
    process.refuse "new: the name is missing; usage: carcassonne new NAME --like RECIPE"
  end
  if not args.like then
    process.refuse("new: the recipe is missing; usage: carcassonne new %s --like RECIPE; --list shows them",
      args.name)
  end
  local folder, name = split(args.name)
  local script, test = cookbook.begin(find(recipes, args.like), name)
  local base = folder .. name
  for _, ending in ipairs(ENDINGS) do check_absent(base .. ending) end
  local first, second = begin(base .. ".lua", script), begin(base .. "_spec.lua", test)
  check(file_io.commit(first, true))
  local done, problem = file_io.commit(second, true)
  if not done then os.remove(base .. ".lua") end
  check(done, problem)
  output.print(
    ("Wrote %s.lua and %s_spec.lua. To try them:\n  carcassonne check %s.lua\n  carcassonne test %s_spec.lua")
    :format(base, base, base, base))
  return 0
end

return command

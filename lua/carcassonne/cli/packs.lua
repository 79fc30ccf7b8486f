--- `carcassonne packs`: lists packs of scripts and their problems.
-- @module carcassonne.cli.packs

local carcassonne = require "carcassonne"
local error_message = require "carcassonne.base.error_message"
local json = require "dkjson"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"

local command = {
  reads_scripts = true,
  summary = "List the installed packs of scripts, with their versions, scripts and problems.",
  description = [[
Lists packs. A pack is a folder of scripts that has a file pack.lua (see lua/doc/SCRIPTING.md). Packs can be
installed, by luarocks for example, in folders carcassonne/packs of Lua's module path. If FOLDER is given,
lists the packs of that folder instead. The command reads each script, and reports problems with the script
or its pack. To play with a script: --variant PACK/SCRIPT.

The exit status is 1 if there is a problem.]],
  epilog = [[
Examples:
  carcassonne packs
  carcassonne packs examples/packs
  carcassonne run --variant examples/packs/wayside/milestones]],
}

function command.options(parser)
  parser:argument("folder",
    "List the packs of this folder instead of the installed ones."):args "?":argname "FOLDER"
  parser:flag("--names", "Print only the names of the scripts, for shell completion; the scripts are not "
    .. "read.")
  parser:flag("--json", "Print JSON instead of a table.")
end

-- Returns the name of a script, with its description or its problem.
local function read_script(name)
  local fine, variant = pcall(carcassonne.variant, name)
  return { name = name, description = fine and variant.description or nil,
    problem = not fine and error_message.plain(variant) or nil }
end

-- Returns a pack with its scripts read.
local function read_pack(pack)
  local result = { name = pack.name, version = pack.version, description = pack.description,
    folder = pack.folder, scripts = {},
    problem = pack.problem and error_message.plain(pack.problem) }
  for i, name in ipairs(pack.scripts) do
    result.scripts[i] = read_script(name)
    process.pause()
  end
  return result
end

local function print_names(list)
  for _, pack in ipairs(list) do output.print_lines(pack.scripts) end
end

local function print_table(list, look)
  if #list == 0 then return output.print "no packs" end
  local rows = { { "pack", "version", "script", "" } }
  for _, pack in ipairs(list) do
    for i, script in ipairs(pack.scripts) do
      rows[#rows + 1] = { i == 1 and pack.name or "", i == 1 and pack.version or "", script.name,
        script.description or "" }
    end
    if #pack.scripts == 0 then rows[#rows + 1] = { pack.name, pack.version or "-", "", "" } end
  end
  output.print_lines(tables.lines(rows, { heading = true, style = look }))
end

local function print_problems(list, look)
  for _, problem in ipairs(list) do output.print(("%s %s"):format(look:paint("problem:", "bad"), problem)) end
end

local function problems_of(list)
  local problems = {}
  for _, pack in ipairs(list) do
    problems[#problems + 1] = pack.problem
    for _, script in ipairs(pack.scripts) do problems[#problems + 1] = script.problem end
  end
  return problems
end

local function as_json(list)
  for _, pack in ipairs(list) do setmetatable(pack.scripts, { __jsontype = "array" }) end
  return json.encode(setmetatable(list, { __jsontype = "array" }),
    { indent = true, keyorder = { "name", "version", "description", "folder", "problem", "scripts" } })
end

function command.run(args)
  local found, list, look = carcassonne.packs { folder = args.folder }, {}, terminal.style(args.color)
  if args.names then
    print_names(found)
    return 0
  end
  for i, pack in ipairs(found) do list[i] = read_pack(pack) end
  local problems = problems_of(list)
  if args.json then
    output.print_data(as_json(list))
  else
    print_table(list, look)
    print_problems(problems, look)
  end
  return #problems == 0 and 0 or 1
end

return command

--- The command `scenario` of spec/interop_tools.lua: plays scenarios of JCloisterZone and checks
--- them.

local cli_options = require "carcassonne.cli.options"
local compat = require "carcassonne.base.compat"
local error_message = require "carcassonne.base.error_message"
local file_io = require "carcassonne.program.file_io"
local jcz_file = require "carcassonne.interop.jcz_file"
local options = require "carcassonne.base.options"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local scenario_check = require "spec.support.interop.scenario_check"

local scenario = {
  summary = "Play scenarios of JCloisterZone and check what they assert.",
  description = [[
Plays scenarios - saved games of JCloisterZone (.jcz) that say what must come out, such as `Alice has 8 points` - and
prints a line for each: passed, failed with what was expected and what came, or not supported with the tile sets,
elements, rules, messages and assertions that are not understood; then the sums, by folder where there are several.

Exit status: 1 if any failed; otherwise 2 if one cannot be read or is not supported; otherwise 0.]],
  epilog = [[
Examples:
  make scenarios
  sh csrc/make/env.sh build lua5.4 spec/interop_tools.lua scenario field-scoring.jcz]],
}

--- Adds the options of this command.
---@param command table a command of argparse
function scenario.options(command)
  command:argument("file", "Scenarios; - for standard input."):args("+"):argname("FILE")
  cli_options.style_options(command)
end

local RESULTS = { "passed", "failed", "not supported", "unusable" }
local NAMES = { passed = "good", failed = "bad", unusable = "bad", ["not supported"] = "faint" }

-- Returns the result of a file, and the reason.
local function check(path)
  local fine, saved = pcall(jcz_file.read, path)
  if not fine then return "unusable", { (error_message.plain(saved):gsub("^cannot read ", "", 1)) } end
  if not saved.test then
    return "unusable", { file_io.file_name(path) .. ": it asserts nothing; carcassonne import plays it" }
  end
  local result, notes = scenario_check.check(saved)
  return result, { file_io.file_name(path), compat.table.unpack(notes) }
end

local function line_of(result, notes, style)
  local text = notes[1]
  if #notes > 1 then text = ("%s: %s"):format(text, table.concat(notes, "; ", 2)) end
  return ("%s  %s"):format(style:paint(("%-13s"):format(result), NAMES[result]), text)
end

-- Returns the folder of a file, or "here".
local function folder_of(path) return path:match "([^/]+)/[^/]+$" or "here" end

-- Returns "3 passed, 0 failed, 0 not supported": always these three, and the number of files that
-- cannot be used if there are any.
local function count_text(counts)
  local parts = {}
  for i, result in ipairs(RESULTS) do
    if counts[result] or i <= 3 then parts[#parts + 1] = ("%d %s"):format(counts[result] or 0, result) end
  end
  return table.concat(parts, ", ")
end

local function print_folders(folders)
  local names = options.keys(folders)
  for _, name in ipairs(#names > 1 and names or {}) do
    output.print(("%-28s %s"):format(name, count_text(folders[name])))
  end
end

--- Runs the command.
---@param args {file:string[], color?:string, ascii?:boolean}
---@return integer status
function scenario.run(args)
  local style, counts, folders = cli_options.style(args), {}, {}
  local bar = progress.new(#args.file, "playing",
    function(done) return (" after %d of %d scenarios"):format(done, #args.file) end)
  for i, path in ipairs(args.file) do
    local result, notes = check(path)
    bar:done()
    local folder = folder_of(path)
    folders[folder] = folders[folder] or {}
    for _, of in ipairs { counts, folders[folder] } do of[result] = (of[result] or 0) + 1 end
    output.print(line_of(result, notes, style))
    bar:step(i)
    process.pause(bar)
  end
  bar:done()
  print_folders(folders)
  output.print(count_text(counts))
  if counts.failed then return 1 end
  return (counts.unusable or counts["not supported"]) and 2 or 0
end

return scenario

--- `carcassonne test`: runs the tests of scripts.
-- @module carcassonne.cli.test

local cli_options = require "carcassonne.cli.options"
local error_message = require "carcassonne.base.error_message"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local report = require "carcassonne.testkit.report"
local terminal = require "carcassonne.text.terminal"
local testkit = require "carcassonne.testkit"
local variants = require "carcassonne.variant"
local watch = require "carcassonne.cli.watch"

local command = {
  summary = "Run the tests of house rules.",
  reads_scripts = true,
  description = [[
Runs test files. A test describes a board and its pieces in text, plays some actions, and states the
expected result; see lua/doc/TESTING.md. If a test fails, the command shows the board, the expected result
and the actual result.

A test file is an ordinary Lua program, without a sandbox: run only files that you trust.

The exit status is 1 if a test failed, 2 if a file cannot be read or contains no test.]],
  epilog = [[
Examples:
  carcassonne test my-rule_spec.lua
  carcassonne test *_spec.lua --filter "road"
  carcassonne test my-rule_spec.lua --watch]],
}

function command.options(parser)
  parser:argument("file", "Test files."):args "+":argname "FILE"
  parser:option("--filter", "Run only tests with this text in their names."):argname "TEXT"
  watch.option(parser)
  cli_options.style_options(parser)
end

local function add(counts, name) counts[name] = counts[name] + 1 end

local function print_result(case, failure, look)
  if not failure then return output.print(look:paint("ok", "good") .. "      " .. case.name) end
  local lines = report.lines(failure, { style = look, width = terminal.width() })
  lines[1] = ("%s  %s"):format(look:paint("FAILED", "bad"), lines[1])
  output.print_lines(lines)
end

-- Runs the tests of a file.
local function run_file(path, args, look, counts)
  local fine, cases = pcall(testkit.read, path)
  local problem = not fine and error_message.plain(cases) or #cases == 0 and path .. ": no tests" or nil
  if problem then
    add(counts, "unusable")
    output.print(("%s  %s"):format(look:paint("unusable", "bad"), problem))
    return
  end
  for _, case in ipairs(cases) do
    if args.filter and not case.name:find(args.filter, 1, true) then
      add(counts, "skipped")
    else
      local failure = testkit.run(case)
      add(counts, failure and "failed" or "passed")
      print_result(case, failure, look)
    end
    process.pause()
  end
end

local RESULTS = { "passed", "failed", "skipped", "unusable" }

local function counts_text(counts)
  local parts = {}
  for i, result in ipairs(RESULTS) do
    if counts[result] > 0 or i <= 2 then parts[#parts + 1] = ("%d %s"):format(counts[result], result) end
  end
  return table.concat(parts, ", ")
end

local function run_all(args, look)
  local counts = { passed = 0, failed = 0, skipped = 0, unusable = 0 }
  for _, path in ipairs(args.file) do run_file(path, args, look, counts) end
  output.print(counts_text(counts))
  if counts.failed > 0 then return 1 end
  if counts.unusable == 0 and counts.passed == 0 then
    process.refuse("--filter: no test has '%s' in its name", args.filter)
  end
  return counts.unusable > 0 and 2 or 0
end

-- Returns the paths of the test files, their scripts, and the files that these require.
local function watched(paths)
  local list, seen = {}, {}
  local function add_path(path)
    if not seen[path] then list[#list + 1], seen[path] = path, true end
  end
  for _, path in ipairs(paths) do
    add_path(path)
    local fine, cases = pcall(testkit.read, path)
    for _, case in ipairs(fine and cases or {}) do
      for _, script in ipairs(testkit.scripts(case)) do
        for _, one in ipairs(variants.paths(script)) do add_path(one) end
      end
    end
  end
  return list
end

function command.run(args)
  local look = cli_options.style(args)
  return watch.run(args, function() return watched(args.file) end, function() return run_all(args, look) end)
end

return command

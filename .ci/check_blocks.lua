-- check_blocks.lua [counts|quiet]: prints a table of all blocks of code in the pages with their
-- marks, and counts by page; with `counts` only the counts, with `quiet` only errors. Fails for a
-- block without a mark, and for a command in the text (`make TARGET`, `sh SCRIPT` or
-- `carcassonne COMMAND`) that does not exist.

package.path = ".ci/?.lua;" .. package.path
local doc_blocks = require "doc_blocks"
local targets = require "targets"

local problems = {}
local function note(list)
  for _, problem in ipairs(list) do problems[#problems + 1] = problem end
end

-- Finds the commands between backquotes in a page that name a target, a script or a subcommand
-- that does not exist.
local function check_words(path, text)
  local commands = {}
  for _, name in ipairs(require("carcassonne.cli").commands) do commands[name] = true end
  for span in text:gsub("\n```.-\n```", ""):gmatch "`([^`\n]+)`" do
    local target, command = span:match "^make ([%l-]+)$" or span:match "^make ([%l-]+) ",
      span:match "^carcassonne ([%l-]+)"
    if target and not targets.exists(target) then
      note { ("%s: `%s`: there is no such target"):format(path, span) }
    end
    local script = span:match "^sh (%S+%.sh)" or span:match " sh (%S+%.sh)"
    if script and not io.open(script) then
      note { ("%s: `%s`: there is no such script"):format(path, span) }
    end
    if command and not commands[command] then
      note { ("%s: `%s`: there is no such command"):format(path, span) }
    end
  end
end

local function count_in(counts, path, status)
  counts[path] = counts[path] or {}
  counts[path][status] = (counts[path][status] or 0) + 1
end

local rows, counts, pages = {}, {}, doc_blocks.pages()
for _, path in ipairs(pages) do
  local blocks, wrong = doc_blocks.read(path)
  note(wrong)
  for _, block in ipairs(blocks) do
    local status = block.status or "UNMARKED"
    rows[#rows + 1] = { path, tostring(block.line), block.language == "" and "-" or block.language, status,
      block.status ~= "run by" and block.reason or block.run_by or "" }
    count_in(counts, path, status)
    count_in(counts, "all", status)
  end
  check_words(path, require("annotations").text_of(path))
end
note(targets.problems())

local function print_table()
  for _, row in ipairs(rows) do
    print(("%-26s %5s  %-5s %-9s %s"):format(row[1], row[2], row[3], row[4], row[5]))
  end
  print()
end

local function print_counts()
  for _, path in ipairs(pages) do
    local said = {}
    for _, status in ipairs { "run", "short", "output", "run by", "not-run", "UNMARKED" } do
      if counts[path] and counts[path][status] then
        said[#said + 1] = ("%s %d"):format(status, counts[path][status])
      end
    end
    if #said > 0 then print(("%-26s %s"):format(path, table.concat(said, ", "))) end
  end
end

pages[#pages + 1] = "all"
if not arg[1] then print_table() end
if arg[1] ~= "quiet" then print_counts() end
if #problems > 0 then
  io.stderr:write(table.concat(problems, "\n"), "\n",
    ("%d problems of blocks and commands in pages\n"):format(#problems))
  os.exit(1)
end

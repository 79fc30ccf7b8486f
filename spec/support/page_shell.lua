--- Runs the commands of a page of the project in the order of the page, as a reader would. For the
--- specs.

package.path = ".ci/?.lua;" .. package.path
local compat = require "carcassonne.base.compat"
local doc_blocks = require "doc_blocks"
local files = require "spec.support.files"

local page_shell = {}

local SECONDS = 600 -- time limit for a page

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- Clears the environment that a test, or the make that runs it, has.
local PLAIN = "env -i HOME=%s PATH=%s TERM=dumb LC_ALL=C.UTF-8 timeout %d sh %s"

-- Copies the files that git does not ignore, or all files if git is missing, and the build. The
-- files keep their times, so that make builds nothing again.
local COPY = [[
set -e
mkdir -p %s/build/obj
if [ -e .git ]; then git ls-files -co --exclude-standard; else find . -name build -prune -o -type f -print; fi |
  while read -r file; do [ ! -e "$file" ] || printf '%%s\0' "$file"; done | xargs -0 cp -p --parents -t %s
cp -pR build/lib build/lua %s/build
cp -pR build/obj/release %s/build/obj]]

local function is_there(path)
  local file = io.open(path)
  return file ~= nil and file:close()
end

-- Builds the usual mode if only another mode is built, as by `make coverage`. Raises the output of
-- make as an error.
local function build()
  if is_there "build/lua/carcassonne/core.so" and is_there "build/lib/pkgconfig/carcassonne.pc" then
    return
  end
  local pipe = assert(io.popen("env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MODE -u LD_PRELOAD LUA=lua5.4 "
    .. "make -s all 2>&1; echo $?"))
  local said, status = pipe:read("*a"):match "^(.-)(%d+)\n$"
  pipe:close()
  if status ~= "0" then error(said, 0) end
end

--- Calls a function with the path of a folder that has a copy of the checkout, `checkout`, and an
--- empty folder, `empty`.
---@param use fun(folder:string)
function page_shell.with_copy(use)
  build()
  files.with_folder({}, function(folder)
    local checkout = quote(folder .. "/checkout")
    assert(compat.os.execute(("mkdir %s/empty %s/out && "):format(quote(folder), quote(folder))
      .. COPY:format(checkout, checkout, checkout, checkout)))
    use(folder)
  end)
end

--- Runs a shell script in a clean environment with a home of its own.
---@param folder string a folder with a copy of the checkout
---@param path string the value of PATH
---@param script string
---@return integer status
function page_shell.run(folder, path, script)
  local file = folder .. "/script"
  files.rewrite(file, script)
  local _, _, status = compat.os.execute(PLAIN:format(quote(folder), quote(path), SECONDS, quote(file)))
  return status
end

-- Returns the shell steps of a page in order: { line, code }.
local function steps_of(path, text)
  local steps = doc_blocks.before(text)
  for _, block in ipairs(doc_blocks.read(path, text)) do
    local runs = block.status == "run" or block.status == "short"
    if block.file and block.status ~= "not-run" then
      steps[#steps + 1] = { line = block.line,
        code = ("cat >%s <<'END OF FILE'\n%sEND OF FILE\n"):format(quote(block.file), block.script) }
    elseif runs and block.language == "sh" then
      steps[#steps + 1] = { line = block.line, code = block.script }
    end
  end
  table.sort(steps, function(a, b) return a.line < b.line end)
  return steps
end

-- Returns a script of the steps. It writes the output of each step to a file of its own, and stops
-- at the first step that fails.
local function script_of(steps, begin, out)
  local lines = { "set -e", "cd " .. quote(begin) }
  for _, step in ipairs(steps) do
    local to = quote(("%s/%d"):format(out, step.line))
    lines[#lines + 1] = ("exec >%s.out 2>%s.err </dev/null\n%s"):format(to, to, step.code)
  end
  return table.concat(lines, "\n")
end

local function read_if_there(path) return is_there(path) and files.read(path) or nil end

--- The result of the commands of a page.
---@class PageRun
---@field output table<integer, string> by the line of the block, its output
---@field failed? integer the line of the block that failed
---@field said? string the output and errors of this block

--- Runs the commands of a page, one block after the other, in one shell.
---@param path string
---@return PageRun
function page_shell.run_page(path)
  local text = files.read(path)
  local steps, result = steps_of(path, text), { output = {} }
  page_shell.with_copy(function(folder)
    local checkout, out = folder .. "/checkout", folder .. "/out"
    -- README.md itself explains how to find the command.
    local search = (path == "README.md" and "" or checkout .. "/lua/bin:") .. os.getenv "PATH"
    local begin = doc_blocks.in_checkout(text) and checkout or folder .. "/empty"
    local status, last = page_shell.run(folder, search, script_of(steps, begin, out)), nil
    for _, step in ipairs(steps) do
      result.output[step.line] = read_if_there(("%s/%d.out"):format(out, step.line))
      if result.output[step.line] then last = step.line end
    end
    if status ~= 0 then
      result.failed = last
      result.said = ("status %d\n%s%s"):format(status, result.output[last],
        files.read(("%s/%d.err"):format(out, last)))
    end
  end)
  return result
end

local function lines_of(text)
  local list = {}
  for line in text:gmatch "[^\n]*" do list[#list + 1] = line end
  while list[#list] == "" do list[#list] = nil end
  return list
end

--- Returns whether the output matches the output on a page, in which a line of three dots stands
--- for any lines.
---@param shown string
---@param printed string
---@return boolean
function page_shell.is_shown(shown, printed)
  local wanted, had = lines_of(shown), lines_of(printed)
  local function fits(i, j)
    if i > #wanted then return j > #had end
    if wanted[i]:match "^%s*%.%.%.$" then return fits(i + 1, j) or j <= #had and fits(i, j + 1) end
    return wanted[i] == had[j] and fits(i + 1, j + 1)
  end
  return fits(1, 1)
end

return page_shell

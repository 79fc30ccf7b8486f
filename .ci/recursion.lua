-- recursion.lua [FILE...]: finds functions that call themselves, directly or through functions of
-- their file, and use `pairs` or `next` of the host. LuaJIT 2.1.0-beta3 may compile these wrongly
-- (lua/carcassonne/base/compat.lua). Prints each such function and exits with 1; prints nothing and
-- exits with 0 if there is none. Without arguments it checks lua/carcassonne.
--
-- A function ends at the `end` that is indented as its first line. Names of local functions count
-- in the whole file.

local BUILTINS = { "pairs", "next" }

-- Files that run only where LuaJIT compiles nothing.
local UNCOMPILED = { ["lua/carcassonne/sandbox/kept_data.lua"] = true } -- in sandboxes

local function files_of_the_library()
  local list, find = {}, "find lua/carcassonne -name '*.lua' ! -path '*/meta/*' | LC_ALL=C sort"
  local pipe = assert(io.popen(find))
  for file in pipe:lines() do list[#list + 1] = file end
  pipe:close()
  return list
end

-- Returns the name by which a function calls itself, if a function begins in this line.
local function name_of(line)
  local class, method = line:match "function ([%w_.]+):([%w_]+)%("
  if class then return "self:" .. method end
  return line:match "function ([%w_.]+)%(" or line:match "^ *local ([%w_]+) = function%("
end

-- Returns the functions of a file that have a name: { name, line, indent, code }. The code of a
-- function excludes the named functions inside of it.
local function functions_of(file)
  local list, open, number = {}, {}, 0
  for line in io.lines(file) do
    number = number + 1
    local code, indent, name = line:gsub('"[^"]*"', '""'):gsub("%-%-.*", ""), #line:match "^ *", name_of(line)
    if name then
      local one = { name = name, line = number, indent = indent, code = {} }
      list[#list + 1], open[#open + 1] = one, one
      code = code:gsub("^.-function [%w_.:]*", "")
    end
    local innermost = open[#open]
    if innermost then
      table.insert(innermost.code, code)
      local ends = name and code:match "%f[%w_]end%f[^%w_][ ,;)}]*$"
        or not name and indent == innermost.indent and code:match "^ *end%f[^%w_]"
      if ends then open[#open] = nil end
    end
  end
  return list
end

-- Returns whether code calls a function by this name.
local function calls(code, name)
  return (" " .. code):find("[^%w_.:]" .. name:gsub("%.", "%%.") .. ' *[({"]') ~= nil
end

-- Returns whether a function reaches itself by calls.
local function reaches_itself(one, list, seen)
  local left = { one }
  while #left > 0 do
    local code = table.concat(table.remove(left).code, "\n")
    for _, other in ipairs(list) do
      if calls(code, other.name) then
        if other == one then return true end
        if not seen[other] then left[#left + 1], seen[other] = other, true end
      end
    end
  end
  return false
end

-- Returns which of the host's functions the code uses, if the file does not replace it.
local function builtin_in(one, text)
  local code = table.concat(one.code, "\n")
  for _, builtin in ipairs(BUILTINS) do
    local uses = (" " .. code):find("[^%w_.:]" .. builtin .. " *[(,]")
    local replaced = "\nlocal [%w_, ]*%f[%w_]" .. builtin .. "%f[^%w_][%w_, ]* = compat%.basic%."
    if uses and not text:find(replaced) then return builtin end
  end
end

local found = false
for _, file in ipairs(#arg > 0 and arg or files_of_the_library()) do
  local input = assert(io.open(file))
  local text = "\n" .. input:read "*a"
  input:close()
  local list = functions_of(file)
  for _, one in ipairs(list) do
    local builtin = builtin_in(one, text)
    if builtin and not UNCOMPILED[file] and reaches_itself(one, list, {}) then
      print(("%s:%d: %s calls itself and uses %s, which LuaJIT may compile wrongly; use compat.basic.%s")
        :format(file, one.line, one.name, builtin, builtin))
      found = true
    end
  end
end
os.exit(found and 1 or 0)

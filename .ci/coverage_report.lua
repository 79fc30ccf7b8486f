-- coverage_report.lua HITS: prints the percentage of Lua lines that ran, by file and in total. The
-- lines that ran are in the files under HITS; the possible lines are those for which luac lists
-- instructions.

local hits_dir = arg[1]
local LUAC = os.getenv("LUAC") or "luac5.4"

local function lines_from (command)
  local p = assert(io.popen(command))
  local text = p:read("a")
  p:close()
  return text:gmatch("[^\n]+")
end

-- Returns the lines with instructions, except the implicit return at the end of each function,
-- which is not reached after a `return` statement.
local function active_lines (path)
  local lines, functions = {}, {}
  local f <close> = assert(io.open(path))
  local text = f:read("a"):gsub("^#![^\n]*", "")
  local tmp = os.tmpname()
  local copy = assert(io.open(tmp, "w"))
  copy:write(text)
  copy:close()
  for row in lines_from(("%s -p -l %s"):format(LUAC, tmp)) do
    if row:match("^%a+ <") then functions[#functions + 1] = {} end
    local line, op = row:match("^%s+%d+%s+%[(%d+)%]%s+(%u[%w]*)")
    local list = functions[#functions]
    if line and op ~= "VARARGPREP" then list[#list + 1] = tonumber(line) end
  end
  os.remove(tmp)
  for _, list in ipairs(functions) do
    for i = 1, #list - 1 do lines[list[i]] = true end
  end
  return lines
end

-- files[path][line] = whether it ran
local function lua_lines ()
  local files = {}
  -- these files have only annotations, and are never loaded
  for path in lines_from("find lua/bin lua/carcassonne -type f -not -path '*/meta/*' | LC_ALL=C sort") do
    files[path] = {}
    for line in pairs(active_lines(path)) do files[path][line] = false end
  end
  for row in lines_from("cat " .. hits_dir .. "/*.hits 2>/dev/null") do
    local path, line = row:match("^(.*):(%d+)$")
    line = tonumber(line)
    if files[path] and files[path][line] ~= nil then files[path][line] = true end
  end
  return files
end

-- Returns missing lines as ranges: 3-5 9
local function ranges (lines)
  local out, from = {}, nil
  local numbers = {}
  for line in pairs(lines) do numbers[#numbers + 1] = line end
  table.sort(numbers)
  local last
  for _, line in ipairs(numbers) do
    if lines[line] then
      if from then out[#out + 1] = from == last and from or from .. "-" .. last end
      from = nil
    else
      from = from or line
      last = line
    end
  end
  if from then out[#out + 1] = from == last and from or from .. "-" .. last end
  local text = table.concat(out, " ")
  return #text > 70 and text:sub(1, 67) .. "..." or text
end

local function report (files)
  local paths, all, ran = {}, 0, 0
  for path in pairs(files) do paths[#paths + 1] = path end
  table.sort(paths)
  print(("%-44s %6s %6s %7s  not run"):format("Lua", "lines", "ran", ""))
  for _, path in ipairs(paths) do
    local n, r = 0, 0
    for _, did in pairs(files[path]) do
      n = n + 1
      if did then r = r + 1 end
    end
    all, ran = all + n, ran + r
    if n > 0 then
      print(("%-44s %6d %6d %6.1f%%  %s"):format(path, n, r, 100 * r / n, ranges(files[path])))
    end
  end
  print(("\nline coverage of lua: %.1f%%"):format(all > 0 and 100 * ran / all or 0))
end

report(lua_lines())

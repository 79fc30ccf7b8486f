-- names.lua OBJECTS: checks the names of the engine in C.
--   1. Public headers declare exactly the functions of the engine's objects that begin with carc_.
--      No other name of the engine begins with carc_. The macros and enumerators of public headers
--      begin with CARC_.
--   2. The name of a static function is unique within its layer.
--   3. No name contains a word that spec/GLOSSARY.md lists as retired.
-- rooms.lua checks the prefixes of the layers. Prints each violation; prints nothing and exits with
-- 0 if there is none.

local ENGINE, HEADERS, BINDING, GLOSSARY = "csrc/engine", "csrc/include", "csrc/lua", "spec/GLOSSARY.md"
local objects = arg[1] or "build/obj/lint-gcc"
local checking = dofile "./.ci/checking.lua"
local complain, exists, lines_of, output_of = checking.complain, checking.exists, checking.lines_of,
  checking.output_of
local sorted, text_of = checking.sorted, checking.text_of

local function end_of_quoted(text, from)
  local quote, at = text:sub(from, from), from + 1
  while at < #text and text:sub(at, at) ~= quote do at = at + (text:sub(at, at) == "\\" and 2 or 1) end
  return at
end

-- Replaces comments and strings by blanks; keeps line ends.
local function code_of(path)
  local text, out, at = text_of(path), {}, 1
  while true do
    local from = text:find("[/\"']", at)
    if not from then break end
    out[#out + 1] = text:sub(at, from - 1)
    local mark, to = text:sub(from, from + 1), from
    if mark == "/*" then
      to = select(2, text:find("*/", from + 2, true)) or #text
    elseif mark == "//" then
      to = (text:find("\n", from, true) or #text + 1) - 1
    elseif mark:sub(1, 1) ~= "/" then
      to = end_of_quoted(text, from)
    end
    out[#out + 1] = text:sub(from, to):gsub("[^\n]", " ")
    at = to + 1
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

local function files_in(path)
  return lines_of(("find %s -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort"):format(path))
end

-- ---- External symbols ---------------------------------------------------------------------------

local function check_symbols(declared)
  local defined = {}
  for object in lines_of(("find %s/%s -name '*.o' | LC_ALL=C sort"):format(objects, ENGINE)) do
    local source = object:sub(#objects + 2, -3) .. ".c"
    for line in lines_of(exists(source) and "nm -g --defined-only " .. object or "true") do
      local name = line:match "([%w_]+)$"
      defined[name] = source
      if name:find "^carc_" and not declared[name] then
        complain("%s: %s begins with carc_, but no public header declares it", source, name)
      end
    end
  end
  assert(next(defined), "there are no objects in " .. objects)
  for _, name in ipairs(sorted(declared)) do
    if not defined[name] then
      complain("%s: %s is declared, but no object of the engine defines it", HEADERS, name)
    end
  end
end

-- ---- Public headers -----------------------------------------------------------------------------

local function check_headers()
  for path in lines_of("ls " .. HEADERS .. "/*.h") do
    for name in text_of(path):gmatch "#%s*define%s+([%w_]+)" do
      if name ~= "X" and not name:find "^CARC" then
        complain("%s: the macro %s must begin with CARC_", path, name)
      end
    end
    local code = output_of(("${CC:-cc} -E -P -I%s %s"):format(HEADERS, path))
    for body in code:gmatch "enum[%s%w_]*(%b{})" do
      for name in body:gmatch "[{,]%s*([%w_]+)" do
        if not name:find "^CARC_" then complain("%s: the enumerator %s must begin with CARC_", path, name) end
      end
    end
  end
end

-- ---- Names in the text of C ---------------------------------------------------------------------

local function public_names()
  local names = {}
  for path in lines_of("ls " .. HEADERS .. "/*.h") do
    for name in code_of(path):gmatch "carc_[%w_]+" do names[name] = true end
  end
  return names
end

-- Returns the static functions in a code: the beginning of each definition, at the start of a line.
local function statics_in(code)
  local names = {}
  for line in code:gmatch "[^\n]+" do
    if line:find "^static " or line:find "^ALWAYS_INLINE " or line:find "^NOINLINE static " then
      local name = line:match "([%w_]+) %("
      if name then names[name] = true end
    end
  end
  return names
end

-- Returns the retired words: the first column of the second table of the glossary, each as
-- "_word_".
local function retired_words()
  local words, heading = {}, nil
  for line in text_of(GLOSSARY):gmatch "[^\n]+" do
    heading = line:match "^## (.+)" or heading
    local name, use = line:match "^| `([%w_]+)` | (.-) |$"
    if heading == "Retired words" and name then words[#words + 1] = { name = name, use = use } end
  end
  assert(#words > 0, GLOSSARY .. " lists no retired words")
  return words
end

-- Names of Lua methods that OpenSpiel has, too.
local LUA_NAMES = { resample = true, carcL_state_resample = true }

local function check_words(path, code, retired)
  local reported = {}
  for name in code:gmatch "[%a_][%w_]*" do
    local padded = not reported[name] and not LUA_NAMES[name] and "_" .. name:lower() .. "_"
    reported[name] = true
    for _, word in ipairs(padded and retired or {}) do
      if padded:find("_" .. word.name .. "_", 1, true) then
        complain("%s: the word `%s` in %s is retired (%s), use %s", path, word.name, name, GLOSSARY, word.use)
      end
    end
  end
end

local function check_texts()
  local public, retired = public_names(), retired_words()
  for folder in lines_of(("find %s -mindepth 1 -type d | LC_ALL=C sort"):format(ENGINE)) do
    local first = {}
    for path in files_in(folder) do
      local code = code_of(path)
      for _, name in ipairs(sorted(statics_in(code))) do
        if first[name] then
          complain("%s: %s has a static function %s, too", path, first[name], name)
        else
          first[name] = path
        end
      end
      for name in code:gmatch "%f[%w_]carc_[%w_]+" do
        local is_pasted = name:find "_$" -- the beginning of a name that ## completes
        if not public[name] and not is_pasted then
          public[name] = true -- each public name is reported once
          complain("%s: %s begins with carc_, but no public header has it", path, name)
        end
      end
      check_words(path, code, retired)
    end
  end
  for path in lines_of("ls " .. HEADERS .. "/*.h") do check_words(path, code_of(path), retired) end
  for path in files_in(BINDING) do check_words(path, code_of(path), retired) end
end

local declared = {}
for name in lines_of "sh csrc/make/exports.sh" do declared[name] = true end
check_symbols(declared)
check_headers()
check_texts()
os.exit(checking.wrong == 0)

-- lua_rooms.lua: checks the layers of the Lua source, lua/carcassonne. A file calls `require` only
-- for files of its own folder and of the folders before it in FOLDERS. Neither files nor folders
-- load each other in a cycle. Calls of `require` are at the top of a file, outside of blocks, with
-- a literal name, unless EXCEPTIONS lists the call with its reason. No file calls `require` for the
-- module of a command. Prints each violation; prints nothing and exits with 0 if there is none.

local checking = dofile "./.ci/checking.lua"
local add_link, complain = checking.add_link, checking.complain

local ROOT = "lua/carcassonne"

-- The folders from the bottom to the top; "." is for files outside of folders (lua/doc/README.md).
local FOLDERS = { "base", "sandbox", "definition", "variant", "helpers", "expansions", ".", "describe",
  "shapes", "text", "ui", "bots",
  "svg", "program", "lab", "testkit", "plugin/check", "plugin", "interop/notation", "interop", "play", "cli" }

-- Calls of `require` in other places or with a computed name: the reason, and patterns of the files
-- that the name may stand for.
local EXCEPTIONS = {
  { file = "base/core_version.lua", call = 'pcall(require, "carcassonne.core")',
    reason = "it says what is missing where the compiled module cannot be loaded" },
  { file = "base/c_locale.lua", call = 'pcall(require, "carcassonne.core")',
    reason = "optional: a display of views does without the compiled module" },
  { file = "base/optional_module.lua", call = "require (computed)",
    reason = "optional modules: carcassonne.sys and term", reaches = {} },
  { file = "describe/phrases.lua", call = 'require "carcassonne.variant.game"',
    reason = "optional: a display of views does without the compiled module, which that needs" },
  { file = "describe/variable_values.lua", call = 'require "carcassonne.core"',
    reason = "optional: a display of views does without the compiled module" },
  { file = "describe/variable_values.lua", call = 'require "carcassonne.base.options"',
    reason = "optional: a display of views does without the compiled module, which that needs" },
  { file = "bots/init.lua", call = "require (computed)", reason = "a bot is loaded once it plays",
    reaches = { "^bots/random%.lua$", "^bots/greedy%.lua$", "^bots/mcts%.lua$" } },
  { file = "cli/init.lua", call = "require (computed)", reason = "each command is a file",
    reaches = { "^cli/" } },
}

-- Files that commands share. All other files of cli are commands; only cli/init.lua loads them.
local SHARED_BY_COMMANDS = { options = true, run_options = true, isolate = true, watch = true,
  cookbook = true, markdown = true }

local STUBS = "^meta/" -- for editors only; nothing runs these files

local height = {}
for i, folder in ipairs(FOLDERS) do height[folder] = i end

-- ---- Reading Lua --------------------------------------------------------------------------------

-- Returns the relevant tokens of a Lua text: { kind = "name", "string" or "sign", text, line }.
local function tokens_of(text)
  local list, at, line = {}, 1, 1
  local function add(kind, value) list[#list + 1] = { kind = kind, text = value, line = line } end
  local function skip_to(stop)
    line = line + select(2, text:sub(at, stop - 1):gsub("\n", ""))
    at = stop
  end
  local function long_bracket(from) -- Returns the end of a long bracket that begins at this place, or nil.
    local level = text:match("^%[(=*)%[", from)
    return level and (select(2, text:find("]" .. level .. "]", from, true)) or #text) + 1
  end
  while at <= #text do
    local name = text:match("^[%a_][%w_]*", at)
    local quote = text:match("^[\"']", at)
    if text:find("^%-%-", at) then
      skip_to(long_bracket(at + 2) or text:find("\n", at, true) or #text + 1)
    elseif name then
      add("name", name)
      at = at + #name
    elseif quote then
      local stop = at + 1
      while text:sub(stop, stop) ~= quote and stop <= #text do
        stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
      end
      add("string", text:sub(at + 1, stop - 1))
      skip_to(stop + 1)
    elseif long_bracket(at) then
      local stop = long_bracket(at)
      add("string", text:sub(at, stop - 1))
      skip_to(stop)
    elseif text:find("^%.%.", at) then
      add("sign", "..")
      at = at + 2
    else
      local character = text:sub(at, at)
      if character:find "%S" then add("sign", character) end
      skip_to(at + 1)
    end
  end
  return list
end

local DEEPER = { ["function"] = 1, ["do"] = 1, ["then"] = 1, ["repeat"] = 1, ["end"] = -1, ["until"] = -1,
  ["elseif"] = -1 }

-- Returns the calls of `require` in a file: { module, line, call, at_top }; `module` is nil for a
-- computed name.
local function requires_in(path)
  local tokens, found, depth = tokens_of(checking.text_of(path)), {}, 0
  local function text_at(i) return tokens[i] and tokens[i].text end
  for i, token in ipairs(tokens) do
    if token.kind == "name" then depth = depth + (DEEPER[token.text] or 0) end
    local before, after = text_at(i - 1), text_at(i + 1)
    local is_field = before == "." or before == ":" or after == "="
    if token.kind == "name" and token.text == "require" and not is_field then
      local protected = before == "(" and text_at(i - 2) == "pcall"
      local argument = tokens[i + 1] and tokens[i + 1].kind == "string" and i + 1 or i + 2
      local literal = tokens[argument] and tokens[argument].kind == "string" and text_at(argument + 1) ~= ".."
      local module = literal and text_at(argument) or nil
      local call = not module and "require (computed)" or protected
        and ('pcall(require, "%s")'):format(module) or
        ('require "%s"'):format(module)
      found[#found + 1] = { module = module, line = token.line, call = call,
        at_top = depth == 0 and not protected and module ~= nil }
    end
  end
  return found
end

-- ---- The files and their links ------------------------------------------------------------------

local files, file_of = {}, {} -- paths below ROOT, and the file of each module
for path in assert(io.popen(("find %s -name '*.lua' | LC_ALL=C sort"):format(ROOT))):lines() do
  local file = path:sub(#ROOT + 2)
  if not file:find(STUBS) then
    files[#files + 1] = file
    file_of[("carcassonne/" .. file):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")] = file
  end
end
assert(#files > 0, "there are no Lua files in " .. ROOT)

local function folder_of(file) return file:match "^(.*)/[^/]*$" or "." end

local function exception_for(file, call)
  for _, one in ipairs(EXCEPTIONS) do
    if one.file == file and one.call == call then
      one.used = true
      return one
    end
  end
end

local function add_computed(links, file, line, patterns)
  for _, other in ipairs(files) do
    for _, pattern in ipairs(patterns) do
      if other:find(pattern) then
        add_link(links, file, other, ("line %d, by a computed name"):format(line))
      end
    end
  end
end

local function add_requires(links, file)
  for _, one in ipairs(requires_in(ROOT .. "/" .. file)) do
    local exception = not one.at_top and exception_for(file, one.call)
    if not one.at_top and not exception then
      local problem = one.module and one.call .. " is not at the top of the file; move it there" or
        "the name of a required module is computed; write it out"
      complain("%s, line %d: %s, or list it in EXCEPTIONS with its reason", file, one.line, problem)
    end
    local to = one.module and file_of[one.module]
    if to then
      add_link(links, file, to, ("line %d"):format(one.line))
    elseif one.module and one.module:find "^carcassonne%f[%W]" and one.module ~= "carcassonne.core"
        and one.module ~= "carcassonne.sys" then
      complain("%s, line %d: there is no file of the module %s", file, one.line, one.module)
    elseif exception and exception.reaches then
      add_computed(links, file, one.line, exception.reaches)
    end
  end
end

-- ---- The checks ---------------------------------------------------------------------------------

local function check_link(from, to, names)
  if (height[folder_of(to)] or 0) > (height[folder_of(from)] or math.huge) then
    complain("%s requires %s, which is above it: %s", from, to, names)
  end
  local command = to:match "^cli/(.*)%.lua$"
  if command and from ~= "cli/init.lua" and not SHARED_BY_COMMANDS[command] then
    complain("%s requires the command %s; move what they share into another folder: %s", from, to, names)
  end
end

local function check_exceptions()
  for _, one in ipairs(EXCEPTIONS) do
    if not one.used then
      complain("%s does not contain the exception any more: %s", one.file, one.call)
    end
  end
end

local links = {}
for _, file in ipairs(files) do
  if not height[folder_of(file)] then
    complain("%s: the folder %s is missing in FOLDERS", file, folder_of(file))
  end
  checking.check_length(file, select(2, checking.text_of(ROOT .. "/" .. file):gsub("\n", "")))
  add_requires(links, file)
end
checking.each_link(links, check_link)
checking.check_circles(links, folder_of, "folders")
check_exceptions()
os.exit(checking.wrong == 0)

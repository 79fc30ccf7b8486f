-- Reads the annotations of a Lua file as editors do (LuaLS: ---@param, ---@return, ---@class ...)
-- and the comments of the C header. The reference, the check that it is complete and the test of
-- its examples all use this reader.
--
-- A file is { path, module, doc, owner, items }; `owner` is the variable that the file returns.
-- An item is one of
--   { kind = "function", name, owner, method, args, documented, doc, params, returns, usage, see }
--   { kind = "class", name, var, parent, doc, fields }
--   { kind = "alias", name, type, doc, values }
--   { kind = "value", name, owner, documented, doc, type }
-- params and fields are { name, type, text, optional }, returns are { type, text }.

local annotations = {}

-- The public headers of the engine, basic ones first.
annotations.PUBLIC_HEADERS = { "carcassonne.h", "carcassonne_definition.h", "carcassonne_read.h",
  "carcassonne_script.h", "carcassonne_search.h", "carcassonne_space.h", "carcassonne_batch.h" }

local CLOSING = { ["("] = ")", ["["] = "]", ["{"] = "}", ["<"] = ">" }

-- Cuts a type off the front of a text. The type ends at the first blank that is neither inside
-- brackets or quotes, nor next to `|`, nor after the `:` of a function's result.
local function cut_type (text)
  local i, depth, quote = 1, {}, nil
  while i <= #text do
    local c = text:sub(i, i)
    if quote then
      if c == quote then quote = nil end
    elseif c == '"' or c == "'" then
      quote = c
    elseif CLOSING[c] then
      depth[#depth + 1] = CLOSING[c]
    elseif c == depth[#depth] then
      depth[#depth] = nil
    elseif c:match("%s") and #depth == 0 then
      local before, after = text:sub(1, i - 1):match("(%S)$"), text:match("^%s*(%S)", i)
      local inside = before == "|" or before == ":" or before == "," or after == "|"
      if not inside then break end
    end
    i = i + 1
  end
  return (text:sub(1, i - 1):gsub("%s+", "")), (text:sub(i):match("^%s*#?%s*(.-)%s*$"))
end

local function cut_name (text)
  local name, mark, rest = text:match("^(%.%.%.)(%??)%s*(.*)$")
  if not name then name, mark, rest = text:match("^([%w_]+)(%??)%s*(.*)$") end
  if not name then name, mark, rest = text:match("^(%b[])(%??)%s*(.*)$") end
  return name, mark == "?", rest or ""
end

local function named (text)
  local name, optional, rest = cut_name(text)
  if not name then return nil end
  local type_, about = cut_type(rest)
  if type_:sub(-1) == "?" then optional = true end
  return { name = name, type = type_, text = about, optional = optional }
end

local function join (a, b) return (a == nil or a == "") and b or a .. "\n" .. b end

-- Removes empty lines around a text, and the indent that all its lines share.
local function dedent (text)
  text = text:gsub("^%s*\n", ""):gsub("%s+$", "")
  local least
  for indent in text:gmatch("([ \t]*)[^\n]+") do
    if not least or #indent < least then least = #indent end
  end
  return (("\n" .. text):gsub("\n" .. (" "):rep(least or 0), "\n"):sub(2))
end

-- Returns the text of a comment without its `---`.
local function read_block (lines)
  local block = { doc = "", params = {}, returns = {}, fields = {}, values = {}, see = {} }
  local last, in_usage = nil, false
  for _, line in ipairs(lines) do
    local tag, rest = line:match("^%s?@([%w]+)%s?(.*)$")
    local value = line:match("^%s?|%s?>?%s*(.*)$")
    if tag then
      last, in_usage = nil, false
      if tag == "param" then
        last = named(rest)
        block.params[#block.params + 1] = last
      elseif tag == "return" then
        local type_, text = cut_type(rest)
        last = { type = type_, text = text }
        block.returns[#block.returns + 1] = last
      elseif tag == "field" then
        rest = rest:gsub("^public%s+", "")
        if not rest:match("^private%s") and not rest:match("^protected%s") then
          last = named(rest)
          block.fields[#block.fields + 1] = last
        end
      elseif tag == "class" then
        local name, parent = rest:gsub("^%(%w+%)%s*", ""):match("^([%w_.]+)%s*:?%s*([%w_., ]*)")
        block.class, block.parent = name, parent ~= "" and parent or nil
      elseif tag == "alias" then
        local name, type_ = rest:match("^([%w_.]+)%s*(.*)$")
        block.alias, block.type = name, type_
      elseif tag == "type" then
        block.type = cut_type(rest)
      elseif tag == "usage" then
        in_usage = true
        block.usage = join(block.usage, rest)
      elseif tag == "see" then
        block.see[#block.see + 1] = rest
      elseif tag == "overload" then
        block.doc = join(block.doc, "Also: `" .. rest .. "`")
      elseif tag == "deprecated" then
        block.doc = join(block.doc, "Deprecated. " .. rest)
      elseif tag == "meta" then
        block.meta = true
      elseif tag == "private" or tag == "package" then
        block.private = true
      end
    elseif value then
      block.values[#block.values + 1] = value
    elseif in_usage then
      block.usage = join(block.usage, line)
    elseif last and line:match("^%s+%S") and (#block.fields > 0 or line:match("^%s%s+%S")) then
      last.text = (last.text .. " " .. line:match("^%s*(.-)%s*$")):match("^%s*(.*)$")
    else
      last = nil
      block.doc = join(block.doc, (line:gsub("^%s", "")))
    end
  end
  block.doc = block.doc:match("^%s*(.-)%s*$")
  block.usage = block.usage and dedent(block.usage)
  return block
end

local function split_args (text)
  local args = {}
  for arg in text:gmatch("[%w_.]+") do args[#args + 1] = arg end
  return args
end

-- Returns the function or value that a line of code defines; `more` returns further lines.
local function read_code (code, more)
  local owner, sep, name, tail = code:match("^function%s+([%w_.]-)([.:])([%a_][%w_]*)%s*%((.*)$")
  if not owner then
    owner, name, tail = code:match("^([%w_.]-)%.([%a_][%w_]*)%s*=%s*function%s*%((.*)$")
  end
  if owner then
    while not tail:find(")", 1, true) do
      local line = more()
      if not line then break end
      tail = tail .. " " .. line
    end
    local args = split_args(tail:match("^([^)]*)"))
    return { kind = "function", owner = owner, name = name, method = sep == ":", args = args }
  end
  owner, name = code:match("^([%a_][%w_]*)%.([%a_][%w_]*)%s*=[^=]")
  if owner then return { kind = "value", owner = owner, name = name } end
end

local function module_name (path)
  local name = path:gsub("^%./", ""):match("lua/(.*)%.lua$") or path
  return (name:gsub("/init$", ""):gsub("/", "."):gsub("%.meta%.", "."))
end

-- The header of a file below its first line, up to its @module, and the line after it.
local function rest_of_header (lines, i)
  local more = {}
  while lines[i] and lines[i]:match("^%-%-") and not lines[i]:match("^%-%-%-") do
    local said = lines[i]:match("^%-%-%s?(.*)$")
    if not said:match("^@") then more[#more + 1] = said end
    i = i + 1
  end
  return #more > 0 and "\n" .. table.concat(more, "\n") or "", i
end

---Returns the whole text of a file.
function annotations.text_of (path)
  local f = assert(io.open(path))
  local text = f:read("*a")
  f:close()
  return text
end

---Reads a Lua file. If `text` is given, it is used instead of the file's content.
function annotations.read (path, text)
  text = text or annotations.text_of(path)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do lines[#lines + 1] = line end
  local file = { path = path, module = module_name(path), doc = "", items = {} }
  file.owner = text:match("\nreturn%s+([%a_][%w_]*)%s*$")
  local classes, i, first = {}, 1, true
  if lines[1] and lines[1]:match("^#!") then i = 2 end
  while i <= #lines do
    local line = lines[i]
    if line:match("^%s*%-%-%-") and not line:match("^%s*%-%-%-%-") then
      local comment, start = {}, i
      while lines[i] and lines[i]:match("^%s*%-%-%-") do
        local said = lines[i]:match("^%s*%-%-%-(.*)$")
        if not said:match("^%s?@diagnostic") then comment[#comment + 1] = said end
        i = i + 1
      end
      local block = read_block(comment)
      local code = (lines[i] or ""):gsub("^local%s+function", "local-function")
      local item = read_code(code, function () i = i + 1 return lines[i] end)
      local var = code:match("^local%s+([%a_][%w_]*)")
      if block.class then
        item = { kind = "class", name = block.class, var = var, parent = block.parent, fields = block.fields }
        if var then classes[var] = item end
      elseif block.alias then
        item = { kind = "alias", name = block.alias, type = block.type, values = block.values }
      elseif item then
        item.params, item.returns, item.usage, item.see = block.params, block.returns, block.usage, block.see
        item.type, item.documented = block.type, block.doc ~= "" or #block.returns > 0
      end
      if item and not block.class and not block.alias then i = i + 1 end
      if item then
        item.doc, item.line, item.private = block.doc, start, block.private
        file.items[#file.items + 1] = item
      end
      if first and block.doc ~= "" and (not item or item.kind == "class" and item.var == file.owner) then
        local more
        more, i = rest_of_header(lines, i)
        file.doc, first = block.doc .. more, false
      elseif not block.meta then
        first = false
      end
    elseif first and line:match("^%-%-") then
      local comment = {}
      while lines[i] and lines[i]:match("^%-%-") and not lines[i]:match("^%-%-%-") do
        comment[#comment + 1] = lines[i]:match("^%-%-%s?(.*)$")
        i = i + 1
      end
      file.doc, first = table.concat(comment, "\n"), false
    else
      local item = read_code(line, function () i = i + 1 return lines[i] end)
      if item then
        item.doc, item.line, item.params, item.returns, item.see = "", i, {}, {}, {}
        file.items[#file.items + 1] = item
      end
      if line:match("%S") then first = false end
      i = i + 1
    end
  end
  for _, item in ipairs(file.items) do item.class = item.owner and classes[item.owner] end
  return file
end

---Returns whether an item is public: it is not in a local table, not marked, and not named like
---`_this`.
function annotations.is_public (file, item)
  if item.private or item.name:match("^_") then return false end
  return item.kind == "class" or item.kind == "alias" or item.owner == file.owner or item.class ~= nil
end

---Reads a C header: returns its functions, each with the comment of the function, its group or its
---section; `items` also has its types and constants, in order. A function is { name, signature,
---doc, section, documented, first }; if functions share a comment, `first` is the name of
---the first of them. Other items are { code, doc, section }, with the code as in the header.
function annotations.read_header (path)
  local text = annotations.text_of(path)
  local header = { doc = text:match("^%s*/%*(.-)%*/") or "", functions = {}, items = {} }
  local function plain (comment)
    comment = comment:gsub("\n%s*%*%*? ?", "\n"):gsub("^%**%s*", ""):gsub("%s*%**$", "")
    return comment
  end
  header.doc = plain(header.doc)
  local section, doc, first
  local function add_code (code)
    header.items[#header.items + 1] = { code = (code:gsub("%s+$", "")), doc = doc or "", section = section }
  end
  local at = (select(2, text:find("^%s*/%*.-%*/")) or 0) + 1
  while at <= #text do
    local from, to, comment = text:find("^/%*(.-)%*/", at)
    if from then
      local title = comment:match("^%s*%-%-%-%-+%s*(.-)%s*%-+%s*$")
      if title then
        section, doc = title, nil
      elseif not comment:match "clang%-format" then
        doc = plain(comment)
      end
      first = nil
      at = to + 1
    elseif text:find("^\n[ \t]*\n", at) then -- an empty line ends a group
      doc, first = nil, nil
      at = at + 1
    elseif text:find('^extern "C"', at) then
      at = text:find("\n", at, true) or #text
    elseif text:find("^[%w]", at) and text:sub(at - 1, at - 1) == "\n" then
      -- a declaration: up to its `;` outside of braces
      local depth, i = 0, at
      while i <= #text do
        local c = text:sub(i, i)
        if c == "{" then depth = depth + 1 end
        if c == "}" then depth = depth - 1 end
        if c == ";" and depth == 0 then break end
        i = i + 1
      end
      local code = text:sub(at, i)
      local name = not code:match("^typedef") and not code:find("{", 1, true)
        and code:match("(carc_[%w_]+)%s*%(")
      at = i + 1
      if name then
        local beside = text:match("^[ \t]*/%*(.-)%*/", at)
        local about = beside and plain(beside) or doc
        header.functions[#header.functions + 1] = {
          name = name, signature = code:gsub("%s+", " "), doc = about or "", section = section,
          documented = about ~= nil and about ~= "", first = not beside and first or nil,
        }
        header.items[#header.items + 1] = header.functions[#header.functions]
        if doc then first = first or name end
        if beside then at = select(2, text:find("^[ \t]*/%*.-%*/", at)) + 1 end
      else
        add_code(code)
        doc = nil
      end
    elseif text:find("^#[^\n]*", at) then -- a directive, with its continuation lines
      local begin = at
      repeat
        local _, stop = text:find("^[^\n]*\n", at)
        local more = text:sub(at, stop):match("\\\n$")
        at = (stop or #text) + 1
      until not more
      at = at - 1
      local code = text:sub(begin, at)
      if code:match "^#define CARC_" then add_code(code) end
      doc = nil
    else
      at = at + 1
    end
  end
  return header
end

---Returns the Lua files under a folder, in order.
function annotations.files (folder)
  local p = assert(io.popen("find '" .. folder .. "' -name '*.lua' | LC_ALL=C sort"))
  local list = {}
  for path in p:lines() do list[#list + 1] = path end
  p:close()
  return list
end

return annotations

--- Reads the table constructors of Lua source: their fields, and the function called with each.
--
-- A constructor is { from, to, fields, callee, is_inner }: `callee` is the name of a function that
-- gets it as an argument; `is_inner` is true if it is the value of a field of another constructor.
-- A field is { name, from, to, string, tables }: `name` is nil for an item of a list, `string` is
-- its value if that is one string, `tables` are the constructors that the value consists of.

local constructors = {}

local OPENS_BLOCK = { ["function"] = true, ["if"] = true, ["do"] = true, ["repeat"] = true }
local CLOSES_BLOCK = { ["end"] = true, ["until"] = true }
local KEYWORDS = { ["and"] = true, ["or"] = true, ["not"] = true, ["return"] = true, ["in"] = true,
  ["then"] = true, ["else"] = true }
for word in pairs(OPENS_BLOCK) do KEYWORDS[word] = true end
for word in pairs(CLOSES_BLOCK) do KEYWORDS[word] = true end

-- ---- Tokens -------------------------------------------------------------------------------------

-- Returns the end of a string or comment in long brackets that begins at `at`; nil if there is
-- none.
local function long_end(text, at)
  local signs = text:match("^%[(=*)%[", at)
  return signs and select(2, text:find("]" .. signs .. "]", at, true))
end

local function string_end(text, at)
  local quote, i = text:sub(at, at), at + 1
  while text:sub(i, i) ~= quote do i = i + (text:sub(i, i) == "\\" and 2 or 1) end
  return i
end

-- Returns the end of the comment that begins at `at`; nil if there is none.
local function comment_end(text, at)
  if not text:find("^%-%-", at) then return nil end
  return long_end(text, at + 2) or (text:find("\n", at, true) or #text)
end

-- Returns the kind and the end of the token that begins at `at`.
local function token_at(text, at)
  local name = select(2, text:find("^[%a_][%w_]*", at))
  if name then return "name", name end
  if text:find("^[\"']", at) then return "string", string_end(text, at) end
  if long_end(text, at) then return "string", long_end(text, at) end
  return "sign", select(2, text:find("^%.?%d[%w.]*", at)) or select(2, text:find("^[=~<>]=", at)) or at
end

-- Returns the tokens of a text, without comments: { kind, text, from, to }.
local function tokens_of(text)
  local list, at = {}, text:find "%S"
  while at do
    local to = comment_end(text, at)
    if not to then
      local kind
      kind, to = token_at(text, at)
      list[#list + 1] = { kind = kind, text = text:sub(at, to), from = at, to = to }
    end
    at = text:find("%S", to + 1)
  end
  return list
end

local function string_value(token)
  return token.text:match "^%[(=*)%[" and token.text:match "^%[=*%[\n?(.*)%]=*%]$" or token.text:sub(2, -2)
end

-- ---- Constructors -------------------------------------------------------------------------------

local read_constructor

local function is_name(token) return token ~= nil and token.kind == "name" and not KEYWORDS[token.text] end

-- Reads an expression of a field up to `,`, `;` or `}`; without a field, up to the end of the text.
local function read_expression(reader, field)
  local callees, blocks, first = {}, 0, reader.at
  local token = reader.tokens[reader.at]
  while token do
    local before = reader.at > first and reader.tokens[reader.at - 1] or nil
    if token.text == "{" then
      local callee = is_name(before) and before.text or callees[#callees] or nil
      local is_inner = field ~= nil and blocks == 0 and not callee
      local made = read_constructor(reader, callee, is_inner)
      if is_inner then table.insert(field.tables, made) end
    else
      if field and blocks == 0 and #callees == 0 and token.text:find "^[,;}]$" then break end
      if token.text == "(" or token.text == "[" then
        callees[#callees + 1] = token.text == "(" and is_name(before) and before.text or false
      elseif token.text == ")" or token.text == "]" then
        table.remove(callees)
      end
      blocks = blocks + (OPENS_BLOCK[token.text] and 1 or CLOSES_BLOCK[token.text] and -1 or 0)
      reader.at = reader.at + 1
    end
    token = reader.tokens[reader.at]
  end
  local is_one = reader.at == first + 1 and reader.tokens[first].kind == "string"
  if field and is_one then field.string = string_value(reader.tokens[first]) end
end

-- Returns the name of the field that begins here, and the number of tokens before its value.
local function field_name(reader)
  local function token(i) return reader.tokens[reader.at + i] end
  if is_name(token(0)) and token(1).text == "=" then return token(0).text, 2 end
  if token(0).text == "[" and token(1).kind == "string" and token(3).text == "=" then
    return string_value(token(1)), 4
  end
  return nil, 0
end

function read_constructor(reader, callee, is_inner)
  local made = { from = reader.tokens[reader.at].from, fields = {}, callee = callee, is_inner = is_inner }
  table.insert(reader.list, made)
  reader.at = reader.at + 1
  while reader.tokens[reader.at].text ~= "}" do
    local name, skipped = field_name(reader)
    local field = { name = name, from = reader.tokens[reader.at].from, tables = {} }
    reader.at = reader.at + skipped
    read_expression(reader, field)
    field.to = reader.tokens[reader.at - 1].to
    table.insert(made.fields, field)
    if reader.tokens[reader.at].text ~= "}" then reader.at = reader.at + 1 end
  end
  made.to = reader.tokens[reader.at].to
  reader.at = reader.at + 1
  return made
end

--- Returns the constructors of a text in the order of their first characters, and the names of the
--- methods that the text calls.
---@param text string Lua source without syntax errors
---@return table[] list, string[] methods
function constructors.read(text)
  local reader, methods = { tokens = tokens_of(text), at = 1, list = {} }, {}
  read_expression(reader)
  for i, token in ipairs(reader.tokens) do
    local name, after = reader.tokens[i + 1], reader.tokens[i + 2]
    local is_call = after and (after.text:find "^[({]$" or after.kind == "string")
    if token.text == ":" and is_name(name) and is_call then methods[#methods + 1] = name.text end
  end
  return reader.list, methods
end

return constructors

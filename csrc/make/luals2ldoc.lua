-- luals2ldoc.lua DIR: converts the annotations for editors (LuaLS) and the comments of the C header
-- to annotations of ldoc, one file per module. ldoc reads only these files.

package.path = "csrc/make/?.lua;" .. package.path
local annotations = require "annotations"

local out = assert(arg[1], "luals2ldoc.lua DIR")

-- ldoc's plain format accepts HTML. `code` becomes code, and an empty line a paragraph. Lines that
-- begin with a dash, or with code and two blanks, become a list. Indented lines after an empty one
-- are preformatted.
local function html (text)
  if not text:match("%S") then return "" end
  text = text:gsub("^%s*\n", "")
  text = text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"):gsub("@", "&#64;")
  text = text:gsub("`([^`\n]+)`", "<code>%1</code>")
  local done, mode = {}, nil -- mode: nil, "ul" or "pre"
  local function put (line) done[#done + 1] = line end
  local function leave ()
    if mode then put("</" .. mode .. ">") end
    mode = nil
  end
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  for i, line in ipairs(lines) do
    local empty_before = i > 1 and not lines[i - 1]:match("%S")
    local point = line:match("^%- (.*)$") or line:match("^<code>[^<]+</code>  .*$")
    if point then
      if mode ~= "ul" then leave() put("<ul>") end
      mode = "ul"
      put("<li>" .. point)
    elseif line:match("^  +%S") and (mode or empty_before or i > 1 and lines[i - 1]:match(":$")) then
      if not mode then put("<pre>") mode = "pre" end
      put(line)
    elseif not line:match("%S") then
      leave()
      put("<p>")
    else
      leave()
      put(line)
    end
  end
  leave()
  return table.concat(done, "\n")
end

-- Returns a type for ldoc: one word, without the project's name in classes.
local function type_word (type_)
  type_ = type_:gsub("%s", ""):gsub("%?$", "|nil"):gsub("%f[%w]carcassonne%.(%u)", "%1")
  return (type_:gsub("<", "&lt;"):gsub(">", "&gt;"):gsub("%?", "&#63;")) -- ldoc's own ? means something else
end

local function short (name) return name:match("([%w_]+)$") end

local Writer = {}
Writer.__index = Writer

function Writer:block (doc, tags)
  local lines = { "--- " .. (doc ~= "" and html(doc) or "."):gsub("\n", "\n-- ") }
  for _, tag in ipairs(tags) do lines[#lines + 1] = "-- " .. tag:gsub("\n", "\n-- ") end
  self.file:write(table.concat(lines, "\n"), "\n\n")
end

local function named_tag (tag, p)
  local type_ = type_word(p.type ~= "" and p.type or "any")
  if p.optional then type_ = type_:gsub("|nil$", "") end
  return ("@t%s%s %s %s %s"):format(tag, p.optional and "[opt]" or "", type_, p.name, html(p.text))
end

local function function_tags (item, name)
  local tags = { "@function " .. name }
  for _, p in ipairs(item.params) do tags[#tags + 1] = named_tag("param", p) end
  for _, r in ipairs(item.returns) do
    tags[#tags + 1] = "@treturn " .. type_word(r.type) .. " " .. html(r.text)
  end
  for _, s in ipairs(item.see) do tags[#tags + 1] = "@see " .. s end
  if item.usage then tags[#tags + 1] = "@usage\n" .. item.usage:gsub("^\n", "") end
  return tags
end

local function fields_table (w, name, item)
  if #item.fields == 0 then return end
  local tags = { "@table " .. name }
  for _, f in ipairs(item.fields) do tags[#tags + 1] = named_tag("field", f) end
  w:block(item.doc, tags)
end

local function write_module (file)
  local functions, methods, classes, aliases, values = {}, {}, {}, {}, {}
  for _, item in ipairs(file.items) do
    if annotations.is_public(file, item) then
      local list
      if item.kind == "class" then list = classes
      elseif item.kind == "alias" then list = aliases
      elseif item.owner == file.owner then list = item.kind == "function" and functions or values
      else -- of a class
        methods[item.class] = methods[item.class] or {}
        list = methods[item.class]
      end
      list[#list + 1] = item
    end
  end
  if #functions + #classes + #aliases + #values == 0 and file.doc == "" then return end
  local handle <close> = assert(io.open(("%s/%s.lua"):format(out, file.module), "w"))
  local w = setmetatable({ file = handle }, Writer)
  w:block(file.doc, { "@module " .. file.module })
  for _, item in ipairs(functions) do
    w:block(item.doc,
      function_tags(item, (item.method and file.module:match("[%w_]+$") .. ":" or "") .. item.name))
  end
  local tags = { "@table Values" }
  for _, v in ipairs(values) do
    if v.documented then
      tags[#tags + 1] = named_tag("field", { name = v.name, type = v.type or "any", text = v.doc })
    end
  end
  if #tags > 1 then w:block("Types and constants.", tags) end
  for _, class in ipairs(classes) do
    fields_table(w, class.var and class.var == file.owner and "Fields" or short(class.name), class)
  end
  for _, alias in ipairs(aliases) do
    local doc = alias.doc ~= "" and alias.doc or "One of:"
    if alias.type ~= "" then doc = doc .. "\n\n`" .. alias.type .. "`" end
    if #alias.values > 0 then doc = doc .. "\n" end
    for _, value in ipairs(alias.values) do
      local word, text = value:match("^(.-)%s*#%s*(.*)$")
      doc = doc .. "\n- `" .. (word or value) .. "` " .. (text or "")
    end
    w:block(doc, { "@choice " .. short(alias.name) })
  end
  for _, class in ipairs(classes) do
    if methods[class] then
      local name = short(class.name)
      w:block(class.doc, { "@type " .. name })
      for _, item in ipairs(methods[class]) do
        if item.kind == "function" then
          w:block(item.doc, function_tags(item, name .. (item.method and ":" or ".") .. item.name))
        end
      end
    end
  end
end

local function write_header (name)
  local header = annotations.read_header("csrc/include/" .. name)
  local handle <close> = assert(io.open(("%s/%s.lua"):format(out, name), "w"))
  local w = setmetatable({ file = handle }, Writer)
  w:block(header.doc, { "@module " .. name })
  local section
  for _, f in ipairs(header.functions) do
    if f.section ~= section then
      section = f.section
      w:block(section, { "@section " .. section:gsub("%W+", "_") })
    end
    local doc = f.doc
    if f.first then doc = ("Goes with `%s`."):format(f.first) end
    doc = (doc ~= "" and doc or f.name) .. "\n\n`" .. f.signature:gsub(";$", "") .. "`"
    w:block(doc, { "@cfunction " .. f.name })
  end
end

for _, path in ipairs(annotations.files("lua/carcassonne")) do write_module(annotations.read(path)) end
for _, name in ipairs(annotations.PUBLIC_HEADERS) do write_header(name) end

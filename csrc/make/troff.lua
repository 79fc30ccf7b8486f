-- troff.lua: writes a page of manual (man(7)), part by part, from plain text.

local troff = {}
troff.__index = troff

-- Text as troff takes it: a backslash is a letter, a line that begins with a dot or an apostrophe
-- no request, an ASCII hyphen none that a line may break at.
local function escape(text)
  return (text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("\n([.'])", "\n\\&%1"):gsub("^([.'])", "\\&%1"))
end

function troff:put(...)
  for _, line in ipairs { ... } do self[#self + 1] = line end
  return self
end

--- A page: `name` in capitals, as manuals have it.
function troff.page(name, section, source, title)
  local page = setmetatable({}, troff)
  page:put((".TH %s %d \"\" \"%s\""):format(escape(name:upper()), section, escape(source)), ".SH NAME")
  return page:put(escape(name) .. " \\- " .. escape(title))
end

function troff:section(title) return self:put(".SH " .. escape(title:upper())) end
function troff:subsection(title) return self:put(".SS " .. escape(title)) end

-- `Code` and *words* that are defined stand out.
local function set_off(text)
  return (text:gsub("`([^`\n]+)`", "\\fB%1\\fR"):gsub("%*(%a+)%*", "\\fI%1\\fR"))
end

--- Paragraphs, an empty line between them. Lines that begin with "- " are items of a list, what is
--- indented below goes on with them.
function troff:text(text)
  for part in (text .. "\n\n"):gmatch "(.-)\n%s*\n" do
    self:put(".PP")
    for line in part:gmatch "[^\n]+" do
      local item = line:match "^%- (.*)"
      if item then self:put ".IP \\(bu 2" end
      self:put(set_off(escape(item or line:match "^%s*(.*)")))
    end
  end
  return self
end

--- Lines as they are: commands, code.
function troff:verbatim(text)
  return self:put(".PP", ".nf", (escape(text:gsub("%s+$", "")):gsub("\n%s*\n", "\n\n")), ".fi")
end

--- What a word means; the words that begin with a hyphen are written by the reader as they stand.
function troff:item(label, text)
  label = escape(label):gsub("\\%-\\?%-?[%w\\-]+", "\\fB%0\\fR")
  return self:put(".TP", label, escape(text))
end

function troff:tostring() return table.concat(self, "\n") .. "\n" end

return troff

-- troff.lua: writes a manual page (man(7)), part by part, from plain text.

local troff = {}
troff.__index = troff

-- Escapes text for troff: backslashes; dots and apostrophes at the start of a line; and hyphens, at
-- which lines must not break.
local function escape(text)
  return (text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("\n([.'])", "\n\\&%1"):gsub("^([.'])", "\\&%1"))
end

function troff:put(...)
  for _, line in ipairs { ... } do self[#self + 1] = line end
  return self
end

--- Begins a page; `name` is written in capitals.
function troff.page(name, section, source, title)
  local page = setmetatable({}, troff)
  page:put((".TH %s %d \"\" \"%s\""):format(escape(name:upper()), section, escape(source)), ".SH NAME")
  return page:put(escape(name) .. " \\- " .. escape(title))
end

function troff:section(title) return self:put(".SH " .. escape(title:upper())) end
function troff:subsection(title) return self:put(".SS " .. escape(title)) end

-- Makes `code` bold, and defined *words* italic.
local function set_off(text)
  return (text:gsub("`([^`\n]+)`", "\\fB%1\\fR"):gsub("%*(%a+)%*", "\\fI%1\\fR"))
end

--- Writes paragraphs, separated by empty lines. Lines that begin with "- " are list items, and
--- continue on indented lines.
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

--- Writes lines unchanged; for commands and code.
function troff:verbatim(text)
  return self:put(".PP", ".nf", (escape(text:gsub("%s+$", "")):gsub("\n%s*\n", "\n\n")), ".fi")
end

--- Writes the meaning of a word. A word that begins with a hyphen is literal.
function troff:item(label, text)
  label = escape(label):gsub("\\%-\\?%-?[%w\\-]+", "\\fB%0\\fR")
  return self:put(".TP", label, escape(text))
end

function troff:tostring() return table.concat(self, "\n") .. "\n" end

return troff

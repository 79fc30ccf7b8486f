-- manual.lua DIR [library]: writes manual pages and shell completions to DIR: for the command from
-- its argument parser, and for the library from the comments of its headers. With `library` it
-- writes only the pages of the library.

package.path = "csrc/make/?.lua;" .. package.path
local annotations = require "annotations"
local troff = require "troff"

local out, part = assert(arg[1], "manual.lua DIR [library]"), arg[2]

local function write(path, text)
  local file = assert(io.open(out .. "/" .. path, "wb"))
  file:write(text)
  file:close()
end

local VERSION = annotations.text_of("csrc/include/carcassonne.h"):match 'CARC_VERSION "([^"]*)"'

-- ---- The library --------------------------------------------------------------------------------

-- Returns whether two items share a comment, or neither has one.
local function go_together(a, b)
  if a.code or b.code then return a.code and b.code and a.doc == "" and b.doc == "" end
  return b.first ~= nil and b.first == (a.first or a.name)
end

-- Writes the declarations of a header. Declarations with a common comment are written together, and
-- the comment follows.
local function write_items(page, header)
  local section, waiting = nil, {}
  local function flush()
    local lines = {}
    for i, item in ipairs(waiting) do lines[i] = item.code or item.signature end
    if #lines > 0 then page:verbatim(table.concat(lines, "\n")):text(waiting[1].doc) end
    waiting = {}
  end
  for _, item in ipairs(header.items) do
    if #waiting > 0 and not (item.section == section and go_together(waiting[#waiting], item)) then
      flush()
    end
    if item.section ~= section then
      section = item.section
      page:section(section)
    end
    waiting[#waiting + 1] = item
  end
  flush()
end

local function library_page()
  local page = troff.page("libcarcassonne", 3, "carcassonne " .. VERSION,
    "a rules engine for Carcassonne with Traders & Builders")
  page:section "Synopsis"
  for _, name in ipairs(annotations.PUBLIC_HEADERS) do page:put(".B #include <" .. name .. ">", ".br") end
  page:verbatim "cc program.c $(pkg-config --cflags --libs carcassonne)"
  page:section "Description"
  for _, name in ipairs(annotations.PUBLIC_HEADERS) do
    local header = annotations.read_header("csrc/include/" .. name)
    page:text((header.doc:gsub("^[%w_]+%.h: ", "<" .. name .. ">: ")))
    write_items(page, header)
  end
  page:section "Examples":verbatim(annotations.text_of "examples/host.c")
  page:section "See also":put(".BR carcassonne (1)")
  page:text("In the folder of installed documents, usually share/doc/carcassonne: README.md, "
    .. "lua/doc/README.md, csrc/engine/DEFINITION.md.")
  return page:tostring()
end

-- ---- The command --------------------------------------------------------------------------------

-- Returns the label of an option or argument: `-n N, --games N`.
local function label_of(element)
  local parts = {}
  for i, line in ipairs(element:_get_label_lines()) do parts[i] = line:match "^%s*(.-)%s*$" end
  return table.concat(parts, " ")
end

local function write_elements(page, parser)
  for _, list in ipairs { parser._arguments, parser._options } do
    for _, element in ipairs(list) do page:item(label_of(element), element:_get_description()) end
  end
end

local function command_page(parser)
  local page = troff.page("carcassonne", 1, "carcassonne " .. VERSION,
    "plays Carcassonne, and tries out house rules and expansions")
  page:section "Synopsis":verbatim((parser:get_usage():gsub("^Usage: ", "")))
  page:section "Description":text(parser._description)
  page:section "Options"
  write_elements(page, parser)
  page:section "Commands"
  for _, command in ipairs(parser._commands) do
    page:subsection("carcassonne " .. command._name)
    page:text(command._description)
    page:verbatim((command:get_usage():gsub("^Usage: ", "")))
    write_elements(page, command)
    if command._epilog then page:verbatim(command._epilog) end
  end
  page:section "Examples":verbatim(parser._epilog)
  page:section "Environment"
  page:item("NO_COLOR", "If this variable is set, the output has no colours unless --color asks for them.")
  page:item("CARC_DEBUG", "If the value is 1, error messages contain a traceback.")
  page:section "See also":put(".BR libcarcassonne (3)")
  return page:tostring()
end

-- ---- Shells -------------------------------------------------------------------------------------

-- Returns the options that have known words and also accept others.
local function words_of_options()
  local carcassonne = require "carcassonne"
  local variants = carcassonne.shipped_variants()
  for _, name in ipairs(carcassonne.expansions()) do variants[#variants + 1] = name end
  return { ["--edition"] = carcassonne.editions, ["--variant"] = variants, ["--sets"] = carcassonne.tilesets }
end

-- Adds the known words to the parser, which is not used afterwards.
local function add_words(parser, words)
  for _, option in ipairs(parser._options) do
    for _, alias in ipairs(option._aliases) do option._choices = option._choices or words[alias] end
  end
  for _, command in ipairs(parser._commands) do add_words(command, words) end
end

-- words of the packs that are installed at the time of completion
local PACKS = " $(carcassonne packs --names 2>/dev/null)"

local ZSH_VARIANTS = [[
_carcassonne_variants() {
  compadd -- %s
  _files -g "*.lua"
}

]]

-- Other scripts are given by their paths: bash completes files if no word matches.
local function completion(parser)
  local words = words_of_options()
  add_words(parser, words)
  local variants = table.concat(words["--variant"], " ")
  local zsh = parser:get_zsh_complete():gsub(": :%(" .. variants:gsub("%p", "%%%0") .. "%)",
    ": :_carcassonne_variants")
  local bash = parser:get_bash_complete():gsub('%-W "' .. variants:gsub("%p", "%%%0"), "%0" .. PACKS)
  return bash,
    (zsh:gsub("\n_carcassonne\n$", "\n" .. ZSH_VARIANTS:format(variants .. PACKS) .. "_carcassonne\n"))
end

write("man3/libcarcassonne.3", library_page())
if part ~= "library" then
  local cli = require "carcassonne.cli"
  write("man1/carcassonne.1", command_page(cli.parser()))
  local bash, zsh = completion(cli.parser())
  write("completion.bash", bash)
  write("completion.zsh", zsh)
end

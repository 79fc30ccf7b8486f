-- The marks of blocks in the pages; the commands in the pages, which run in the order of the page
-- and print what it shows; and the targets that csrc/make/help.txt leaves to this test. In `make
-- test` only the commands of README.md run.

package.path = ".ci/?.lua;" .. package.path
local compat = require "carcassonne.base.compat"
local doc_blocks = require "doc_blocks"
local page_shell = require "spec.support.page_shell"
local targets = require "targets"

-- Returns the first missing tool of those that the commands of all pages and these targets need;
-- `make docs-run` installs the tools.
local function missing_tool()
  if (os.getenv "LUA" or "lua5.4") ~= "lua5.4" then return "lua5.4 as LUA" end
  for _, name in ipairs { "gnuplot", "parallel", "rsvg-convert", "luarocks", "ldoc" } do
    if not compat.os.execute("command -v " .. name .. " >/dev/null") then return name end
  end
end

-- Returns the blocks of a page that are shell commands, and those that show output.
local function blocks_of(path)
  local list = {}
  for _, block in ipairs((doc_blocks.read(path))) do
    local is_sh = block.language == "sh" and (block.status == "run" or block.status == "short")
    if is_sh or block.status == "output" then list[#list + 1] = block end
  end
  return list
end

local function check_page(path, blocks)
  local made
  local function run_once()
    made = made or page_shell.run_page(path)
    return made
  end
  for i, block in ipairs(blocks) do
    local name = block.status == "output" and "line %d is what is printed" or "the commands in line %d run"
    it(name:format(block.line), function()
      local run = run_once()
      if run.failed == block.line then error(run.said, 0) end
      local of = block.status == "output" and blocks[i - 1] or block
      assert.is_truthy(run.output[of.line],
        ("a block above it failed, in line %s"):format(tostring(run.failed)))
      if block.status == "output" and not page_shell.is_shown(block.code, run.output[of.line]) then
        assert.are.equal(block.code, run.output[of.line])
      end
    end)
  end
end

for _, path in ipairs(doc_blocks.pages()) do
  local blocks, is_quick = blocks_of(path), path == "README.md"
  if #blocks > 0 then
    describe("In " .. path .. (is_quick and "" or " #full"), function()
      local missing = missing_tool()
      if missing and not is_quick then return pending("the commands run, which want " .. missing) end
      check_page(path, blocks)
    end)
  end
end

describe("A page", function()
  local SHELL = "# A page\n\n%s\n```sh\ntrue -n 100\n```\n"

  -- Returns the errors in a page's marks.
  local function problems(text) return (table.concat(select(2, doc_blocks.read("PAGE", text)), "\n")) end
  local function marked(mark) return problems(SHELL:format(mark)) end

  it("marks each of its blocks, on the line above or for all of a language", function()
    assert.matches("^PAGE:4: it has no mark", marked "")
    assert.matches("^PAGE:4: it has no mark", marked "<!-- runs -->")
    assert.equal("", marked "<!-- run -->")
    assert.equal("", problems("<!-- sh blocks: run -->\n" .. SHELL:format ""))
    assert.matches("^PAGE:3: it has no mark", problems "# A page\n\n    true\n")
    assert.matches("expected ```", problems "# A page\n\n~~~\ntrue\n~~~\n")
    assert.matches("no second one", problems "# A page\n\n<!-- run -->\n```sh\ntrue\n")
  end)

  it("replaces only text that a block has, and says why a block does not run", function()
    assert.equal("", marked "<!-- short: -n 100 becomes -n 4 -->")
    assert.matches("replaces '%-n 200', which it does not have", marked "<!-- short: -n 200 becomes -n 4 -->")
    assert.matches("it has no mark", marked "<!-- short -->")
    assert.matches("it has no mark", marked "<!-- not-run: -->")
    assert.equal("", marked "<!-- not-run: it takes a day -->")
    local block = doc_blocks.read("PAGE",
      SHELL:format "<!-- short: -n 100 becomes & sleep 2; kill $!; true becomes false -->")[1]
    assert.equal("false & sleep 2; kill $!\n", block.script)
  end)

  it("leaves a block to a file only if the file has its commands", function()
    assert.matches("there is no nowhere.sh", marked "<!-- run by nowhere.sh -->")
    assert.matches("does not run `true %-n 100`", marked "<!-- run by .ci/run -->")
    assert.equal("", problems "\n<!-- run by csrc/make/help.txt -->\n```sh\nmake demo # plays\n```\n")
    assert.matches("does not run `make dem`",
      problems "\n<!-- run by csrc/make/help.txt -->\n```sh\nmake dem\n```\n")
  end)

  it("has code only of languages that run, or that it writes to a file, and output only below commands",
      function()
    local page = "%s:\n\n<!-- run -->\n```c\nint main (void) { return 0; }\n```\n"
    assert.matches("nothing runs a block of 'c'", problems(page:format "In C"))
    assert.equal("", problems(page:format "Write `main.c`"))
    assert.matches("is not a sh block that runs", problems "\n<!-- output -->\n```text\n3\n```\n")
  end)
end)

describe("The list of targets", function()
  it("has those of `make help`, each of which exists and runs somewhere", function()
    assert.are.same({}, targets.problems())
    assert.is_false(targets.exists "no-such-target")
  end)
end)

describe("The output on a page", function()
  it("is the printed output, except for lines that three dots stand for", function()
    assert.is_true(page_shell.is_shown("a\nb\n", "a\nb\n"))
    assert.is_true(page_shell.is_shown("a\n...\nd\n", "a\nb\nc\nd\n"))
    assert.is_false(page_shell.is_shown("a\n...\nd\n", "a\nb\nc\n"))
    assert.is_false(page_shell.is_shown("a\nb\n", "a\nb\nc\n"))
  end)
end)

describe("The target #full", function()
  local missing = missing_tool()
  if missing then return pending("does what it should, which wants " .. missing) end
  for _, row in ipairs(targets.list()) do
    if row.status == "run" or row.status == "short" then
      local command = ("make %s %s"):format(row.target, row.reason or "")
      it(command .. " does what it should", function()
        page_shell.with_copy(function(folder)
          local script = ("cd '%s/checkout'; %s >../log 2>&1 || { cat ../log; exit 1; }"):format(folder,
            command)
          assert.are.equal(0, page_shell.run(folder, os.getenv "PATH", script))
        end)
      end)
    end
  end
end)

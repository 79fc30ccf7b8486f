-- Texts of scripts, saved games and other people's files appear in the terminal as text: nothing in
-- them moves the cursor, sets the title, or turns the direction of the following text.

local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local core = require "carcassonne.core"
local files = require "spec.support.files"
local json = require "dkjson"
local options = require "carcassonne.base.options"

local TITLE = "\27]0;owned\7" -- OSC: the title of the terminal
local RIGHT_TO_LEFT = "\226\128\174" -- U+202E
local TURNING = { RIGHT_TO_LEFT, "\226\128\170", "\226\129\166", "\226\129\169", "\226\128\142",
  "\226\128\143",
  "\216\156" }

-- Checks that neither the output nor the errors contain an unescaped control character, or one that
-- changes the direction of the text.
local function assert_clean(output, errors)
  for _, text in ipairs { output, errors } do
    assert.is_nil(text:find "[%z\1-\8\11-\31\127]", text)
    for _, sign in ipairs(TURNING) do assert.is_nil(text:find(sign, 1, true), text) end
    assert.is_nil(text:find "\194[\128-\159]", text)
  end
end

describe("The terminal", function()
  it("gets what a script prints as text, and keeps its lines and tabs", function()
    files.with(([[print(%q, "%s", "\0\194\155m") print("a\nb")
      return { name = "loud", points = { { kind = "city", add = 1 } } }]]):format(TITLE, RIGHT_TO_LEFT),
        function(path)
      local status, output, errors = cli.run { "tiles", "BA-D", "--variant", path }
      assert.equal(0, status, errors)
      assert_clean(output, errors)
      assert.is_truthy(output:find("\\27]0;owned\\7\t\\u{202E}\t\\0\\u{9B}m\na\nb\n", 1, true), output)
    end)
  end)

  it("gets the error of a script as text", function()
    files.with(("error(%q .. %q, 0)"):format(TITLE, RIGHT_TO_LEFT), function(path)
      local status, output, errors = cli.run { "check", path }
      assert.equal(2, status)
      assert_clean(output, errors)
      assert.is_truthy(errors:find("\\27]0;owned\\7\\u{202E}", 1, true), errors)
    end)
  end)

  it("gets the labels of a file of results as text", function()
    files.with_folder({}, function(folder)
      local path = folder .. "/run.jsonl"
      assert.equal(0, (cli.run { "compare", "chained-builders", "-n", "2", "--results", path }))
      local results_file, lines = require "carcassonne.lab.results_file", {}
      for line in files.read(path):gmatch "[^\n]+" do lines[#lines + 1] = json.decode(line) end
      lines[1].digest, lines[1].rules[2].label = nil, "builders" .. TITLE
      local text, id = results_file.line(lines[1]), results_file.id(lines[1])
      for i = 2, #lines do
        lines[i].digest, lines[i].run = nil, id
        text = text .. results_file.line(lines[i])
      end
      files.rewrite(path, text)
      local status, output, errors = cli.run { "merge", path }
      assert.same({ 0, "" }, { status, errors })
      assert_clean(output, errors)
      assert.is_truthy(output:find("builders\\27]0;owned\\7 against standard", 1, true), output)
    end)
  end)

  it("gets the players of a saved game of JCloisterZone as text", function()
    local text = cli.read("spec/fixtures/jcz/inn.jcz"):gsub('"name"%s*:%s*"[^"]*"',
      '"name":"\\u001b[2J\\u202e"', 1)
    files.with(text, function(path)
      local status, output, errors = cli.run { "import", path }
      assert.equal(0, status, errors)
      assert_clean(output, errors)
      assert.is_truthy(output:find("\\27[2J\\u{202E}", 1, true), output)
    end)
  end)

  it("gets only the program's own colours", function()
    files.with([[error("\27[8mhidden", 0)]], function(path)
      assert.is_truthy(select(2, cli.run { "expansions", "--color", "always" }):find("\27[1m", 1, true))
      local _, output, errors = cli.run { "check", path, "--color", "always" }
      assert.is_nil((output .. errors):find("\27[8m", 1, true))
    end)
  end)
end)

describe("A name or text that turns the direction of what follows", function()
  local function refused(variant, key)
    local fine, message = pcall(carcassonne.game, { variants = { variant } })
    assert.is_false(fine, key)
    assert.matches(key, message)
    assert.matches("the text contains a control character, U%+%x+$", message)
    assert.equal(options.line(message), message)
  end

  it("is refused in labels, questions and descriptions of scripts", function()
    for _, sign in ipairs(TURNING) do
      local function phase(more)
        local one = { name = "buy", timing = "turn_start", ask = function() end, on_chosen = function() end }
        for key, value in pairs(more) do one[key] = value end
        return { name = "v", phases = { one } }
      end
      refused(phase { label = "a" .. sign .. "b" }, "label")
      refused(phase { question = sign .. "Which?" }, "question")
      refused({ name = "v", description = "a" .. sign }, "description")
    end
    refused({ name = "v", description = TITLE }, "description")
    refused({ name = "v", options = { x = { 1, 2, description = TITLE } } }, "description")
  end)

  it("is refused as the name of a player, and omitted from a saved game", function()
    for _, sign in ipairs(TURNING) do
      cli.assert_refused({ "play", "--names", "Anna" .. sign .. ",Ben" }, "is not a valid name")
    end
    local notes = require "carcassonne.notes"
    local begun = carcassonne.game():new_initial_state(3):serialize()
    local text = notes.add(begun, { ["player.1.name"] = "Anna" .. RIGHT_TO_LEFT })
    files.with(text, function(path)
      local _, output, errors = cli.run({ "play", "--load", path }, "q\n")
      assert_clean(output, errors)
      assert.matches("\nplayer 1 +0", output)
    end)
  end)

  it("is shown in messages by its number", function()
    local text = "a" .. RIGHT_TO_LEFT .. "\226\129\169b\27\n\255"
    assert.equal("a\\u{202E}\\u{2069}b\\27\\n\\255", options.line(text))
    assert.equal("Zoë\tß\n", core.printable("Zoë\tß\n", true))
  end)
end)

-- The format that a script declares, and the message about a script with words of another format.

local carcassonne = require "carcassonne"
local files = require "spec.support.files"

local function refusal(text)
  local message
  files.with(text, function(path)
    local fine, why = pcall(carcassonne.variant, path)
    assert.is_false(fine)
    message = why
  end)
  return message
end

describe("A script", function()
  it("of another format is refused in one sentence, which names both", function()
    assert.are.equal("variant 'old': format: the script has format 1, but this program reads format 2; "
      .. "lua/doc/CHANGELOG.md lists the "
      .. "changed words", refusal "return { name = 'old', format = 1, blocked = {} }")
    assert.matches("format: expected integer, got string", refusal "return { name = 'old', format = 'two' }")
  end)

  it("that declares no format receives a hint if it has an unknown word without a similar name", function()
    local hint =
      "; the script does not declare its format (current format: 2), so it may use old words: "
        .. "lua/doc/CHANGELOG.md lists the changed words"
    assert.are.equal("variant 'old': tokns: unknown key (did you mean tokens?)",
      refusal "return { name = 'old', tokns = {} }")
    local message = refusal "return { name = 'old', unscored = { { kind = 'city', lacks = { 'pieces' } } } }"
    assert.are.equal(hint, message:sub(-#hint))
  end)

  it("receives no hint for a word that no format had", function()
    assert.are.equal("variant 'new': points[1]: radius: unknown key (in `point_row new (radius=3) add=1`)",
      refusal "return { name = 'new', points = { { radius = 3, add = 1 } } }")
    local phase = "return { name = 'old', phases = { { name = 'a', timing = '%s' } } }"
    assert.matches("lists the changed words$", refusal(phase:format "window"))
    assert.matches("anytime$", refusal(phase:format "evening"))
  end)

  it("of this format gets the message without the hint", function()
    assert.are.equal("variant 'new': tokns: unknown key (did you mean tokens?)",
      refusal "return { name = 'new', format = 2, tokns = {} }")
  end)
end)

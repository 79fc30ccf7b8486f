-- Teams: common points, common or separate majorities, a common win.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local lab_report = require "carcassonne.lab.report"
local report_text = require "carcassonne.lab.report_text"
local summary = require "carcassonne.text.summary"
local words = require "carcassonne.describe.words"

local TEAMS = { { 1, 3 }, { 2, 4 } }
local CITY = [[ west=BA-E r1 mid=BA-G far=BA-G near=BA-G east ]]

local function pairs_of(picture, options)
  options.players, options.teams = 4, options.teams or TEAMS
  return board.set(picture, options)
end

local function own(t)
  local list = {}
  for player = 1, t.game:players() do list[player] = t.state:own_score(player) end
  return list
end

describe("The points of a team", function()
  it("are the sum of its players' points; the points of each player can be read", function()
    local t = pairs_of(CITY, { points = { 1, 20, 4, 0 } })
    assert.same({ 5, 20, 5, 20 }, t.state:returns())
    assert.same({ 1, 20, 4, 0 }, own(t))
    assert.same({ 5, 4 }, { t.state:score(1), t.state:own_score(3) })
    assert.same({ 2, 4 }, t.state:winners())
    assert.same({ 2, 4 }, (function()
      local list = t.state:players { variable = { points = 20 } }
      table.sort(list)
      return list
    end)())
    assert.same(TEAMS, t.game:teams())
    assert.same({}, carcassonne.game():teams())
  end)

  it("are returns of all its players", function()
    local t = pairs_of("west=BA-E r1 east", { standing = { "3 follower west city:E" } })
    t:play { "1: BA-E east r3" }
    local small = own(t)[3]
    assert.same({ small, 0, small, 0 }, t.state:rewards())
    assert.same({ 0, 0, small, 0 }, own(t))
  end)

  it("are in positions and saved games by player", function()
    local t = pairs_of(CITY, { points = { 1, 20, 4, 0 }, standing = { "1 follower west city:E" } })
    local again = t:read_back()
    assert.same(own(t), own(again))
    local loaded = assert(carcassonne.load(t.state:serialize()))
    assert.same({ t.state:hash(), TEAMS }, { loaded:hash(), loaded:game():teams() })
  end)
end)

describe("Majorities together", function()
  it("are counted for a team, which scores once, for its player with the most there", function()
    local t = pairs_of(CITY,
      { standing = { "1 follower west city:E", "2 follower mid city:E.W", "2 follower near city:E.W",
      "3 follower far city:E.W", "3 follower far city:E.W" } })
    assert.same({ 3 }, t:feature("west", "city:E").majority)
    assert.same({ 1, 2, 2, 0 }, (function()
      local list = {}
      for player = 1, 4 do list[player] = t:feature("west", "city:E"):power(player) end
      return list
    end)())
    t:play { "1: BA-E east r3" }
    assert.same({ 0, 0, 10, 0 }, own(t))
    assert.same({ 10, 0, 10, 0 }, t:points())
  end)

  it("tie between teams; of two partners with as many the first one scores", function()
    local t = pairs_of(CITY,
      { standing = { "3 follower west city:E", "1 follower mid city:E.W", "2 follower near city:E.W",
      "4 follower far city:E.W" } })
    assert.same({ 1, 2 }, t:feature("west", "city:E").majority)
    t:play { "1: BA-E east r3" }
    assert.same({ 10, 10, 0, 0 }, own(t))
  end)

  it("apply to partners in selectors, and use `ties`", function()
    local t = pairs_of(CITY,
      { standing = { "3 follower west city:E", "1 follower mid city:E.W", "2 follower near city:E.W" },
      variants = { { name = "last", bonus = { { player = "majority", add = 1 } } } } })
    assert.equal(2, t.state:count { "pieces", player = "majority" })
    t:play { "1: BA-E east r3" }
    assert.same({ 11, 0, 1, 0 }, own(t))
    t = pairs_of(CITY, { standing = { "3 follower west city:E", "2 follower near city:E.W" },
      variants = { { name = "four", tiebreakers = { { prefer = { player = 4 } } } } } })
    assert.same({ 2 }, t:feature("west", "city:E").majority)
  end)

  it("count a partner's pig, and each city of the team's fields once", function()
    local FIELD = "field:NL.NR.EL.ER.SL.SR"
    local function fields(rule, options)
      local t = pairs_of("west=BA-E r1 east=BA-E r3 last",
        { edition = "jcz", bag = "BA-B", rules = { farm_scoring = rule,
        field_city_points = 3, pig_bonus = 1, small_city = "4" }, standing = { "1 follower east " .. FIELD,
          "3 follower east " .. FIELD,
        "3 pig east " .. FIELD, "3 follower west field:NL.NR.SL.SR.WL.WR" }, team_majority = options })
      t:play { "1: BA-B last" }
      return t.state:score(1)
    end
    assert.equal(4 + 3, fields "per-field")
    assert.equal(4, fields "per-field-once")
    assert.equal(4, fields "per-city")
    assert.equal(3 + 4 + 3, fields("per-field", "apart"))
    assert.equal(3 + 4, fields("per-field-once", "apart"))
  end)
end)

describe("Majorities apart", function()
  it("are counted by player; if partners tie, each scores", function()
    local t = pairs_of(CITY,
      { team_majority = "apart", standing = { "1 follower west city:E", "3 follower mid city:E.W",
      "2 follower near city:E.W", "2 follower far city:E.W" } })
    assert.same({ 2 }, t:feature("west", "city:E").majority)
    t = pairs_of(CITY,
      { team_majority = "apart", standing = { "1 follower west city:E", "3 follower mid city:E.W" } })
    t:play { "1: BA-E east r3" }
    assert.same({ 10, 0, 10, 0 }, own(t))
    assert.same({ 20, 0, 20, 0 }, t:points())
  end)
end)

describe("A team", function()
  it("continues without a player who gives up, and still wins; if one team is left, the game ends", function()
    local state = carcassonne.game { players = 4, teams = TEAMS,
      position = { points = { 9, 0, 0, 1 } } }:new_initial_state(1)
    assert(state:resign(1))
    assert.is_false(state:is_terminal())
    assert.same({ 3 }, state:winners())
    assert(state:resign(2))
    assert.is_false(state:is_terminal())
    assert(state:resign(4))
    assert.is_true(state:is_terminal())
    assert.same({ 3 }, state:winners())
  end)

  it("is reported with the result", function()
    local game = carcassonne.game { players = 4, teams = TEAMS }
    local state = game:new_initial_state(1)
    state:random_playout(1)
    local winners = state:winners()
    assert.matches(("player %d and player %d win together with %d points"):format(winners[1], winners[2],
      state:score(winners[1])),
      words.decision(state))
    local table_of = summary.table(state)
    assert.matches("team +points +own", table_of[1])
    assert.matches("player 3 +1 +" .. state:score(3) .. " +" .. state:own_score(3), table_of[4])
    local view = state:view()
    assert.same({ TEAMS, state:score(2), state:own_score(2), 2 },
      { game:view().teams, view.players[2].score, view.players[2].own, view.players[2].team })
    assert.equal(words.decision(state), words.decision(view))
  end)

  it("wins games of a run and of playouts together", function()
    local game = carcassonne.game { players = 4, teams = TEAMS }
    local plain = { label = "plain", game = carcassonne.game { players = 4 } }
    local made = lab_report.measure { arms = { { label = "teams", game = game }, plain }, games = 60,
      bot = "random" }
    local shown = made.arms[1].shown
    assert.is_true(shown.draws.mean < 20)
    assert.is_nil(shown["wins.3"])
    assert.is_true(math.abs(shown["wins.1"].mean + shown["wins.2"].mean + shown.draws.mean - 100) < 1e-9)
    local lines = table.concat(report_text.table(made), "\n")
    assert.matches("players 1 and 3 win", lines)
    assert.matches("points of a team", lines)
    assert.not_matches("player 4 wins", table.concat(report_text.table(made, made.changes[1]), "\n"))
    local wins = game:new_initial_state(1):playout(50, 1).wins
    assert.same({ wins[1], wins[2] }, { wins[3], wins[4] })
    assert.is_true(math.abs(wins[1] + wins[2] - 1) < 1e-9)
  end)
end)

describe("Teams that are wrong", function()
  local function refused(message, teams, players)
    assert.error_matches(function() carcassonne.game { players = players or 4, teams = teams } end,
      "game: teams" .. message)
    assert.error_matches(function() carcassonne.game { players = players or 4,
      variants = { { name = "v", teams = teams } } } end,
      "variant 'v': teams" .. message)
  end

  it("are refused", function()
    refused("%[1%]: expected players, as in", { {}, { 1, 2, 3, 4 } })
    refused("%[2%]: player 3 is in two teams", { { 1, 3 }, { 2, 3, 4 } })
    refused("%[2%]: player 4 has no team", { { 1, 2 }, { 3 } })
    refused("%[2%]: there is no player 5; the game has 4", { { 1, 2 }, { 3, 4, 5 } })
    refused("%[1%]: all players are in one team, so the team has no opponents", { { 1, 2, 3, 4 } })
    refused("%[1%]: expected table, got number 1", { 1, 2 })
    refused("%[1%]%[2%]: expected the number of a player, got string \"x\"", { { 1, "x" } })
    refused("%[1%]: players: expected a player, from 1 to 6, got '9'", { { 1, 9 } })
    assert.error_matches(function() carcassonne.game { team_majority = "both" } end,
      "team_majority: unknown word 'both'")
  end)

  it("by number of players are absent in games of other numbers", function()
    local variant = { name = "v", teams = { [4] = TEAMS } }
    assert.same({}, carcassonne.game { players = 3, variants = { variant } }:teams())
    assert.same(TEAMS, carcassonne.game { players = 4, variants = { variant } }:teams())
  end)
end)

describe("House rule: partners", function()
  it("play across the table, four or six, majorities together or apart", function()
    assert.same(TEAMS, carcassonne.game { players = 4, variants = { "examples/partners.lua" } }:teams())
    assert.same({ { 1, 4 }, { 2, 5 }, { 3, 6 } },
      carcassonne.game { players = 6, variants = { "examples/partners.lua" } }:teams())
    local function majority(options)
      local t = board.set(CITY,
        { players = 4, variants = { carcassonne.variant("examples/partners.lua", options) },
        standing = { "1 follower west city:E", "3 follower mid city:E.W", "2 follower near city:E.W" } })
      return t:feature("west", "city:E").majority
    end
    assert.same({ 1 }, majority())
    assert.same({ 1, 2, 3 }, majority { majorities = "apart" })
  end)
end)

--- Asks people for a decision: a cell, a rotation, or a line of a list.
-- @module carcassonne.play.prompt

local board = require "carcassonne.text.board"
local choices = require "carcassonne.play.choices"
local output = require "carcassonne.program.output"
local words = require "carcassonne.describe.words"

local prompt = {}

--- An action, with the answer that chooses it.
---@class Numbered
---@field action Action
---@field answer string text to type: "3", or "3, then 2"

-- Prints choices as lines, whose numbers follow those on the board.
local function print_lines(list, from)
  for i, choice in ipairs(list) do output.print(("  %d  %s"):format(from + i, choice.text)) end
end

-- ---- Answers ------------------------------------------------------------------------------------

local function add_others(list, others, from)
  for i, choice in ipairs(others) do
    list[#list + 1] = { action = choice.action, answer = tostring(from + i) }
  end
  return list
end

-- Returns whether the player has to be asked for the rotation.
local function asks_turn(turns) return #turns > 1 or turns[1].span ~= nil end

-- Adds the actions on cells. If there is a single cell and no alternative, the player is not asked
-- for the cell.
local function numbered_cells(cells, others)
  local list, asks_cell = {}, #cells + #others > 1
  for i, cell in ipairs(cells) do
    for k, action in ipairs(cell.actions) do
      local answers = { asks_cell and i or nil }
      answers[#answers + 1] = asks_turn(cell.actions) and k or nil
      list[#list + 1] = { action = action, answer = table.concat(answers, ", then ") }
    end
  end
  return list
end

local function numbered_tiles(state, tiles, others)
  local list = {}
  for i, id in ipairs(tiles) do
    for _, one in ipairs(numbered_cells(choices.cells(state, id), others)) do
      list[#list + 1] = { action = one.action,
        answer = i .. (one.answer ~= "" and ", then " .. one.answer or "") }
    end
  end
  return add_others(list, others, #tiles)
end

-- Shows the board such that the tutor's moves are visible. `below` is the number of lines that
-- follow.
local function show_board(seats, numbered, marks, below)
  seats.numbered = numbered
  seats:show_board(marks, seats.tutor:named_cells(seats), below)
end

-- Prints the tutor's advice and asks for a number.
local function number_of(seats, text, count)
  seats.tutor:before(seats)
  if count == 1 then return 1 end
  return seats:number(function() return text:format(count, seats:outside()) end, 1, count)
end

-- ---- Asking -----------------------------------------------------------------------------------

local TILE_LINES = 8 -- an empty line, the player, a tile, and the question

-- Asks for the rotation if there are several; the answer 0 returns to the choice of the cell.
local function choose_turn(seats, turns, is_only_cell)
  if not asks_turn(turns) then return turns[1] end
  local tiles = {}
  for i, action in ipairs(turns) do
    tiles[i] = { id = turns[1].id, rotation = action.rotation, title = tostring(i) }
  end
  output.print_lines(board.row(seats.state:game(), tiles, seats.style))
  for i, action in ipairs(turns) do
    if action.span then output.print(("  %d  %s"):format(i, words.span(action))) end
  end
  local back = is_only_cell and "" or " (0: another cell)"
  local number, instead = seats:number(("Which rotation, 1 to %d%s?"):format(#turns, back),
    is_only_cell and 1 or 0, #turns)
  if number == 0 then return nil, "again" end
  return turns[number or 0], instead
end

-- Prints tiles side by side, in as many rows as necessary.
local function show_tiles(seats, tiles)
  for _, lines in ipairs(board.rows(seats.state:game(), tiles, seats.style, seats.width)) do
    output.print_lines(lines)
  end
end

-- Asks for one of several tiles. Returns its id; or nil, an action, and what the player asked for
-- instead.
local function choose_tile(seats, tiles, others)
  show_board(seats, numbered_tiles(seats.state, tiles, others), nil, TILE_LINES + 1 + #others)
  output.print()
  output.print(("%s places one of these:"):format(seats:who()))
  local shown = {}
  for i, id in ipairs(tiles) do shown[i] = { id = id, rotation = 0, title = ("%d"):format(i) } end
  show_tiles(seats, shown)
  print_lines(others, #tiles)
  local count = #tiles + #others
  local number, instead = number_of(seats, "Which tile, 1 to %d?", count)
  if not number then return nil, nil, instead end
  return tiles[number], number > #tiles and others[number - #tiles].action or nil
end

-- Asks for the cell and the rotation of a tile. Returns an action, or nil and what the player asked
-- for instead.
local function choose_cell(seats, id, others)
  local cells = choices.cells(seats.state, id)
  show_board(seats, add_others(numbered_cells(cells, others), others, #cells), cells, TILE_LINES + #others)
  output.print()
  output.print(("%s places this tile:"):format(seats:who()))
  output.print_lines(board.row(seats.state:game(), { { id = id, rotation = 0 } }, seats.style))
  print_lines(others, #cells)
  local count = #cells + #others
  local number, instead = number_of(seats, "Which cell, 1 to %d%s?", count)
  if not number then return nil, instead end
  if number > #cells then return others[number - #cells].action end
  if asks_turn(cells[number].actions) then seats:show_cells { cells[number] } end
  return choose_turn(seats, cells[number].actions, count == 1)
end

-- Asks for a tile, if there are several, and its placement. Returns an action, or nil and what the
-- player asked for instead.
local function choose_place(seats)
  local tiles, others = choices.tiles(seats.state), choices.instead(seats.state, { names = seats.names })
  local id = tiles[1]
  if #tiles > 1 then
    local action, instead
    id, action, instead = choose_tile(seats, tiles, others)
    if not id then return action, instead end
  end
  return choose_cell(seats, id, others)
end

-- Prints a tile of the board, with the numbers of the choices on its segments.
local function show_signs(seats, list, x, y)
  local signs = choices.signs(list, x, y)
  if next(signs) == nil then return end
  local tile = seats.state:tile_at(x, y)
  output.print_lines(board.row(seats.state:game(),
    { { id = tile.id, rotation = tile.rotation, signs = signs, span = tile.span } },
    seats.style))
end

-- Prints the question, in the words of the script if it has any.
local function print_question(seats)
  local phase, asks = seats.state:phase(), words.asks(seats.state, { names = seats.names })
  output.print()
  output.print(seats:who()
    .. (asks and ": " .. asks or phase and (" chooses (%s):"):format(words.name(phase)) or ":"))
end

-- Asks for a choice on a tile. Returns an action, or nil and what the player asked for instead.
local function choose_on_tile(seats, tile)
  local list = tile.list
  if #list == 1 then return list[1].action end
  seats:show_cells { tile }
  show_signs(seats, list, tile.x, tile.y)
  print_lines(list, 0)
  local number, instead = seats:number(("Which choice, 1 to %d (0: another tile)?"):format(#list), 0,
    #list)
  if number == 0 then return nil, "again" end
  return number and list[number].action, instead
end

-- Asks for a tile, then for a choice on it.
local function choose_by_tile(seats, tiles, rest)
  show_board(seats, add_others(numbered_cells(tiles, rest), rest, #tiles), tiles, 3 + #rest)
  print_question(seats)
  print_lines(rest, #tiles)
  local count = #tiles + #rest
  local number, instead = number_of(seats, "Which tile, 1 to %d%s?", count)
  if not number then return nil, instead end
  if number > #tiles then return rest[number - #tiles].action end
  return choose_on_tile(seats, tiles[number])
end

local function choose_from_list(seats)
  local list = choices.list(seats.state, { names = seats.names })
  local tiles, rest = choices.by_tile(list)
  if tiles then return choose_by_tile(seats, tiles, rest) end
  show_board(seats, add_others({}, list, 0), nil, TILE_LINES + #list)
  print_question(seats)
  show_signs(seats, list, seats.state:last_placed())
  show_tiles(seats, choices.named_tiles(list))
  print_lines(list, 0)
  local number, instead = number_of(seats, "Which choice, 1 to %d?", #list)
  return number and list[number].action, instead
end

-- Prints an action that is carried out without a question.
local function print_only(seats, action)
  output.print()
  output.print(("%s has only one choice: %s."):format(seats:who(),
    words.action(seats.state, action, { names = seats.names })))
  return action
end

--- Asks a person for the current decision, unless there is only one action.
---@param seats Session
---@return Action? action
---@return "quit"|"again"|nil instead
function prompt.action(seats)
  local only = choices.only(seats.state)
  if only then return print_only(seats, only) end
  if seats.state:decision() == "place" then return choose_place(seats) end
  return choose_from_list(seats)
end

return prompt

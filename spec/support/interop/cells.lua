--- Cells, and the contents of cells, as logs write them: "2,-1", and "2,-1: 3" for a cell with
--- contents.

local c_locale = require "carcassonne.base.c_locale"

local cells = {}

--- Returns the cell of a token that exists once; nil while it is not on the board.
---@param state State
---@param token string
---@return string?
function cells.of_token(state, token)
  local at = state:token(token)
  return at and ("%d,%d"):format(at.x, at.y)
end

--- Returns how many tokens of a kind lie on each tile that has any.
---@param state State
---@param token string
---@return string[] such as "2,-1: 3"
function cells.counts(state, token)
  local list = {}
  for i, tile in ipairs(state:tiles { token = token }) do
    list[i] = ("%d,%d: %d"):format(tile.x, tile.y, state:num_tokens(token, tile))
  end
  return list
end

--- Returns the text of a cell that a log gives as x and y.
---@param cell? integer[]
---@return string?
function cells.logged(cell) return cell and ("%d,%d"):format(cell[1], cell[2]) end

--- Returns a log's table by cell in the form that `counts` returns.
---@param by_cell table<string, integer|string>
---@return string[]
function cells.logged_list(by_cell)
  local list = {}
  for cell, what in pairs(by_cell) do
    list[#list + 1] = (type(what) == "number" and "%s: %d" or "%s: %s"):format(cell, what)
  end
  c_locale.sort(list)
  return list
end

return cells

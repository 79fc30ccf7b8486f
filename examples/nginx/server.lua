-- server.lua: what nginx.conf beside it answers. A request that cannot be used gets status 400 and
-- a sentence. A saved game holds the seed of the draws, so this is for friends: a server that must
-- not be asked for the future keeps the states, and sends views.
-- luacheck: globals ngx

local carcassonne = require "carcassonne"

local server = {}

-- A path would be a file of the server's: only names of what is shipped go on.
local known = {}
for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
  for _, name in ipairs(names) do known[name] = true end
end

local function refuse(message)
  ngx.status = 400
  ngx.say(message)
end

-- The state of the saved game that was sent; nil after refusing it.
local function sent_state()
  ngx.req.read_body()
  local state, message = carcassonne.load(ngx.req.get_body_data() or "")
  if not state then refuse(message) end
  return state
end

--- A game from its beginning: `seed`, `players`, and `variant` as often as wanted.
function server.new()
  local args = ngx.req.get_uri_args()
  local variants = type(args.variant) == "table" and args.variant or { args.variant }
  for _, name in ipairs(variants) do
    if not known[name] then return refuse(("unknown variant '%s'"):format(tostring(name))) end
  end
  if args.seed and not tostring(args.seed):match "^%d+$" then
    return refuse "seed: a whole number is expected"
  end
  local fine, game = pcall(carcassonne.game, { players = tonumber(args.players), variants = variants })
  if not fine then return refuse(game) end
  local state = game:new_initial_state(tonumber(args.seed))
  ngx.print(state:serialize())
end

--- What may be done now, a line each.
function server.legal()
  local state = sent_state()
  if not state then return end
  for _, action in ipairs(state:legal_actions()) do ngx.say(tostring(action)) end
end

--- The game after `action`, with the draws that follow it.
function server.apply()
  local state = sent_state()
  if not state then return end
  local action, message = state:string_to_action(ngx.var.arg_action and ngx.unescape_uri(ngx.var.arg_action)
    or "")
  if action then
    local applied, problem = state:apply_action(action)
    if applied then return ngx.print(state:serialize()) end
    message = problem
  end
  refuse(message)
end

return server

--- What the other engine calls the things of the castles.
-- @module carcassonne.interop.expansions.castles

return {
  departures = {
    { "lords", "alone", "a castle is offered only where one follower is in the city" },
    { "declines", "all", "who declines a castle declines it for all who would be asked later" },
  },
  saved = { elements = { castle = {} }, tokens = { CASTLE = { "castle" } } },
}

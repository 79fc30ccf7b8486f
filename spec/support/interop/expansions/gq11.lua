-- What logs of the other engine call the things of Games Quarterly 11.

return { sets = { "gq11" } }

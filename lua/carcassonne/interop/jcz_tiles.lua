--- The tiles and tile sets of JCloisterZone's saved games, and the tiles of this engine. This table
--- was generated from the tables of both engines.
-- @module carcassonne.interop.jcz_tiles

local compat = require "carcassonne.base.compat"

-- This engine's id = JCloisterZone's id.
local IDS = [[
BA-A=BA/LR BA-B=BA/L BA-C=BA/Cccc+ BA-D=BA/RCr BA-E=BA/C BA-Eg=BA/CG BA-F=BA/CFc+ BA-G=BA/CFc.1 BA-H=BA/CFC.2
BA-Hg=BA/CFCG BA-I=BA/CC.2 BA-Ig=BA/CCG BA-J=BA/CRr BA-K=BA/RrC BA-L=BA/CRRR BA-M=BA/Cc+ BA-Mg=BA/Cc+G BA-N=BA/Cc.1
BA-Ng=BA/CcG BA-O=BA/CcRr+ BA-P=BA/CcRr BA-Q=BA/Ccc+ BA-R=BA/Ccc BA-Rg=BA/CccG BA-S=BA/CccR+ BA-T=BA/CccR BA-U=BA/RFr
BA-Ug=BA/RFrG BA-V=BA/Rr BA-Vg=BA/RrG BA-W=BA/RRR BA-X=BA/RRRR
TB-A=TB/CR TB-B=TB/RRrr TB-C=TB/RRC TB-D=TB/CcRC.g TB-E=TB/CRc.g TB-F=TB/RCc.g TB-G=TB/Cc.g TB-H=TB/Ccc.g
TB-I=TB/RCc!.g TB-J=TB/LRRR TB-K=TB/CcR.c TB-Kg=TB/CcR.cG TB-L=TB/CcRC.c TB-M=TB/CcCC.c TB-N=TB/CCc.c TB-O=TB/CcRR!.c
TB-P=TB/CCc.w TB-Q=TB/CFc.w TB-R=TB/CRcR.w TB-S=TB/CRc.w TB-T=TB/Cc.w TB-U=TB/CcRR.w TB-Ug=TB/CcRR.wG TB-V=TB/CccR.w
TB-W=TB/CcR!.w TB-X=TB/CcCc.w
IC-A=IC/Rr.i IC-B=IC/RFr.i IC-Bg=IC/RFr.iG IC-C=IC/RRR.i IC-D=IC/LRFR IC-E=IC/RrRr IC-F=IC/CcR IC-G=IC/C! IC-H=IC/CCCC
IC-Hg=IC/CCCCG IC-I=IC/CRCR IC-J=IC/CFR IC-K=IC/Cccc.c IC-L=IC/CcRr+.i IC-M=IC/RrC.i IC-N=IC/RCc.i IC-O=IC/CCC
IC-P=IC/CCc+ IC-Q=IC/CRcR+
AM-A=AM/C++ AM-B=AM/CCcc+ AM-C=AM/CCc+ AM-D=AM/CCRR AM-E=AM/LRRRR AM-F=AM/RC AM-G=AM/CRr AM-H=AM/RrC AM-I=AM/C!+
AM-J=AM/R AM-K=AM/RG AM-L=AM/Rrr AM-M=AM/CRcr+ AM-AB=AM/A
BB-A=BB/Cccc.b BB-B=BB/CCCR BB-C=BB/CFc.b BB-D=BB/CFR! BB-E=BB/CFR!G BB-F=BB/CFR.b BB-G=BB/F.b BB-H=BB/LCFc
BB-I=BB/LRFr BB-J=BB/R.bi BB-K=BB/RFR.b BB-L=BB/RFR.bi
BT-A=BT/ffff.ac BT-B=BT/ffff.g.ac BT-C=BT/ffrf.ac BT-D=BT/ffrr.ac BT-E=BT/rfrf.ac BT-F=BT/rrrf.ac BT-G=BT/ffrf.bt
BT-H=BT/frrf.bt BT-I=BT/frrf.g.bt BT-J=BT/frfr.bt BT-K=BT/frrr.bt BT-L=BT/cfff.bt BT-M=BT/cffr.bt BT-N=BT/cfrf.bt
BT-O=BT/crfr.bt BT-P=BT/cfcf.bt BT-Q=BT/ccrf.bt BT-R=BT/crrc.bt
CC-A=CC.1/Cc.1 CC-B=CC.1/CC.2 CC-C=CC.1/CR CC-D=CC.1/Rr CC-E=CC.1/RrC CC-F=CC.1/RRR CC-G=CC.2/RRr CC-H=CC.2/RRRr
CC-I=CC.2/CFR CC-J=CC.2/RCR CC-K=CC.2/CFC CC-L=CC.2/CcCc
CO-A=CO/1 CO-B=CO/2 CO-C=CO/3 CO-D=CO/4 CO-E=CO/5 CO-F=CO/6 CO-G=CO/7 CO-H=CO/8 CO-I=CO/9 CO-J=CO/10 CO-K=CO/11
CO-L=CO/12
CU-A=CU/S CU-B=CU/SC CU-C=CU/SR CU-D=CU/SCFR CU-E=CU/SRFR CU-F=CU/SRCR
DA-A=DA/Cccc DA-B=DA/LRRRR DA-C=DA/LRR
FE-A=FE/CCc FE-B=FE/CcCc FE-C=FE/CFR FE-D=FE/CR FE-E=FE/CRCR FE-F=FE/CRr FE-G=FE/LRR FE-H=FE/RC FE-I=FE/RrC
FE-J=FE/RrRr
FL-A=FL/F.d FL-B=FL/F.dG FL-C=FL/F.o FL-D=FL/RFr.d FL-E=FL/RFr.NS.o FL-F=FL/RFr.WE.o FL-G=FL/Rr.d FL-H=FL/Rr.NW.o
FL-I=FL/Rr.SW.o
FR-A=FR/CRRR FR-B=FR/RRR FR-C=FR/RRRR
GM-A=GO/LRr GM-B=GO/LCc GM-C=GO/LCcRr GM-D=GO/LRrRr GM-E=GO/RrRr GM-F=GO/CcRr GM-G=GO/CRcr GM-H=GO/RRrr.X
GQ-A=GQ/RFI GQ-B=GQ/CICI GQ-C=GQ/LRRRR GQ-D=GQ/F GQ-E=GQ/CRc GQ-F=GQ/CRcR.1 GQ-G=GQ/CRCr.2 GQ-H=GQ/CRRr GQ-I=GQ/Cc!
GQ-J=GQ/RCc GQ-K=GQ/CcRR GQ-L=GQ/CcCR
HS-A=HS/C!.v HS-B=HS/CC!.v HS-C=HS/Cc.h.1 HS-D=HS/CC.h.2 HS-E=HS/Cc.v HS-F=HS/CFC.h HS-G=HS/CFC.v HS-H=HS/CFR.h
HS-I=HS/CRr.h HS-J=HS/LCRr HS-K=HS/LRrR HS-L=HS/RCC.v HS-M=HS/RFR.h HS-N=HS/RR.h HS-O=HS/RR.hG HS-P=HS/RrC.h
HS-Q=HS/RRr.v
KR-A=KR/LC KR-B=KR/RC KR-C=KR/RCG KR-D=KR/CRrR KR-E=KR/CcRR! KR-F=KR/CCcc
LA-A=LA/Rrrr
MO-A=MO/M1 MO-B=MO/M2 MO-C=MO/M3 MO-D=MO/M4 MO-E=MO/MR1 MO-F=MO/MR2
MW-A=MW/CRRR.3 MW-B=MW/CcRr.1 MW-C=MW/CCCR.3 MW-D=MW/CRcR MW-E=MW/CFC MW-F=MW/CccR.1 MW-G=MW/CRRr.2 MW-H=MW/CCRr.2
MW-I=MW/CCRrG
PD-A=DG/F.v PD-B=DG/RrRr.g PD-C=DG/R.v PD-D=DG/C.d PD-E=DG/C.dG PD-F=DG/C.v PD-G=DG/LRRR.d PD-H=DG/RRR.d PD-I=DG/RRR.g
PD-J=DG/CRRR.p PD-K=DG/CCc+.p PD-L=DG/Ccc.p PD-M=DG/Ccc+.g PD-N=DG/LCcc.d PD-O=DG/Rr.d PD-P=DG/Rr.v PD-Q=DG/RFr.d
PD-R=DG/RFr.v PD-S=DG/Cc!.p PD-T=DG/Cc.d PD-U=DG/Cc.p PD-V=DG/Cc.pG PD-W=DG/CC.v PD-X=DG/CFc+.d PD-Y=DG/CcRr.p
PD-Z=DG/CcRr.g PD-Z1=DG/CRcr.d PD-Z2=DG/RrC.d PD-Z3=DG/RrC.g PD-Z4=DG/CRr.d PD-Z5=DG/CRr.g
RI-A=RI/s RI-B=RI.1/I.e RI-C=RI.1/CICI RI-D=RI.1/CIRI RI-E=RI.1/LIRI RI-F=RI.1/RIrI RI-G=RI.1/IFI RI-H=RI.1/CcII
RI-I=RI.1/RrII RI-J=RI.1/II RI-K=RI.1/IIG RI-L=RI.2/IFC RI-M=RI.2/I.v RI-N=RI.2/III RI-O=RI.2/CIcI RI-P=RI.2/LIFI
RI-Q=RI.2/RIrI RI-R=RI.2/CIRI RI-S=RI.2/II RI-T=RI.2/IIG RI-U=RI.2/CcII+ RI-V=RI.2/II+ RI-W=RI.2/RrII
RP-A=RU/L RP-B=RU/RRrr RP-C=RU/SR RP-D=RU/V
SD-A=SD/CC SD-B=SD/RRR SD-C=SD/RRRG
SI-A=SI.BE/Ccc SI-B=SI.BE/CcR SI-C=SI.BE/CFR SI-D=SI.BE/CRr SI-E=SI.BE/RCc SI-F=SI.BE/RrC SI-G=SI.CA/C SI-H=SI.CA/RCr
SI-I=SI.CA/Cc SI-J=SI.CA/CcRr
TO-A=TO/C TO-B=TO/F TO-C=TO/FG TO-D=TO/L TO-E=TO/RR TO-F=TO/RRG TO-G=TO/RRR TO-H=TO/RrRr.2 TO-I=TO/RRRR.1 TO-J=TO/CRcr
TO-K=TO/CFR TO-L=TO/RrC TO-M=TO/RCr TO-N=TO/Cc TO-O=TO/CcR! TO-P=TO/CC.2 TO-Q=TO/CRCr.2 TO-R=TO/CccR TO-S=TO/CccC+
TU-A=TU/CRRR TU-B=TU/RCR TU-C=TU/RR TU-D=TU/RRRR
WI-A=WI/RRR WI-B=WI/RC WI-C=WI/CR WI-D=WI/LR WI-E=WI/RCc.i WI-F=WI/LRFR WI-G=WI/CRr WI-H=WI/CFR WI-I=WI/RrRr
WI-J=WI/CcR WI-K=WI/R WI-L=WI/RrC
WR-A=WR/Cc.1 WR-B=WR/CC.2 WR-C=WR/CFc WR-D=WR/CFR WR-E=WR/Rr WR-F=WR/RrC
WT-A=WT/CCRF_2T WT-B=WT/CFff_3C WT-C=WT/CFRF_1C WT-D=WT/CFRF_2M WT-E=WT/CRFR_1R WT-F=WT/CRRC_2M WT-G=WT/FCFC_1C
WT-H=WT/FCRC_2T WT-I=WT/FfRC_1R WT-J=WT/FRFC_1C WT-K=WT/FRFR_3C WT-L=WT/FRRF_1R
]]

-- A tile with a garden = the same tile without one, which is used if gardens are not in play.
local GARDENS = [[
AM-K=AM-J BA-Eg=BA-E BA-Hg=BA-H BA-Ig=BA-I BA-Mg=BA-M BA-Ng=BA-N BA-Rg=BA-R BA-Ug=BA-U BA-Vg=BA-V BB-E=BB-D BT-B=BT-A
BT-I=BT-H FL-B=FL-A HS-O=HS-N IC-Bg=IC-B IC-Hg=IC-H KR-C=KR-B MW-I=MW-H PD-E=PD-D PD-V=PD-U RI-K=RI-J RI-T=RI-J
SD-C=SD-B TB-Kg=TB-K TB-Ug=TB-U TO-C=TO-B TO-F=TO-E
]]

-- A tile whose road passes under a city = the same tile with a tunnel's entrance at either end.
local UNDERPASSES = "AM-M=AM-Mt PD-Z1=PD-Z1t"

-- The tiles of each set; `*2` means two copies.
local SETS = {
  ["basic:1"] = [[
    BA-A*2 BA-B*4 BA-C BA-D*4 BA-E*5 BA-F*2 BA-G BA-H*3 BA-I*2 BA-J*3 BA-K*3 BA-L*3 BA-M*2 BA-N*3 BA-O*2 BA-P*3
    BA-Q BA-R*3 BA-S*2 BA-T BA-U*8 BA-V*9 BA-W*4 BA-X]],
  ["basic:2"] = [[
    BA-A*2 BA-B*4 BA-C BA-D*4 BA-E*4 BA-Eg BA-F*2 BA-G BA-H*2 BA-Hg BA-I BA-Ig BA-J*3 BA-K*3 BA-L*3 BA-M BA-Mg
    BA-N*2 BA-Ng BA-O*2 BA-P*3 BA-Q BA-R*2 BA-Rg BA-S*2 BA-T BA-U*7 BA-Ug BA-V*8 BA-Vg BA-W*4 BA-X]],
  ["traders-and-builders:1"] = [[
    TB-A TB-B TB-C TB-D TB-E TB-F TB-G TB-H TB-I TB-J TB-K TB-L TB-M TB-N TB-O TB-P TB-Q TB-R TB-S TB-T TB-U TB-V
    TB-W TB-X]],
  ["traders-and-builders:2"] = [[
    TB-A TB-B TB-C TB-D TB-E TB-F TB-G TB-H TB-I TB-J TB-Kg TB-L TB-M TB-N TB-O TB-P TB-Q TB-R TB-S TB-T TB-Ug
    TB-V TB-W TB-X]],
  ["inns-and-cathedrals:1"] = [[
    IC-A IC-B IC-C IC-D IC-E IC-F IC-G IC-H IC-I IC-J IC-K*2 IC-L IC-M IC-N IC-O IC-P IC-Q]],
  ["inns-and-cathedrals:2"] = [[
    IC-A IC-Bg IC-C IC-D IC-E IC-F IC-G IC-Hg IC-I IC-J IC-K*2 IC-L IC-M IC-N IC-O IC-P IC-Q]],
  ["abbey-and-mayor:1"] = "AM-A AM-B AM-C AM-D AM-E AM-F AM-G AM-H AM-I AM-J AM-L AM-M",
  ["abbey-and-mayor:2"] = "AM-A AM-B AM-C AM-D AM-E AM-F AM-G AM-H AM-I AM-K AM-L AM-M",
  ["bridges-castles-and-bazaars:1"] = "BB-A*2 BB-B BB-C BB-D BB-F BB-G BB-H BB-I BB-J BB-K BB-L",
  ["bridges-castles-and-bazaars:2"] = "BB-A*2 BB-B BB-C BB-E BB-F BB-G BB-H BB-I BB-J BB-K BB-L",
  ["corn-circles/1"] = "CC-A CC-B CC-C CC-D CC-E CC-F",
  ["corn-circles/2"] = "CC-G CC-H CC-I CC-J CC-K CC-L",
  ["count"] = "CO-A CO-B CO-C CO-D CO-E CO-F CO-G CO-H CO-I CO-J CO-K CO-L",
  ["cult/5"] = "CU-A CU-B CU-C CU-D CU-E",
  ["cult/6"] = "CU-A CU-B CU-C CU-D CU-E CU-F",
  ["darmstadt"] = "DA-A DA-B DA-C",
  ["ferries"] = "FR-A*3 FR-B*4 FR-C",
  ["festival"] = "FE-A FE-B FE-C FE-D FE-E FE-F FE-G FE-H FE-I FE-J",
  ["flier:1"] = "FL-A FL-C FL-D FL-E FL-F FL-G FL-H FL-I",
  ["flier:2"] = "FL-B FL-C FL-D FL-E FL-F FL-G FL-H FL-I",
  ["goldmines"] = "GM-A GM-B GM-C GM-D GM-E GM-F GM-G GM-H",
  ["gq11"] = "GQ-C GQ-D GQ-E GQ-F GQ-G GQ-H GQ-I GQ-J GQ-K GQ-L",
  ["gq11/river"] = "GQ-A GQ-B",
  ["hills-and-sheep:1"] =
    "HS-A*2 HS-B*2 HS-C HS-D HS-E HS-F HS-G HS-H HS-I HS-J HS-K HS-L HS-M HS-N HS-P HS-Q",
  ["hills-and-sheep:2"] =
    "HS-A*2 HS-B*2 HS-C HS-D HS-E HS-F HS-G HS-H HS-I HS-J HS-K HS-L HS-M HS-O HS-P HS-Q",
  ["king-and-robber:1"] = "KR-A KR-B KR-D KR-E KR-F",
  ["king-and-robber:2"] = "KR-A KR-C KR-D KR-E KR-F",
  ["labyrinth"] = "LA-A",
  ["mage-and-witch:1"] = "MW-A MW-B MW-C MW-D MW-E MW-F MW-G MW-H",
  ["mage-and-witch:2"] = "MW-A MW-B MW-C MW-D MW-E MW-F MW-G MW-I",
  ["monasteries"] = "MO-A MO-B MO-C MO-D MO-E MO-F",
  ["princess-and-dragon:1"] = [[
    PD-A PD-B PD-C PD-D PD-F PD-G PD-H PD-I PD-J PD-K PD-L PD-M PD-N PD-O*2 PD-P PD-Q PD-R PD-S PD-T PD-U PD-W
    PD-X PD-Y PD-Z PD-Z1 PD-Z2 PD-Z3 PD-Z4 PD-Z5]],
  ["princess-and-dragon:2"] = [[
    PD-A PD-B PD-C PD-E PD-F PD-G PD-H PD-I PD-J PD-K PD-L PD-M PD-N PD-O*2 PD-P PD-Q PD-R PD-S PD-T PD-V PD-W
    PD-X PD-Y PD-Z PD-Z1 PD-Z2 PD-Z3 PD-Z4 PD-Z5]],
  ["river/1:1"] = "RI-A RI-B RI-C RI-D RI-E RI-F RI-G*2 RI-H RI-I RI-J*2",
  ["river/1:2"] = "RI-A RI-B RI-C RI-D RI-E RI-F RI-G*2 RI-H RI-I RI-J RI-K",
  ["river/2:1"] = "RI-A RI-L RI-M RI-N RI-O RI-P RI-Q RI-R RI-S RI-U RI-V RI-W",
  ["river/2:2"] = "RI-A RI-L RI-M RI-N RI-O RI-P RI-Q RI-R RI-T RI-U RI-V RI-W",
  ["russian-promos/2013"] = "RP-A RP-B",
  ["russian-promos/2016"] = "RP-C RP-D",
  ["siege/besiegers"] = "SI-A SI-B SI-C SI-D SI-E SI-F",
  ["siege/cathars"] = "SI-G SI-H SI-I SI-J",
  ["spiel-doch:1"] = "SD-A SD-B",
  ["spiel-doch:2"] = "SD-A SD-C",
  ["tower:1"] = "TO-A*2 TO-B TO-D TO-E TO-G TO-H TO-I TO-J TO-K TO-L TO-M TO-N TO-O TO-P TO-Q TO-R TO-S",
  ["tower:2"] = "TO-A*2 TO-C TO-D TO-F TO-G TO-H TO-I TO-J TO-K TO-L TO-M TO-N TO-O TO-P TO-Q TO-R TO-S",
  ["tunnel"] = "TU-A TU-B TU-C TU-D",
  ["under-the-big-top:1"] =
    "BT-A BT-C BT-D*3 BT-E*2 BT-F BT-G BT-H BT-J BT-K BT-L BT-M BT-N*2 BT-O BT-P BT-Q BT-R",
  ["under-the-big-top:2"] =
    "BT-B BT-C BT-D*3 BT-E*2 BT-F BT-G BT-I BT-J BT-K BT-L BT-M BT-N*2 BT-O BT-P BT-Q BT-R",
  ["watchtowers"] = "WT-A WT-B WT-C WT-D WT-E WT-F WT-G WT-H WT-I WT-J WT-K WT-L",
  ["wind-roses"] = "WR-A WR-B WR-C WR-D WR-E WR-F",
  ["winter"] = [[
    BA-A*2 BA-B*4 BA-C BA-D*4 BA-E*5 BA-F*2 BA-G BA-H*3 BA-I*2 BA-J*3 BA-K*3 BA-L*3 BA-M*2 BA-N*3 BA-O*2 BA-P*3
    BA-Q BA-R*3 BA-S*2 BA-T BA-U*8 BA-V*9 BA-W*4 BA-X WI-A WI-B WI-C WI-D WI-E WI-F WI-G WI-H WI-I WI-J
    WI-K WI-L]],
}

local function pairs_of(text)
  local found = {}
  for one, other in text:gmatch "(%S+)=(%S+)" do found[one] = other end
  return found
end

local function counts_of(text)
  local counts = {}
  for id, count in text:gmatch "([%w-]+)%*?(%d*)" do
    counts[id] = compat.math.tointeger(tonumber(count)) or 1
  end
  return counts
end

local tiles = {
  --- This engine's ids by those of JCloisterZone: `BA/RCr` is BA-D. AM-AB is the abbey.
  ---@type table<string, string>
  ids = {},
  --- By the id of a tile with a garden, the id of the same tile without one.
  ---@type table<string, string>
  gardens = pairs_of(GARDENS),
  --- By the id of a tile whose road passes under a city, the id of the same tile with entrances to
  --- tunnels.
  ---@type table<string, string>
  underpasses = pairs_of(UNDERPASSES),
  --- By the name of a set, the number of copies of each tile.
  ---@type table<string, table<string, integer>>
  sets = {},
}

for ours, theirs in pairs(pairs_of(IDS)) do tiles.ids[theirs] = ours end
for name, text in pairs(SETS) do tiles.sets[name] = counts_of(text) end

-- JCloisterZone's first edition of Under the Big Top has the same tiles with other ids.
for theirs, ours in pairs(pairs_of(IDS)) do
  local name = ours:match "^BT/(.+)$"
  if name then tiles.ids["ubtc1/" .. name] = theirs end
end
tiles.sets["under-the-big-top-c1"] = counts_of(SETS["under-the-big-top:2"])

return tiles

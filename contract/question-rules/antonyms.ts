/**
 * Pairs of words, each of which turns a plain statement into its opposite when it takes the other's place: alike in part of
 * speech, inflection and what may follow. "right" and "light" are not among them: their second meanings would make nonsense.
 */
const PAIRS = `
  a longer/a shorter; able to/unable to; abolish/establish; abolished/established; abolition/establishment;
  above/below; absorb/emit; absorbed/emitted; absorbs/emits; absorption/emission; abundance/scarcity;
  abundant/scarce; accelerate/decelerate; accelerated/decelerated; accelerates/decelerates;
  acceleration/deceleration; accept/reject; acceptance/rejection; accepted/rejected; accepts/rejects;
  accurate/inaccurate; accurately/inaccurately; acid/alkali; acidic/alkaline; activates/deactivates;
  active/passive; acute/chronic; adequate/inadequate; admissible/inadmissible; adulthood/childhood;
  advantage/disadvantage; advantages/disadvantages; aerobic/anaerobic; afferent/efferent;
  agreement/disagreement; agrees with/disagrees with; allies/enemies; allow/forbid; allowing/forbidding;
  allows/forbids; alternating current/direct current; always/never; amplifies/attenuates;
  an increase/a decrease; ancestor/descendant; ancient/modern; anode/cathode; anterior/posterior;
  appointed/dismissed; appreciates/depreciates; appreciation/depreciation; are allowed/are forbidden;
  are longer/are shorter; are open/are closed; are present/are absent; arrival/departure; arterial/venous;
  arteries/veins; artery/vein; ascending/descending; ascends/descends; assets/liabilities;
  at a profit/at a loss; at most/at least; at the beginning/at the end; at the top/at the bottom;
  at war/at peace; attached to/detached from; attackers/defenders; attract/repel; attracted to/repelled by;
  attraction/repulsion; attractive/repulsive; attracts/repels; backward/forward; bacteria/viruses;
  bacterial/viral; before/after; begins at/ends at; begins in/ends in; begins with/ends with;
  benign/malignant; better/worse; bought/sold; bright/dim; brighter/dimmer; buy/sell; buyer/seller;
  buyers/sellers; buys/sells; by day/by night; can cause/can prevent; capable of/incapable of;
  capitalist/communist; catalyst/inhibitor; catholic/protestant; caused by/prevented by; causing/preventing;
  central/peripheral; centripetal/centrifugal; cheap/expensive; cheaper/more expensive;
  cheapest/most expensive; civilian/military; client/server; clockwise/anticlockwise; closer to/farther from;
  coastal/inland; commonly/rarely; compatible/incompatible; completely/partially; compressive/tensile;
  concave/convex; concealed/revealed; conceals/reveals; conductor/insulator; confirmed/refuted;
  confirms/refutes; connected to/disconnected from; conscious/unconscious; considerably/slightly;
  consistent with/inconsistent with; constitutional/unconstitutional; constructive/destructive;
  continental/oceanic; continued to/ceased to; continues to/ceases to; converge/diverge;
  convergence/divergence; convergent/divergent; converges/diverges; convicted of/acquitted of;
  conviction/acquittal; cooperation/competition; cooperative/competitive; correct/incorrect;
  correctly/incorrectly; covalent/ionic; create/destroy; created/destroyed; creates/destroys;
  creation/destruction; creditor/debtor; dawn/dusk; debit/credit; debits/credits; deep/shallow;
  deeper/shallower; deepest/shallowest; deliberately/accidentally; democratic/authoritarian;
  dependent on/independent of; dependent variable/independent variable; depends on/is independent of;
  dilated/constricted; dilates/constricts; dilation/constriction; diluted/concentrated; direct/indirect;
  directly/indirectly; domestic/foreign; dominant allele/recessive allele;
  dominant alleles/recessive alleles; donors/recipients; dorsal/ventral; double/are halved;
  doubled/was halved; doubles/is halved; ductile/brittle; dynamic/static; earlier/later; earliest/latest;
  early/late; easier/more difficult; east/west; eastern/western; eastward/westward; easy/difficult;
  effective/ineffective; efficient/inefficient; elastic/inelastic; employer/employee;
  employment/unemployment; encrypted/decrypted; encryption/decryption; endothermic/exothermic;
  enhance/impair; enhanced/impaired; enhances/impairs; entered/exited; enters/exits; equal/unequal;
  equality/inequality; erosion/deposition; evaporate/condense; evaporated/condensed; evaporates/condenses;
  evaporation/condensation; evergreen/deciduous; everywhere/nowhere; exceeds/falls below; expand/shrink;
  expanded/contracted; expanding/shrinking; expands/shrinks; expansion/contraction; facilitate/hinder;
  facilitates/hinders; fast/slow; faster/slower; fastest/slowest; fertile/infertile; finite/infinite;
  fixed costs/variable costs; flexible/rigid; floats/sinks; formal/informal; frequently/infrequently;
  freshwater/saltwater; fusion/fission; gain/lose; gained/lost; gaining/losing; gains/loses; good/bad;
  granted/denied; granting/denying; greater than/less than; grew/shrank; guilty/innocent; haploid/diploid;
  hardens/softens; harder than/softer than; hardware/software; harmful/beneficial; heated/chilled;
  heavier/lighter; heaviest/lightest; herbivore/carnivore; high/low; high-energy/low-energy;
  high-frequency/low-frequency; higher/lower; highest/lowest; homogeneous/heterogeneous; host/parasite;
  hot/cold; hotter/colder; hottest/coldest; huge/tiny; humid/arid; hydrophilic/hydrophobic;
  hyperglycaemia/hypoglycaemia; hypertension/hypotension; hyperthyroidism/hypothyroidism;
  hypertonic/hypotonic; igneous/sedimentary; immigration/emigration; immune to/vulnerable to; import/export;
  imported/exported; importing/exporting; imports/exports; improve/worsen; improved/worsened;
  improves/worsens; improving/worsening; in front of/behind; in the long run/in the short run;
  in the long term/in the short term; in wartime/in peacetime; include/exclude; included/excluded;
  includes/excludes; including/excluding; incoming/outgoing; increase/decrease; increased/decreased;
  increases/decreases; increasing/decreasing; inflation/deflation; inflow/outflow; inhalation/exhalation;
  inhale/exhale; inhales/exhales; inherited/acquired; initial/final; inlet/outlet; inner/outer;
  innermost/outermost; input/output; inside/outside; interior/exterior; internal/external;
  internally/externally; inward/outward; is allowed/is forbidden; is longer/is shorter; is open/is closed;
  is present/is absent; justice/injustice; kinetic energy/potential energy; landlords/tenants; large/small;
  large-scale/small-scale; larger/smaller; largest/smallest; lawful/unlawful; leeward/windward;
  legally/illegally; lenders/borrowers; lending/borrowing; lengthen/shorten; lengthens/shortens;
  liberated/enslaved; likely/unlikely; linear/non-linear; literal/figurative; literate/illiterate;
  local/global; locally/globally; long-lived/short-lived; long-run/short-run; long-term/short-term;
  longer/shorter; longer than/shorter than; longest/shortest; longitudinal/transverse; loud/quiet;
  major/minor; majority/minority; male/female; males/females; managed to/failed to; mandatory/optional;
  many/few; maternal/paternal; maximal/minimal; maximises/minimises; maximum/minimum; melt/freeze;
  melts/freezes; metals/non-metals; mild/severe; mitosis/meiosis; more/less; morning/evening;
  most common/least common; most likely/least likely; mothers/fathers; multiplied by/divided by;
  natural/artificial; naturally/artificially; near/far from; necessary/unnecessary; nobles/peasants;
  nocturnal/diurnal; north/south; northeast/southwest; northern/southern; northward/southward;
  northwest/southeast; numerator/denominator; often/seldom; older/younger; on the right/on the left;
  open/close; opens/closes; optimistic/pessimistic; organic/inorganic; overestimate/underestimate;
  overestimates/underestimates; oxygenated/deoxygenated; parallel to/perpendicular to; peaceful/violent;
  peaks/troughs; permanent/temporary; permeable/impermeable; plaintiff/defendant; positive/negative;
  positively/negatively; praised/criticised; preceded by/followed by; preceding/following; predator/prey;
  predecessor/successor; predictable/unpredictable; presence/absence; prevents/encourages;
  previous/subsequent; previously/subsequently; primary/secondary; produce/consume; produced/consumed;
  producer/consumer; producers/consumers; produces/consumes; production/consumption; profitable/unprofitable;
  progressive/regressive; prokaryotic/eukaryotic; promote/inhibit; promoted/inhibited; promotes/inhibits;
  promoting/inhibiting; proponents/critics; proton/electron; protons/electrons; prove/disprove;
  proves/disproves; proximal/distal; public/private; pure/impure; push/pull; pushed/pulled; pushes/pulls;
  qualitative/quantitative; quickly/slowly; raised/lowered; raises/lowers; raising/lowering; rapid/gradual;
  rational/irrational; reactive/inert; regular/irregular; released/retained; releases/retains;
  reliable/unreliable; religious/secular; remember/forget; renewable/non-renewable;
  resistant to/susceptible to; revenue/expenditure; reversible/irreversible; reward/punishment;
  rewarded/punished; rich/poor; richer/poorer; richest/poorest; right-hand/left-hand;
  right-handed/left-handed; rise/fall; risen/fallen; rises/falls; rising/falling; rose/fell; rough/smooth;
  safe/dangerous; safer/more dangerous; saturated/unsaturated; sender/receiver; senior/junior;
  sensitive to/insensitive to; sensory neurons/motor neurons; sexual/asexual; sharp/blunt;
  significant/insignificant; similar/different; similarities/differences; simple/complicated;
  simpler/more complex; soluble/insoluble; solvent/solute; sped up/slowed down; speed up/slow down;
  speeds up/slows down; stable/unstable; steeper/gentler; stimulate/suppress; stimulated/suppressed;
  stimulates/suppresses; stimulation/suppression; straight/curved; strengthen/weaken; strengthened/weakened;
  strengthens/weakens; strengths/weaknesses; strong/weak; stronger/weaker; strongest/weakest;
  strongly/weakly; success/failure; successful/unsuccessful; suddenly/gradually; sufficient/insufficient;
  summer/winter; superior/inferior; supersonic/subsonic; supply/demand; supported by/opposed by;
  supporters/opponents; supports/opposes; surplus/deficit; sustainable/unsustainable;
  switched on/switched off; symmetrical/asymmetrical; sympathetic/parasympathetic; terrestrial/aquatic;
  the beginning of/the end of; the growth of/the decline of; the most/the least; the rise of/the fall of;
  the top of/the bottom of; thick/thin; thicker/thinner; thickest/thinnest; tight/loose; tighten/loosen;
  tightens/loosens; to cause/to prevent; to gain/to lose; to raise/to lower; to the right/to the left;
  too many/too few; too much/too little; towards/away from; toxic/non-toxic; tragedy/comedy;
  transparent/opaque; tropical/temperate; true/false; turned on/turned off; turns on/turns off;
  unicellular/multicellular; upheld/overturned; uphill/downhill; upload/download; upstream/downstream;
  upward/downward; upwards/downwards; urban/rural; valid/invalid; vertebrate/invertebrate;
  vertical/horizontal; vertically/horizontally; visible/invisible; voluntarily/involuntarily;
  voluntary/involuntary; voted for/voted against; warm/cool; warm-blooded/cold-blooded; warmed/cooled;
  warmer/cooler; warming/cooling; warms/cools; wealth/poverty; wet/dry; wetter/drier; wide/narrow;
  widened/narrowed; widening/narrowing; widens/narrows; wider/narrower; widest/narrowest;
  willing to/unwilling to; winner/loser;
`;

const ANTONYMS = new Map(
  PAIRS.split(';')
    .map((pair) => pair.trim().split('/'))
    .flatMap(([one, other]): [string, string][] =>
      one === undefined || other === undefined
        ? []
        : [
            [one, other],
            [other, one],
          ],
    ),
);

const MOST_WORDS = Math.max(...[...ANTONYMS.keys()].map((entry) => entry.split(' ').length));

/** A word (or phrase) that has an antonym, where it stands in a text. */
export interface TurnableWord {
  readonly word: string;
  readonly antonym: string;
  readonly index: number;
}

/** The words of a text that can be turned round, in their order; the longest match at each place. */
export function listTurnableWords(text: string): TurnableWord[] {
  const words = [...text.matchAll(/[\p{L}-]+/gu)];
  const found: TurnableWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const index = words[at]?.index ?? 0;
    // The text between is compared too, so that no phrase reaches over a comma.
    for (let last = Math.min(at + MOST_WORDS, words.length) - 1; last >= at; last -= 1) {
      const end = words[last];
      const word = text.slice(index, (end?.index ?? 0) + (end?.[0].length ?? 0));
      const antonym = ANTONYMS.get(word.toLowerCase());
      if (antonym === undefined) continue;
      found.push({ word, antonym, index });
      at = last;
      break;
    }
  }
  return found;
}

import * as papers from '#server/documents/testing/draw-papers.ts';
import { makeScan } from '#server/testing/make-scan.ts';
import * as layers from './draw-text-layers.ts';
import * as pages from './draw-pages.ts';
import * as lists from './draw-lists.ts';
import * as slides from './draw-slides.ts';
import * as tables from './draw-tables.ts';
import { pdfs, type Expected, type FileCase } from './file-case.ts';
import { TOWN_READ } from './list-text-layers.ts';

const HANDOUT: Expected = {
  must: [
    /Tides[^]*twice a day[^]*Walls[^]*absorb waves[^]*reflect them[^]*Mud[^]*stays deep[^]*Quiz/u,
    /The moon pulls the sea twice a day/u,
    /Loose stones absorb waves/u,
  ],
  mustNot: [/twice a day\.?\s*•?\s*Loose/u, /Tides Walls/u],
};

export const PAGE_CASES: readonly FileCase[] = [
  ...pdfs(
    '05 turned pages',
    {
      'by 90°': () => pages.makeTurnedPages(1),
      'by 180°': () => pages.makeTurnedPages(2),
      'by 270°': () => pages.makeTurnedPages(3),
      'a scan rotated by 90°': () => makeScan([layers.SCANNED], 1),
      'a scan upside down': () => makeScan([layers.SCANNED], 2),
    },
    {
      must: [...TOWN_READ.must, /seventeen towns along the river\.\s+(?:• )?In winter/u],
    },
  ),
  ...pdfs(
    '05 handouts',
    {
      deck: slides.makeDeck,
      'two with frames': () => slides.makeHandout(2, true),
      'two without frames': () => slides.makeHandout(2, false),
      'four with frames': () => slides.makeHandout(4, true),
      'four without frames': () => slides.makeHandout(4, false),
    },
    HANDOUT,
  ),
  ...pdfs(
    '05 sideways table',
    { upright: pages.makeSidewaysTable },
    {
      must: [
        /North gate\W{0,12}9\.4 metres\W{0,12}8\.1 metres/u,
        /Light tower\W{0,12}11\.8 metres\W{0,12}10\.9 metres/u,
      ],
    },
  ),
  ...pdfs(
    '07 two columns',
    {
      'drawn by columns': () => pages.makePaper('columns'),
      'drawn by rows': () => pages.makePaper('rows'),
      'drawn backwards': () => pages.makePaper('reversed'),
      'of two pages': () => pages.makePaper('rows', 2),
    },
    {
      must: [
        /beam dried and lay flat[^]*careless draughtsmanship/u,
        /on market days the count reached three hundred/u,
        /A salt cart paid four coins, a hay cart only one/u,
        /travellers who waited/u,
        /measured with a cord\./u,
        /bought two loaves/u,
      ],
      mustNot: [/Journal of Old Timber/u, /^\s*4[45]\s*$/mu, /market days\W+¹? ?The curve/u],
    },
  ),
  ...pdfs(
    '07 references below a table, footnotes and a figure',
    {
      'table in the column': () => papers.makePaperWithReferences('in the column', ''),
      'table below both columns': () => papers.makePaperWithReferences('below both columns', ''),
      'footnotes with full stops': () => papers.makePaperWithReferences('in the column', '.'),
    },
    {
      must: [
        /3\. Results\s+Table 1 gives[^]*Table 1\. Height and rise[^]*Middle \| 148 cm \| 3\.0 mm[^]*4\. Discussion/u,
        /saltmeadow\.[^]*Values before 1990[^]*References\s+Adams/u,
        /Figure 1\. The rise[^]*References/u,
      ],
      mustNot: [/References[^]*(?:Table|Figure|saltmeadow|Values)/u],
    },
  ),
  ...pdfs(
    '07 notes in the margin',
    {
      'small, on the right': () => papers.makeMarginNotes('right', 8),
      'small, on the left': () => papers.makeMarginNotes('left', 8),
      'in the size of the text': () => papers.makeMarginNotes('right', 11),
    },
    {
      must: [
        /drops it among the stems of the grass\. Each flood leaves a layer as thin as a sheet of paper/u,
        /Mud: grains finer than sand, carried by slow water\.[^]*Cores[^]*Compare the dunes in lesson four\.[^]*Zones/u,
      ],
    },
  ),
  ...(['beside', 'between'] as const).flatMap((place) =>
    pdfs(
      '07 boxes',
      {
        [`framed, ${place} text`]: () => papers.makeBox(place, 'framed'),
        [`shaded, ${place} text`]: () => papers.makeBox(place, 'shaded'),
        [`with a title bar, ${place} text`]: () => papers.makeBox(place, 'title bar'),
      },
      {
        must: [
          /Why ice floats\s+Ice is lighter than water because its molecules[^]*The frozen shore/u,
          /from the creek to the dyke\. At each post we took a core of thirty centimetres, dried it/u,
        ],
      },
    ),
  ),
  ...pdfs(
    '07 lists',
    {
      numbers: () => papers.makeList(['1.', '2.', '3.']),
      'numbers without full stops': () => papers.makeList(['1', '2', '3']),
      letters: () => papers.makeList(['a', 'b', 'c']),
      bullets: () => papers.makeList(['•', '•', '•']),
    },
    { must: [/^\S+ Put on the gloves[^]*^\S+ Weigh ten grams[^]*^\S+ Read the scale$\s+^Wash the dish/mu] },
  ),
  ...pdfs(
    '07 columns below a labelled drawing',
    { 'two columns': papers.makeLabelledDrawing },
    { must: [/the height of a child\.[^]*the height of a child\.[^]*If the sea rises[^]*If the sea rises/u] },
  ),
  ...pdfs(
    '08 notes of slides',
    {
      'pages of notes after the slides': () => slides.makeNotes('after-slides'),
      'on pages of notes only': () => slides.makeNotes('pages-only'),
      'in annotations': () => slides.makeNotes('annotations'),
    },
    {
      must: [
        /Tides[^]*twice a day[^]*eleven kilograms[^]*Walls[^]*hive in December[^]*Mud[^]*stays deep[^]*Late frost/u,
      ],
      mustNot: [/twice a day[^]*twice a day/u],
    },
  ),
  ...pdfs(
    '09 tables',
    {
      ruled: () => tables.makeTable('ruled', 'rows'),
      'ruled, drawn by columns': () => tables.makeTable('ruled', 'columns'),
      'only the heading ruled': () => tables.makeTable('head ruled', 'rows'),
      'without lines': () => tables.makeTable('bare', 'rows'),
      'without lines, drawn by columns': () => tables.makeTable('bare', 'columns'),
      'right-aligned numbers': () => tables.makeTable('numbers right', 'rows'),
    },
    {
      must: [
        /Tin\W{0,8}232 °C\W{0,8}7\.3\W{0,8}valley of Arn/u,
        /Lead\W{0,8}327 °C\W{0,8}11\.3\W{0,8}mines of Pell, after the flood/u,
        /Zinc \| 420 °C \| – \| late, in closed pots/u,
        /Copper\W{0,8}1085 °C\W{0,8}8\.9\W{0,8}island of Korsa/u,
      ],
      mustNot: [/colour\. \|/u],
    },
  ),
  ...pdfs(
    '09 tables',
    { 'continued, with headings across columns': tables.makeLongTable },
    {
      must: [
        /Brae\W{0,8}41\W{0,8}96\W{0,8}118\W{0,8}240/u,
        /Sund \| 55 \| – \| 102 \| 198/u,
        /Voss\W{0,8}62\W{0,8}71\W{0,8}133\W{0,8}251/u,
        /Coast year/u,
      ],
    },
  ),
  ...pdfs(
    '10 formulas',
    { 'raised and lowered': tables.makeScripts },
    { must: [/6\.02 × 10²³ particles/u, /4 × 10⁻⁹ metres/u, /E = mc² in/u, /H₂SO₄ burns/u, /Ca²⁺ moves/u] },
  ),
  ...pdfs(
    '10 formulas',
    { fractions: tables.makeFractions },
    { must: [/R = U\/I for every wire/u, /v = \(a \+ b\)\/\(2t\) on such/u] },
  ),
  ...pdfs(
    '10 formulas',
    { 'drawn as outlines': tables.makeDrawnFormula },
    { must: [/linked by \[formula\]\s+For a lamp/u] },
  ),
  ...pdfs(
    'slides with code beside drawings',
    { deck: slides.makeCodeSlides },
    {
      must: [
        /^The class Worker$/mu,
        /import java\.util\.Worker;\n\s*import java\.util\.List;/u,
        /class Worker \{\n {2}int size = 3;\n {2}void run\(\) \{ work\(\); \}\n\}/u,
        /• A worker runs by itself\.\n• It ends with its last statement\./u,
        /waiting or blocked/u,
      ],
      mustNot: [/Concurrent programs/u, /Worker import/u, /\} (?:new|runnable|waiting)/u],
    },
  ),
  ...pdfs(
    'slides with code beside drawings',
    {
      'drawing to the left': () => slides.makeDrawingSlides('left'),
      'drawing to the right': () => slides.makeDrawingSlides('right'),
    },
    {
      must: [
        /^About Threads$/mu,
        /New threads are\s+(?:• )?subclasses of a class/u,
        /• Graphical user interfaces wait for events\.\n• Servers wait for the next request of a client\./u,
        /waiting or blocked/u,
      ],
    },
  ),
  ...pdfs(
    'design of a deck',
    { 'one slide': slides.makeLoneSlide },
    { must: [/Tides[^]*twice a day/u], mustNot: [/spring term/u, /^7$/mu] },
  ),
  ...pdfs(
    'lists of slides',
    { 'bullets that are drawn': lists.makeDrawnBullets },
    {
      must: [
        /• Granite is an old rock\n {2}• found in mountains\n {2}• cut with wire saws\n• Builders like its even grain/u,
      ],
    },
  ),
  ...pdfs(
    'lists of slides',
    { 'lines below bullets': lists.makeHangingPoints },
    { must: [/stones that are quarried in the valleys/u, /never used Portland cement with it/u] },
  ),
  ...pdfs(
    'lists of slides',
    { 'points outside the page': lists.makeHiddenSteps },
    { must: [/^About Granite$[^]*Granite is quarried in steps/mu], mustNot: [/comes later/u] },
  ),
  ...pdfs(
    'lists of slides',
    { 'two lists': lists.makeTwoLists },
    {
      must: [
        /Uses\n• Granite floors\n• Kerbs and steps\n• Tombs\s+(?:• )?Costs\n• Transport\n• Skilled masons\n• Diamond saws/u,
      ],
    },
  ),
  ...pdfs(
    'lists of slides',
    { 'table next to a list': lists.makeTableBesideList },
    {
      must: [
        /• Granite is weighed before it leaves the quarry\n• The load of a lorry is small\n• Ships carry the rest of it/u,
        /^Year \| Blocks \| Tons\n1990 \| 120 \| 340$/mu,
      ],
    },
  ),
  ...pdfs(
    'slides with charts',
    { 'ticks, axis and small print': lists.makeChart },
    {
      must: [/• The price of granite doubled\./u, /^Prices of granite exclude transport\.$/mu],
      mustNot: [/• (?:\d|Price per|Source|Prices of)/u],
    },
  ),
  ...pdfs(
    'design of a deck',
    { 'one title for all slides': lists.makeOneTitle },
    { must: [/^Stones of the coast$[^]*Granite is quarried at the harbour/mu] },
  ),
];

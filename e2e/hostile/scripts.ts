/** Marks the window, which shows that a script in a text ran. */
const MARK = 'window.marked=1';

const SCRIPTS = [
  `<img src=x onerror=${MARK}>`,
  `"><script>${MARK}</script>`,
  `'-${MARK}-'`,
  `</title></script><svg onload=${MARK}>`,
  `[x](javascript:${MARK})`,
  `{{constructor.constructor('${MARK}')()}}`,
  `\${${MARK}}`,
  `%3Cscript%3E${MARK}%3C/script%3E`,
  `&lt;b&gt;`,
];

/** Beginnings that a spreadsheet takes for a formula stand first: the same texts go into tables. */
export const SHORT_SCRIPT = `=1+1 ${SCRIPTS.slice(0, 6).join(' ')}`.slice(0, 290);

/** The letter Z under so many marks that no line is long enough for it, and none may break inside it. */
const pileMarks = (count: number): string => `Z${'\u0300\u0336\u0489'.repeat(count)}`;

/** A name that no line holds: one word, then one letter. */
export const WIDE_NAME = `${'w'.repeat(100)} ${pileMarks(29)}`;

/** Letters that turn, pile up, join or never end, and styles, on top of the scripts. */
export const LONG_SCRIPT = [
  `=1+1 ${SCRIPTS.join(' ')}`,
  '\u202eturned round\u202c',
  `${pileMarks(40)}algo`,
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  `<style>*{display:none}</style><link rel=stylesheet href="//127.0.0.1:9/x.css">`,
  `<iframe srcdoc="<script>parent.${MARK}</script>"></iframe><base href="//127.0.0.1:9/">`,
  `<form action="javascript:${MARK}"><button>x</button></form><a href="javascript:${MARK}">x</a>`,
  `<math><mtext></mtext><mglyph><style><img src=x onerror=${MARK}></style></mglyph></math>`,
  'null undefined NaN [object Object] %s %d {0} {{count}} $t(chat.title)',
  'w'.repeat(400),
].join(' ');

/** For fields of five characters. */
export const TINY_SCRIPT = '=<b>&';

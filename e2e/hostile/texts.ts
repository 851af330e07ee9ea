const LONG = 30_000;

/** Scraps that make a careless pattern look at the same place again and again when there are thousands of them. */
const SCRAPS = [
  ...[
    'a',
    'A',
    '9',
    'a ',
    'a\n',
    '.',
    '. ',
    '。',
    '漢。',
    '...a',
    '?!',
    '? ',
    'e.g. ',
    'Dr. ',
    'A. B. ',
    'I. ',
    'I',
  ],
  ...[
    '(',
    ')',
    '.)',
    '(a',
    '"',
    '"a" ',
    '«',
    '[1]',
    '.[1,',
    ',',
    ':',
    'a: ',
    '\n',
    '\n ',
    ' ',
    '\t',
    '\r',
    '\f',
  ],
  ...[
    '#',
    '# ',
    '# a\n',
    '- a\n',
    '\n- ',
    '•',
    '* ',
    '1',
    '1)',
    '1. a\n',
    '1.1.1.',
    '3.14 ',
    'a.b.c.',
    'ivx',
  ],
  ...['-', 'a-', 'a-a ', 'a-\n', '=', '|', '**a** ', '*_', '_', '    x\n', 'AAAA BBBB\n', 'Chapter 1\n'],
  ...['Aa bb.\n', 'Aa bb cc.\n\n', 'The the.', 'http://a.b/?c=', '&amp;', '<v a>', '-->', '00:00', '{', '\\'],
  ...['👩‍👩‍👧', '😀', '\u0301', '\u200b', '\u00a0', '\u2028', '\u202e', 'ﬁ', 'مرحبا '],
  '1\n00:00:01,000 --> 00:00:02,000\n',
  '00:00:01.000 --> 00:00:02.000\na\n\n',
];

/** Texts of one scrap, by themselves and where something else begins or ends them. */
export const HOSTILE_TEXTS: readonly (readonly [name: string, text: string])[] = SCRAPS.flatMap((scrap) => {
  const many = scrap.repeat(Math.ceil(LONG / scrap.length));
  return (
    [
      ['', ''],
      ['', 'x'],
      ['Some words.\n# ', 'x'],
      ['WEBVTT\n\n00:00.000 --> 00:04.000\n', '\n'],
    ] as const
  ).map(([before, after]) => [`${before}${scrap}…${after}`, before + many + after] as const);
});

import { describe, expect, test } from 'vitest';
import {
  findReplacedWords,
  readCommentsAndTestNames,
  readLocale,
  readMarkdown,
  readMessages,
} from './check-words.ts';

const inProse = (text: string): string[] => findReplacedWords([{ file: 'page.md', line: 1, text }]);

describe('finds each word that docs/words.md replaces', () => {
  test.each([
    ['The log tells which job failed.', 'tells'],
    ['The worker is told to stop.', 'is told'],
    ['The quote stands in the lesson.', 'stands'],
    ['Nobody can sign in.', 'Nobody'],
    ['The page is built anew.', 'anew'],
    ['Try once more.', 'once more'],
    ['A database of its own.', 'of its own'],
    ['The upload goes on.', 'goes on'],
    ['The lessons come back with it.', 'come back'],
    ['It shows what is there.', 'what is there'],
    ['A token is to be had at login.', 'to be had'],
    ['It has the transcript read by a job.', 'has the transcript read'],
    ['The setting beside it.', 'beside it'],
    ['Lectern works meanwhile.', 'meanwhile'],
    ['The fault was mended.', 'mended'],
    ['The address holds signs of two kinds.', 'holds signs'],
    ['One option twice.', 'option twice'],
    ['It writes sound questions.', 'sound questions'],
    ['Why it is as hard as that.', 'as hard as that'],
  ])('%s', (text, word) => {
    expect(inProse(text)).toContainEqual(expect.stringContaining(`“${word}”`));
  });
});

test.each([
  'The S in ASVS stands for standard.',
  'A browser notification or a sound announces finished work.',
  'Plain text files, one sentence a line.',
  'The name may be used twice.',
  'A password of at least 8 characters.',
  'Recommend a book and amend the rule.',
  'Please come back after sometime to see the transcription.',
  'The transcript is beside the video.',
])('accepts: %s', (text) => {
  expect(inProse(text)).toEqual([]);
});

test('reports the file, the line and what to write instead', () => {
  const passages = readMarkdown('docs/a.md', '# Title\n\nNobody reads it.\n');
  expect(findReplacedWords(passages)).toEqual(['docs/a.md:3: “Nobody” → another user, no one; or the role']);
});

test('skips code and quotations on a page', () => {
  const page = 'Write `meanwhile` or “once more”.\n\n```sh\necho "anew"; mend\n```\n';
  expect(findReplacedWords(readMarkdown('docs/a.md', page))).toEqual([]);
});

test('reads the values of a locale file, not its keys', () => {
  const json = '{\n  "nothingToMend": "No issues",\n  "again": "Try once more."\n}\n';
  expect(findReplacedWords(readLocale('en/a.json', json))).toEqual([
    'en/a.json:3: “once more” → again, re-…',
  ]);
});

test('reads the messages of the server, and no other string or comment', () => {
  const source = `
    // Nobody reads this.
    const command = 'meanwhile';
    const note = { title: 'Sent once more' };
    throw new ProblemError('not_found', \`Lesson \${id} was deleted meanwhile.\`);
  `;
  expect(findReplacedWords(readMessages('server/a.ts', source))).toEqual([
    'server/a.ts:4: “once more” → again, re-…',
    'server/a.ts:5: “meanwhile” → while …',
  ]);
});

test('reads every string of the contract', () => {
  expect(
    findReplacedWords(readMessages('contract/a.ts', "const MISSING = 'Nobody answered.';")),
  ).toHaveLength(1);
});

test('reads comments, across their lines, and the names of tests', () => {
  const source = `
    /** The upload goes
     * on. */
    const text = 'meanwhile'; // Nobody says \`anew\`.
    describe('an upload that is told', () => {
      test.each([1])("%i stands there", () => run(\`\${text} // once more\`));
    });
    const view = <p>{/* Mend it. */}somebody // everybody</p>;
  `;
  const found = findReplacedWords(readCommentsAndTestNames('web/a.tsx', source));
  expect(found.map((line) => line.replace(/ → .*/u, ''))).toEqual([
    'web/a.tsx:2: “goes on”',
    'web/a.tsx:4: “Nobody”',
    'web/a.tsx:5: “is told”',
    'web/a.tsx:6: “stands”',
    'web/a.tsx:8: “Mend”',
  ]);
});

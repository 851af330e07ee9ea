import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fitPart } from './fit-question.ts';
import { parseQuestionFile, readText } from './parse-question-file.ts';
import { QuestionFileError, type FileProblem } from './question-file.ts';
import { readQuestionFile } from './read-question-file.ts';
import { makeZip } from './testing/make-zip.ts';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'question-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function put(content: string | Buffer): Promise<string> {
  count += 1;
  const path = join(folder, `${count}.bin`);
  await writeFile(path, content);
  return path;
}
const problemOf = async (content: string | Buffer, name = 'quiz'): Promise<FileProblem> => {
  try {
    await parseQuestionFile(await put(content), name);
  } catch (error) {
    if (error instanceof QuestionFileError) return error.problem;
    throw error;
  }
  throw new Error('The file was read.');
};

const laughs = Array.from(
  { length: 20 },
  (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
).join('');
const bomb = `<?xml version="1.0"?>\n<!DOCTYPE quiz [<!ENTITY l0 "ha">${laughs}]>\n<quiz><question type="essay"><questiontext><text>&l20;</text></questiontext></question></quiz>`;
const secret = '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>';

describe('XML', () => {
  test.each([
    ['entities in entities', bomb, 'doctype'],
    ['an external entity', secret, 'doctype'],
    ['an external document type', '<!DOCTYPE quiz SYSTEM "http://127.0.0.1/x.dtd"><quiz/>', 'doctype'],
    ['an entity that nothing declares', '<quiz><question>&lol;</question></quiz>', 'broken_xml'],
    ['deep nesting', `<quiz>${'<question>'.repeat(1_000_000)}`, 'too_deep'],
    ['tags that do not match', '<quiz><question></quiz>', 'broken_xml'],
    ['an end that is missing', '<quiz><question>', 'broken_xml'],
    ['two roots', '<quiz/><quiz/>', 'broken_xml'],
    ['another vocabulary', '<html><body>Which?</body></html>', 'unknown_format'],
    ['elements without end', `<quiz>${'<a/>'.repeat(500_000)}</quiz>`, 'too_much_text'],
  ] as const)('%s: %#', async (_, content, problem) => {
    expect(await problemOf(content)).toBe(problem);
  });

  test('a document type inside a text is text', () => {
    const file =
      '<quiz><question type="essay"><questiontext format="plain_text"><text><![CDATA[What is <!DOCTYPE html>?]]></text></questiontext></question></quiz>';
    expect(readText(file).parts[0]).toMatchObject({ question: { text: 'What is <!DOCTYPE html>?' } });
  });

  test('names the line that is broken', () => {
    expect(() => readText('<quiz>\n<question>\n</quiz>')).toThrow(expect.objectContaining({ line: 3 }));
  });
});

const item = '<assessmentItem><itemBody><p>Why?</p><extendedTextInteraction/></itemBody></assessmentItem>';

describe('packages', () => {
  test('reads items in the order of the manifest, and names a broken one', async () => {
    const manifest =
      '<manifest><resources><resource href="b/item.xml"/><resource href="a.xml"/></resources></manifest>';
    const zip = makeZip([
      { name: 'a.xml', content: item.replace('Why?', 'First file?') },
      { name: 'b/item.xml', content: item.replace('Why?', 'Second file?') },
      { name: 'broken.xml', content: '<assessmentItem>' },
      { name: 'imsmanifest.xml', content: manifest },
      { name: 'picture.png', content: 'no picture' },
    ]);
    const { format, parts } = await parseQuestionFile(await put(zip), 'quiz.zip');
    expect(format).toBe('qti_2');
    expect(parts).toMatchObject([
      { place: { item: 1, file: 'b/item.xml' }, question: { text: 'Second file?' } },
      { place: { item: 2, file: 'a.xml' }, question: { text: 'First file?' } },
      { place: { item: 3, file: 'broken.xml' }, unread: { reason: 'broken' } },
    ]);
  });

  const zeros = Buffer.alloc(64 * 1024 * 1024);
  test.each([
    ['a file of 64 MB', [{ name: 'a.xml', content: zeros }], 'large_zip'],
    ['a file that says it is small', [{ name: 'a.xml', content: zeros, statedBytes: 100 }], 'broken_zip'],
    [
      'many large files',
      Array.from({ length: 6 }, (_, index) => ({
        name: `${index}.xml`,
        content: zeros.subarray(0, 9_000_000),
      })),
      'large_zip',
    ],
    ['a name that climbs', [{ name: '../../etc/cron.d/a.xml', content: item }], 'unsafe_zip'],
    ['an absolute name', [{ name: '/etc/a.xml', content: item }], 'unsafe_zip'],
    ['a name of Windows', [{ name: '..\\..\\a.xml', content: item }], 'unsafe_zip'],
    ['a password', [{ name: 'a.xml', content: item, isEncrypted: true }], 'encrypted_zip'],
    ['a spreadsheet', [{ name: 'xl/workbook.xml', content: '<workbook/>' }], 'spreadsheet'],
    ['no questions', [{ name: 'imsmanifest.xml', content: '<manifest/>' }], 'package_without_questions'],
    ['a bomb inside', [{ name: 'a.xml', content: bomb }], 'package_without_questions'],
  ] as const)('%s: %#', async (_, entries, problem) => {
    expect(await problemOf(makeZip(entries))).toBe(problem);
  });

  test('a damaged one', async () => {
    expect(await problemOf(makeZip([{ name: 'a.xml', content: item }]).subarray(0, 60))).toBe('broken_zip');
  });
});

describe('text', () => {
  test.each([
    ['100,000 questions in GIFT', 'Why? {=a ~b}\n\n'.repeat(100_000), 'too_many_questions'],
    [
      '100,000 questions in XML',
      `<quiz>${'<question type="essay"/>'.repeat(100_000)}</quiz>`,
      'too_many_questions',
    ],
    ['100,000 rows', `question,a,b,correct\n${'Why?,x,y,a\n'.repeat(100_000)}`, 'too_many_questions'],
    [
      'very long texts',
      `question,a,b,correct\n${`${'x'.repeat(900_000)},x,y,a\n`.repeat(3)}`,
      'too_much_text',
    ],
    ['bytes that are no text', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff, 0xfe]), 'not_text'],
    ['broken UTF-8 in XML', Buffer.from('<quiz>\u00E9</quiz>', 'latin1'), 'not_text'],
    ['nothing', '', 'not_text'],
    ['white space', ' \n\n ', 'no_questions'],
  ] as const)('%s: %#', async (_, content, problem) => {
    expect(await problemOf(content)).toBe(problem);
  });

  test.each(['[', '{"format":'])('JSON that nests %j deeply', async (piece) => {
    expect(await problemOf(piece.repeat(300_000), 'quiz.json')).toBe('broken_json');
  });

  test('reads the encoding that XML declares', async () => {
    const xml =
      '<?xml version="1.0" encoding="ISO-8859-1"?><quiz><question type="essay"><questiontext format="plain_text"><text>¿Qué?</text></questiontext></question></quiz>';
    const { parts } = await parseQuestionFile(await put(Buffer.from(xml, 'latin1')), 'quiz.xml');
    expect(parts[0]).toMatchObject({ question: { text: '¿Qué?' } });
  });

  test.each([
    ['open tags of comments', `// ${'[tag:x'.repeat(100_000)}\nWhy? {=a ~b}`],
    ['open braces', `Why? ${'{'.repeat(300_000)} =a ~b}`],
    ['titles', `${'::'.repeat(300_000)} {=a ~b}`],
    ['open markup', `[html]${'<p a="'.repeat(200_000)} {=a ~b}`],
    ['blocks', `[html]${'<div> '.repeat(20_000)} {=a ~b}`],
    ['evidence lines', `Why? {=a ~b ####${'\\nEvidence\\: x'.repeat(50_000)}}`],
    ['quotes', `question,a,b,correct\n${'"'.repeat(300_001)}`],
  ])('reads many %s in time', (_, text) => {
    const start = performance.now();
    readText(text).parts.map(fitPart);
    expect(performance.now() - start).toBeLessThan(45_000);
  });

  test('any text is read or refused with a reason, and none becomes a question without one right answer', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '=',
      '~',
      '#',
      '::',
      '\n',
      '\n\n',
      '\\',
      '->',
      '%50%',
      'A. a\n',
      'B) b\n',
      'ANSWER: A\n',
      '[html]',
      '<b>',
      '&lt;',
      'T',
      '"',
      ',',
      ';',
      'question,a,b,correct\n',
      'x ',
      '$CATEGORY: a',
      '//',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          for (const part of readText(pieces.join('')).parts.map(fitPart)) {
            if ('unread' in part || part.question.type === 'essay') continue;
            expect(part.question.options.filter((option) => option.is_correct)).toHaveLength(1);
            expect(part.question.options.length).toBeGreaterThan(1);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(QuestionFileError);
        }
      }),
      { seed: 18, numRuns: 2_000 },
    );
  });
});

describe('the process that reads', () => {
  test('answers with the questions', async () => {
    const { parts } = await readQuestionFile(await put('Why? {=a ~b}'), 'quiz.gift', {
      temporaryFolder: folder,
    });
    expect(parts).toMatchObject([{ question: { text: 'Why?' } }]);
  });

  test('answers with what is wrong', async () => {
    await expect(
      readQuestionFile(await put(bomb), 'quiz.xml', { temporaryFolder: folder }),
    ).rejects.toMatchObject({ problem: 'doctype', line: 2 });
  });

  test('is ended when it takes too long', async () => {
    const path = await put('Why? {=a ~b}');
    await expect(
      readQuestionFile(path, 'quiz', { temporaryFolder: folder, timeoutMs: 1 }),
    ).rejects.toMatchObject({ problem: 'time' });
  });

  test('is ended when it takes too much memory', async () => {
    const path = await put(`[${'[1],'.repeat(4_000_000)}[1]]`);
    await expect(
      readQuestionFile(path, 'quiz.json', {
        temporaryFolder: folder,
        memoryBytes: 200 * 1024 ** 2,
        timeoutMs: 55_000,
      }),
    ).rejects.toMatchObject({ problem: 'memory' });
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile as store } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ensurePythonPackages } from '#scripts/python-packages.ts';
import { moodleXml } from '../formats/moodle-xml.ts';
import { kahoot, wayground } from '../formats/spreadsheets.ts';
import { qti12 } from '../packages/qti-1-2.ts';
import { qti21 } from '../packages/qti-package.ts';
import { writeFile } from './exported-quizzes.ts';

const REQUIREMENTS = [
  ...['moodle-xml-parser==0.3.1', 'qti2latex==0.1.6', 'click==8.5.1', 'pypandoc==1.17', 'onyx2moodle==0.1.0'],
  ...['qti-package-maker==26.7.14', 'openpyxl==3.1.5', 'lxml==6.1.3'],
];

/** Texts of paragraphs and code blocks, and the names of the elements. */
const markup = z.tuple([z.array(z.string()), z.array(z.string())]);
const readItem = z.object({
  type: z.string(),
  stem: markup,
  options: z.array(z.tuple([markup, z.boolean()])),
  feedback: markup.nullable(),
});
const rows = z.array(z.array(z.union([z.string(), z.number()]).nullable()));
const reading = z.object({
  moodle: z.array(
    z.object({
      stem: z.string(),
      options: z.array(z.tuple([z.string(), z.number()])),
      feedback: z.string(),
    }),
  ),
  moodle_texts: z.array(z.string()),
  qti12: z.array(readItem.extend({ metadata: z.record(z.string(), z.string()) })),
  qti21: z.array(readItem),
  kahoot: rows,
  wayground: rows,
  violations: z.array(z.string()),
});

/**
 * What programs of PyPI read from the exported test questions (`read-exports.py`). Installs them the first time, which needs
 * Python 3 with pip and the registry.
 * @param texts are returned as `moodle_texts`, as the parser of Moodle XML changes them.
 */
export async function readExports(texts: readonly string[]): Promise<z.infer<typeof reading>> {
  const { python } = await ensurePythonPackages({ name: 'quiz-readers', requirements: REQUIREMENTS });
  const folder = await mkdtemp(join(tmpdir(), 'lectern-exports-'));
  try {
    await store(join(folder, 'moodle.xml'), await writeFile(moodleXml));
    await store(join(folder, 'qti12.zip'), await writeFile(qti12));
    await store(join(folder, 'qti21.zip'), await writeFile(qti21));
    await store(join(folder, 'kahoot.xlsx'), await writeFile(kahoot));
    await store(join(folder, 'wayground.xlsx'), await writeFile(wayground));
    await store(join(folder, 'texts.json'), JSON.stringify(texts));
    const script = join(import.meta.dirname, 'read-exports.py');
    const { stdout } = await promisify(execFile)(python, [script, folder], { maxBuffer: 256 * 1024 * 1024 });
    return reading.parse(JSON.parse(stdout));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

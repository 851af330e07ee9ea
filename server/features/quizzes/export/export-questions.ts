import type { ExportFormatName, ExportOptions } from '#contract/quiz-export.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listLosses, type ExportFormat } from './format.ts';
import { aiken } from './formats/aiken.ts';
import { anki } from './formats/anki.ts';
import { csv } from './formats/csv.ts';
import { gift } from './formats/gift.ts';
import { json } from './formats/json.ts';
import { moodleXml } from './formats/moodle-xml.ts';
import { kahoot, wayground } from './formats/spreadsheets.ts';
import { qti12 } from './packages/qti-1-2.ts';
import { qti21, qti30 } from './packages/qti-package.ts';
import { openSource, type ExportTarget } from './read-source.ts';

export const FORMATS: Record<ExportFormatName, ExportFormat> = {
  moodle_xml: moodleXml,
  gift,
  qti_1_2: qti12,
  qti_2_1: qti21,
  qti_3_0: qti30,
  aiken,
  kahoot,
  wayground,
  anki,
  csv,
  json,
};

type Needed = Pick<Dependencies, 'database'>;

/** @throws {ProblemError} not_found. */
export async function exportQuestions(
  dependencies: Needed,
  actor: Actor,
  target: ExportTarget,
  formatName: ExportFormatName,
): Promise<{
  pieces: AsyncIterable<string | Uint8Array>;
  contentType: string;
  fileExtension: string;
  name: string;
}> {
  const source = await openSource(dependencies, actor, target);
  const { write, contentType, fileExtension } = FORMATS[formatName];
  return { contentType, fileExtension, name: source.name, pieces: write(source) };
}

/** Every format, with what a file would lack in it. @throws {ProblemError} not_found. */
export async function listExportOptions(
  dependencies: Needed,
  actor: Actor,
  target: ExportTarget,
): Promise<ExportOptions> {
  return listLosses(FORMATS, await openSource(dependencies, actor, target));
}

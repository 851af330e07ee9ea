import type { ReplacementOutcome } from '#contract/glossary.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createWordReplacer } from '#server/language/replace-words.ts';
import { ProblemError } from '#server/problem-error.ts';
import { rewriteTranscript } from '../transcripts/rewrite-transcript.ts';
import { presentReplacement } from './list-replacements.ts';
import {
  findReplacement,
  getReplacedTexts,
  listReplacedTranscripts,
  updateReplacedTranscript,
  type ReplacementRow,
} from './replacement.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'config'>;

/** Replaces the words, one transcript after the other. Running again, it continues. */
export async function replaceInTranscripts(
  dependencies: Needed,
  replacementId: number,
  signal: AbortSignal,
): Promise<ReplacementOutcome> {
  const { find, replacement } = await getReplacement(dependencies, replacementId);
  const replace = createWordReplacer(find.map((each) => ({ find: each, replacement })));
  for (const row of await listReplacedTranscripts(dependencies.database, replacementId)) {
    signal.throwIfAborted();
    if (row.count !== null) continue;
    await inTransaction(dependencies.database, async (transaction) => {
      let count = 0;
      const rewritten = await rewriteTranscript({ ...dependencies, database: transaction }, row, (line) => {
        const after = replace(line);
        count += after.count;
        return after.text;
      });
      await updateReplacedTranscript(
        transaction,
        row,
        rewritten === undefined
          ? { count: 0 }
          : {
              count,
              replaced_by: rewritten.transcriptionId,
              replaced_version: rewritten.version,
              cues: rewritten.before.cues,
              plain_text: rewritten.before.plain_text,
            },
      );
    });
  }
  return describeOutcome(dependencies, replacementId, (row) => (row.count ?? 0) > 0);
}

/** Gives each transcript its former words, unless it was changed since. Running again, it continues. */
export async function undoReplacement(
  dependencies: Needed,
  replacementId: number,
  signal: AbortSignal,
): Promise<ReplacementOutcome> {
  await getReplacement(dependencies, replacementId);
  for (const row of await listReplacedTranscripts(dependencies.database, replacementId)) {
    signal.throwIfAborted();
    const { replaced_by: replacedBy, replaced_version: version } = row;
    if (replacedBy === null || version === null || row.undone_at !== null) continue;
    await inTransaction(dependencies.database, async (transaction) => {
      const inside = { ...dependencies, database: transaction };
      const before = await getReplacedTexts(transaction, row);
      const target = { lesson_id: row.lesson_id, video_id: replacedBy, version };
      if ((await rewriteTranscript(inside, target, before)) !== undefined)
        await updateReplacedTranscript(transaction, row, { undone_at: new Date() });
    });
  }
  return describeOutcome(dependencies, replacementId, (row) => row.undone_at !== null);
}

async function getReplacement({ database }: Needed, id: number): Promise<ReplacementRow> {
  const found = await findReplacement(database, id);
  if (found === undefined) throw new ProblemError('work_deleted');
  return found;
}

async function describeOutcome(
  dependencies: Needed,
  id: number,
  isChanged: (row: Awaited<ReturnType<typeof listReplacedTranscripts>>[number]) => boolean,
): Promise<ReplacementOutcome> {
  const rows = await listReplacedTranscripts(dependencies.database, id);
  return {
    replacement: presentReplacement(await getReplacement(dependencies, id)),
    changed_count: rows.filter(isChanged).length,
    skipped_lesson_ids: rows.filter((row) => !isChanged(row)).map(({ lesson_id: lessonId }) => lessonId),
  };
}

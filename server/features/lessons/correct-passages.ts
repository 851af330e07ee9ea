import type { Cue } from '#server/ai/speech-to-text.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { rebuildTranscript, type RebuiltPassage } from '#server/documents/rebuild-transcript.ts';
import { copyPassages, movePassages, type MovedPassage } from './corrected-passage.store.ts';
import { embedPassages } from './embedding.jobs.ts';
import { newDocumentSourceId } from './keep-text.ts';
import { deleteUnusedSources, isSourceShared } from './lesson-content.store.ts';
import { updateLessonRow } from './lesson.store.ts';
import { insertDocumentSource, insertPassages, listPassages } from './passage.store.ts';
import type { PassageChange } from './passage-changes.ts';

/**
 * Makes the passages of a lesson again from its corrected cues. Passages whose words are the same keep their ids and vectors,
 * those that were corrected keep their ids where they can. The text gets another id, because a text that is embedded never
 * changes (decision 79). Call it in a transaction.
 * @returns the new text, and which passages changed from what to what.
 */
export async function correctPassages(
  { database, jobs }: Pick<Dependencies, 'database' | 'jobs'>,
  lesson: { id: number; instructor_id: number; document_source_id: string },
  cues: readonly Cue[],
): Promise<{ plainText: string; changes: PassageChange[] }> {
  const { document_source_id: earlierId } = lesson;
  const earlier = await listPassages(database, earlierId);
  const { plainText, passages } = rebuildTranscript(earlier, cues);
  const id = newDocumentSourceId();
  await insertDocumentSource(database, {
    id,
    instructor_id: lesson.instructor_id,
    file_key: null,
    plain_text: plainText,
    page_count: null,
    spoken: true,
  });
  const isShared = await isSourceShared(database, earlierId, lesson.id);
  await (isShared ? copyPassages : movePassages)(database, id, passages.flatMap(toMoved), plainText);
  await insertPassages(database, id, passages.flatMap(toNew), plainText);
  await updateLessonRow(database, lesson.id, { document_source_id: id, audio_transcript: plainText });
  await jobs.enqueue(database, embedPassages, { docsource_id: id });
  const now = await listPassages(database, id);
  await deleteUnusedSources(database, [earlierId]);
  return { plainText, changes: listChanges(earlier, passages, now) };
}

const toMoved = ({ earlier, ...passage }: RebuiltPassage, position: number): MovedPassage[] =>
  earlier === undefined ? [] : [{ ...passage, id: earlier.id, position }];

const toNew = ({ earlier, ...passage }: RebuiltPassage, position: number) =>
  earlier === undefined
    ? [
        {
          ...passage,
          position,
          heading: null,
          titlePath: [],
          kind: 'prose' as const,
          isAdministrative: false,
          page: null,
          pageEnd: null,
        },
      ]
    : [];

function listChanges(
  earlier: readonly { id: string; text: string }[],
  rebuilt: readonly RebuiltPassage[],
  now: readonly { id: string; text: string }[],
): PassageChange[] {
  const kept = new Set(rebuilt.map((passage) => passage.earlier?.id));
  const changed = now.flatMap(({ id, text }, position): PassageChange[] => {
    const before = rebuilt[position]?.earlier;
    if (before?.id === id && before.text === text) return [];
    return [
      { before: before === undefined ? null : { id: before.id, text: before.text }, after: { id, text } },
    ];
  });
  const gone = earlier.filter(({ id }) => !kept.has(id));
  return [...changed, ...gone.map(({ id, text }) => ({ before: { id, text }, after: null }))];
}

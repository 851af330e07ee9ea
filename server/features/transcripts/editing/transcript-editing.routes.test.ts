import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  editableTranscript,
  savedTranscript,
  transcriptVersionList,
  type EditStep,
  type WireEditableTranscript,
} from '#contract/transcript-editing/edits.ts';
import { applyEdit } from '#contract/transcript-editing/apply-edit.ts';
import { lesson as lessonSchema, type WireLesson } from '#contract/lessons.ts';
import { course } from '#contract/courses.ts';
import { systemClock } from '#server/platform/clock.ts';
import { runCleanup } from '#server/features/maintenance/run-cleanup.ts';
import { insertTestCandidate } from '#server/features/quizzes/bank/testing/insert-test-candidate.ts';
import { eventually } from '#server/testing/test-application.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({
  worker: true,
  // To the worker the instructor has always paused: follow-corrections.test.ts tests the pause.
  workerOverrides: { clock: { ...systemClock, now: () => new Date(Date.now() + 60_000) } },
});
const teacher = await application.register();

const SENTENCES = [
  'Plants turn the energy of light into sugar, which they store in their roots and stems for the winter.',
  'The green leaf turns light into sugar.',
  'Water rises from the roots to the leafs because it evaporates there, and pulls more water after it.',
  'Carbon dioxide enters through small openings that the plant closes when the air is hot and dry.',
];

/** Forty lines of four alternating sentences, each with its number. */
const VTT = `WEBVTT\n\n${Array.from({ length: 40 }, (_, index) => {
  const stamp = (second: number): string =>
    `00:0${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}.000`;
  return `${stamp(index * 5)} --> ${stamp(index * 5 + 4)}\nIn part ${index}: ${SENTENCES[index % 4] ?? ''}`;
}).join('\n\n')}\n`;

async function makeLecture(): Promise<WireLesson> {
  const { id } = await teacher.makeLesson({ file: 'https://example.org/lecture.mp4' });
  return (await teacher.call('PUT', `/api/lessons/${id}/transcript/`, { json: { text: VTT } })).read(
    200,
    lessonSchema,
  );
}

const pathOf = (id: number): string => `/api/lessons/${id}/transcript/`;
const open = async (id: number): Promise<WireEditableTranscript> =>
  (await teacher.get(pathOf(id))).read(200, editableTranscript);

const rewrite = ({ cues }: WireEditableTranscript, at: number, text: string): EditStep => {
  const cue = cues[at];
  if (cue === undefined) throw new Error(`There is no line ${at}.`);
  return { kind: 'splice', at, remove: 1, insert: [{ ...cue, text }] };
};

const send = (
  id: number,
  { video_id, version }: Pick<WireEditableTranscript, 'video_id' | 'version'>,
  ...edits: (EditStep[] | { id: string; steps: EditStep[] })[]
) =>
  teacher.post(`${pathOf(id)}edits/`, {
    video_id,
    base_version: version,
    edits: edits.map((edit) => (Array.isArray(edit) ? { id: randomUUID(), steps: edit } : edit)),
  });

/** The lesson once its passages are made of this version. */
const whenFollowed = (id: number, version: number): Promise<WireLesson> =>
  eventually('the search to follow the corrections', async () => {
    const row = await application.dependencies.database
      .selectFrom('transcriptions')
      .select('passages_version')
      .where('lesson_id', '=', id)
      .executeTakeFirst();
    return row?.passages_version === version ? teacher.readLesson(id) : undefined;
  });

const listPassages = (documentSourceId: string | null) =>
  application.dependencies.database
    .selectFrom('passages')
    .select(['id', 'text', 'start_second', 'embedding'])
    .where('docsource_id', '=', documentSourceId ?? '')
    .orderBy('position')
    .execute();

test('a correction changes the line, then the text and the passage that has it, and nothing else', async () => {
  const lecture = await makeLecture();
  await eventually('the passages to be embedded', async () => {
    const passages = await listPassages(lecture.docsource_id);
    return passages.every(({ embedding }) => embedding !== null) ? passages : undefined;
  });
  const before = await listPassages(lecture.docsource_id);
  const opened = await open(lecture.id);
  expect(opened).toMatchObject({ version: 0, video_id: lecture.video_id, cues: lecture.transcript_cues });
  const text = opened.cues[2]?.text.replace('leafs', 'leaves') ?? '';
  expect((await send(lecture.id, opened, [rewrite(opened, 2, text)])).read(200, savedTranscript)).toEqual({
    version: 1,
  });
  const now = await teacher.readLesson(lecture.id);
  expect(now.transcript_cues[2]).toEqual({ ...opened.cues[2], text });
  expect(now.transcript_cues.toSpliced(2, 1)).toEqual(lecture.transcript_cues.toSpliced(2, 1));

  const followed = await whenFollowed(lecture.id, 1);
  expect(followed.audio_transcript).toBe(
    lecture.audio_transcript.replace(
      'In part 2: Water rises from the roots to the leafs',
      'In part 2: Water rises from the roots to the leaves',
    ),
  );
  const after = await listPassages(followed.docsource_id);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const changed = after.filter((passage, index) => passage.text !== before[index]?.text);
  expect(changed).toHaveLength(1);
  const unchanged = after.filter(({ id }) => id !== changed[0]?.id);
  expect(unchanged.map(({ embedding }) => embedding)).toEqual(
    before.filter(({ id }) => id !== changed[0]?.id).map(({ embedding }) => embedding),
  );
  await eventually('the passages to be embedded', async () => {
    const made = await listPassages(followed.docsource_id);
    return made.every(({ embedding }) => embedding !== null) ? made : undefined;
  });
  // The text that was corrected is gone.
  expect(await listPassages(lecture.docsource_id)).toEqual([]);
});

test('edits far apart leave the lines between them as they are', async () => {
  const { id } = await makeLecture();
  const opened = await open(id);
  const insert = [{ start_second: 0, end_second: 1, text: 'New.' }];
  const steps: EditStep[][] = [
    [{ kind: 'splice', at: 0, remove: 0, insert: [...insert, ...insert] }],
    [
      { kind: 'splice', at: 30, remove: 3, insert: [] },
      { kind: 'shift', from: 31, count: 2, seconds: 1 },
    ],
    [{ kind: 'splice', at: 38, remove: 1, insert: [] }],
  ];
  expect((await send(id, opened, ...steps)).read(200, savedTranscript)).toEqual({ version: 3 });
  expect((await open(id)).cues).toEqual(applyEdit(opened.cues, steps.flat())?.cues);
});

describe('edits that are sent again', () => {
  test('are stored once, whether or not others come with them', async () => {
    const { id } = await makeLecture();
    const opened = await open(id);
    const first = { id: randomUUID(), steps: [rewrite(opened, 0, 'One.')] };
    const second = { id: randomUUID(), steps: [{ kind: 'splice' as const, at: 1, remove: 1, insert: [] }] };
    expect((await send(id, opened, first)).read(200, savedTranscript)).toEqual({ version: 1 });
    // The answer was lost: the client sends it again, with what was done since.
    expect((await send(id, opened, first, second)).read(200, savedTranscript)).toEqual({ version: 2 });
    expect((await send(id, opened, first, second)).read(200, savedTranscript)).toEqual({ version: 2 });
    const now = await open(id);
    expect(now.version).toBe(2);
    expect(now.cues).toEqual([{ ...opened.cues[0], text: 'One.' }, ...opened.cues.slice(2)]);
  });

  test('at the same time are stored once', async () => {
    const { id } = await makeLecture();
    const opened = await open(id);
    const edit = { id: randomUUID(), steps: [{ kind: 'splice' as const, at: 0, remove: 1, insert: [] }] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id, opened, edit)));
    expect(answers.map((answer) => answer.read(200, savedTranscript).version)).toEqual([1, 1, 1, 1, 1]);
    expect((await open(id)).cues).toHaveLength(39);
  });
});

describe('a conflict', () => {
  test('is reported to the tab that is behind, and nothing of it is stored', async () => {
    const { id } = await makeLecture();
    const opened = await open(id);
    (await send(id, opened, [rewrite(opened, 0, 'Mine.')])).read(200, savedTranscript);
    const late = await send(id, opened, [rewrite(opened, 5, 'Theirs.')]);
    expect(late.readProblem(409)).toMatchObject({ code: 'conflict' });
    const now = await open(id);
    expect([now.version, now.cues[0]?.text, now.cues[5]?.text]).toEqual([1, 'Mine.', opened.cues[5]?.text]);
  });

  test('is a transcript that was replaced', async () => {
    const { id } = await makeLecture();
    const opened = await open(id);
    await teacher.call('PUT', pathOf(id), { json: { text: VTT } });
    expect((await send(id, opened, [rewrite(opened, 0, 'Late.')])).readProblem(409).code).toBe('conflict');
  });
});

describe('is refused', () => {
  test('an edit that does not fit, with all that came with it', async () => {
    const { id } = await makeLecture();
    const opened = await open(id);
    const answer = await send(
      id,
      opened,
      [rewrite(opened, 0, 'Fits.')],
      [{ kind: 'splice', at: 40, remove: 1, insert: [] }],
    );
    expect(answer.readProblem(400).errors?.[0]?.field).toBe('edits');
    expect(await open(id)).toEqual(opened);
  });

  test('a lesson without a transcript that has times', async () => {
    const untimed = await teacher.makeLesson({ file: 'https://example.org/b.mp4' });
    expect((await teacher.get(pathOf(untimed.id))).readProblem(409).code).toBe('transcript_missing');
    await teacher.call('PUT', pathOf(untimed.id), { json: { text: 'Only text, and no times.' } });
    expect((await teacher.get(pathOf(untimed.id))).readProblem(409).code).toBe('transcript_missing');
  });
});

test('earlier versions are listed and can be restored, and so can the one that was restored over', async () => {
  const { id } = await makeLecture();
  const opened = await open(id);
  const list = async () => (await teacher.get(`${pathOf(id)}versions/`)).read(200, transcriptVersionList);
  expect(await list()).toEqual([]);
  (
    await send(
      id,
      opened,
      [rewrite(opened, 0, 'Changed.')],
      [{ kind: 'shift', from: 0, count: 40, seconds: 1 }],
    )
  ).read(200, savedTranscript);
  expect(await list()).toMatchObject([{ version: 0, cue_count: 40 }]);
  const changed = await open(id);
  const restore = (version: number, base: number, edit = randomUUID()) =>
    teacher.post(`${pathOf(id)}versions/${version}/restore/`, {
      video_id: opened.video_id,
      base_version: base,
      id: edit,
    });
  (await restore(0, 1)).readProblem(409);
  (await restore(7, 2)).readProblem(404);
  const once = randomUUID();
  expect((await restore(0, 2, once)).read(200, savedTranscript)).toEqual({ version: 3 });
  expect((await restore(0, 2, once)).read(200, savedTranscript)).toEqual({ version: 3 });
  expect((await open(id)).cues).toEqual(opened.cues);
  expect((await list()).map(({ version }) => version)).toEqual([2, 0]);
  (await restore(2, 3)).read(200, savedTranscript);
  expect((await open(id)).cues).toEqual(changed.cues);
  const followed = await whenFollowed(id, 4);
  expect(followed.audio_transcript).toContain('Changed.');
});

test('restores the oldest of as many versions as are kept', async () => {
  const { id } = await makeLecture();
  const { video_id } = await open(id);
  const restore = async (version: number, base: number) =>
    (
      await teacher.post(`${pathOf(id)}versions/${version}/restore/`, {
        video_id,
        base_version: base,
        id: randomUUID(),
      })
    ).read(200, savedTranscript);
  await send(id, await open(id), [rewrite(await open(id), 0, 'Changed.')]);
  const changed = await open(id);
  for (let base = 1; base <= 30; base += 1) await restore(0, base);
  await restore(1, 31);
  expect((await open(id)).cues).toEqual(changed.cues);
});

test('restores a corrected transcript that was replaced, even by one without times', async () => {
  const { id } = await makeLecture();
  const opened = await open(id);
  (await send(id, opened, [rewrite(opened, 0, 'Corrected by hand.')])).read(200, savedTranscript);
  const corrected = await open(id);
  for (const text of [VTT.replace('In part 0', 'In another part'), 'Plants make sugar. Roots store it.']) {
    const replaced = (await teacher.call('PUT', pathOf(id), { json: { text } })).read(200, lessonSchema);
    expect(replaced.audio_transcript).not.toContain('Corrected by hand.');
  }
  const versions = (await teacher.get(`${pathOf(id)}versions/`)).read(200, transcriptVersionList);
  expect(versions.map(({ version, cue_count: count }) => [version, count])).toEqual([
    [2, 40],
    [1, 40],
    [0, 40],
  ]);
  const { video_id: transcription } = await teacher.readLesson(id);
  const restored = await teacher.post(`${pathOf(id)}versions/1/restore/`, {
    video_id: transcription,
    base_version: 3,
    id: randomUUID(),
  });
  const { version } = restored.read(200, savedTranscript);
  expect((await open(id)).cues).toEqual(corrected.cues);
  expect((await whenFollowed(id, version)).audio_transcript).toContain('Corrected by hand.');
});

test('evidence follows its words, and is marked where they are gone', async () => {
  const lecture = await makeLecture();
  const { database } = application.dependencies;
  const candidateId = await insertTestCandidate(application, lecture, 'green');
  const quoted = (await listPassages(lecture.docsource_id)).filter(({ text }) =>
    text.includes('The green leaf turns light into sugar.'),
  );
  const evidence = {
    quote: 'The green leaf turns light into sugar.',
    passage_id: quoted[0]?.id,
    page: null,
    start_second: 5,
    end_second: 9,
  };
  const gone = { ...evidence, quote: 'because it evaporates there' };
  await database
    .updateTable('lessons')
    .set({
      summary_points: JSON.stringify([
        { text: 'Leaves make sugar.', evidence },
        { text: 'Water rises.', evidence: gone },
      ]),
    })
    .where('id', '=', lecture.id)
    .execute();
  const opened = await open(lecture.id);
  (
    await send(
      lecture.id,
      opened,
      // The quote of the second point is corrected everywhere; that of the first is said two seconds later.
      [{ kind: 'shift', from: 0, count: 40, seconds: 2 }],
      opened.cues.flatMap((cue, at) =>
        cue.text.includes('evaporates')
          ? [
              {
                kind: 'splice' as const,
                at,
                remove: 1,
                insert: [
                  {
                    ...cue,
                    start_second: cue.start_second + 2,
                    end_second: cue.end_second + 2,
                    text: cue.text.replace('evaporates', 'vanishes'),
                  },
                ],
              },
            ]
          : [],
      ),
    )
  ).read(200, savedTranscript);
  const followed = await whenFollowed(lecture.id, 2);
  const passages = await listPassages(followed.docsource_id);
  const [kept, lost] = followed.summary_points;
  expect(passages.find(({ id }) => id === kept?.evidence.passage_id)?.text).toContain(evidence.quote);
  expect(kept?.evidence.start_second).toBeGreaterThanOrEqual(7);
  expect(lost?.evidence.quote).toBe(gone.quote);
  expect(lost?.evidence).toHaveProperty('changed');
  const candidate = await database
    .selectFrom('question_candidates')
    .select('question')
    .where('id', '=', candidateId)
    .executeTakeFirstOrThrow();
  expect(candidate.question.evidence.start_second).toBeGreaterThanOrEqual(7);
});

/** Copies a course by its only lesson, and returns the copy of the lesson. */
async function copyLesson({ course: courseId }: WireLesson): Promise<WireLesson> {
  const copied = await teacher.post(`/api/courses/${courseId}/copy/`, { title: 'Next term' });
  const { id } = copied.read(201, course);
  const copies = (await teacher.get(`/api/lessons/by_course/?course_id=${id}`)).text;
  const [copy] = JSON.parse(copies) as { id: number }[];
  return teacher.readLesson(copy?.id ?? 0);
}

test('a copied course keeps the text that it shared when the original is corrected', async () => {
  const lecture = await makeLecture();
  const copy = await copyLesson(lecture);
  expect(copy.docsource_id).toBe(lecture.docsource_id);
  const opened = await open(lecture.id);
  (await send(lecture.id, opened, [rewrite(opened, 1, 'Corrected here.')])).read(200, savedTranscript);
  const followed = await whenFollowed(lecture.id, 1);
  expect(followed.docsource_id).not.toBe(lecture.docsource_id);
  expect(followed.audio_transcript).toContain('Corrected here.');
  const kept = await teacher.readLesson(copy.id);
  expect([kept.docsource_id, kept.audio_transcript]).toEqual([
    lecture.docsource_id,
    lecture.audio_transcript,
  ]);
  expect(await listPassages(lecture.docsource_id)).not.toEqual([]);
});

test('a correction whose job has died is followed later', async () => {
  const lecture = await makeLecture();
  const opened = await open(lecture.id);
  (await send(lecture.id, opened, [rewrite(opened, 1, 'Corrected first.')])).read(200, savedTranscript);
  await whenFollowed(lecture.id, 1);
  await application.dependencies.database
    .updateTable('transcriptions')
    .set({ passages_version: 0, edited_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('lesson_id', '=', lecture.id)
    .execute();
  await runCleanup(application.worker.dependencies);
  await whenFollowed(lecture.id, 1);
});

test('a corrected transcript in a copied course becomes an earlier version when it is replaced', async () => {
  const lecture = await makeLecture();
  const opened = await open(lecture.id);
  (await send(lecture.id, opened, [rewrite(opened, 1, 'Corrected first.')])).read(200, savedTranscript);
  await whenFollowed(lecture.id, 1);
  const copy = await copyLesson(lecture);
  const replaced = await teacher.call('PUT', pathOf(copy.id), { json: { text: VTT } });
  expect(replaced.read(200, lessonSchema).audio_transcript).not.toContain('Corrected first.');
  const versions = (await teacher.get(`${pathOf(copy.id)}versions/`)).read(200, transcriptVersionList);
  expect(versions.map(({ version, cue_count: count }) => [version, count])).toEqual([[1, 40]]);
});

test('a lesson that goes to the trash with a correction is up to date when it is restored', async () => {
  const lecture = await makeLecture();
  const opened = await open(lecture.id);
  (await send(lecture.id, opened, [rewrite(opened, 1, 'Corrected last.')])).read(200, savedTranscript);
  expect((await teacher.call('DELETE', `/api/lessons/${lecture.id}/`)).status).toBe(204);
  expect((await teacher.post(`/api/trash/lessons/${lecture.id}/restore/`)).status).toBeLessThan(300);
  const followed = await whenFollowed(lecture.id, 1);
  expect(followed.audio_transcript).toContain('Corrected last.');
});

import { describe, expect, test } from 'vitest';
import {
  changedEvidenceList,
  type ChangedEvidence,
  type ChangedEvidenceList,
  type DecideEvidenceRequest,
} from '#contract/changed-evidence.ts';
import type { Evidence } from '#contract/evidence.ts';
import { bankCandidate } from '#contract/question-bank.ts';
import { lesson as lessonSchema, type WireLesson } from '#contract/lessons.ts';
import { questionSetDraft } from '#contract/question-editing.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { getLessonText } from '#server/features/lessons/lesson-text.ts';
import { keepSummary } from '#server/features/summaries/summaries.store.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import { readBank } from '../bank/testing/bank-test.ts';
import { findCandidate, insertCandidate, updateCandidate } from '../bank/candidate.store.ts';
import { fingerprintOf } from '#server/language/question-fingerprint.ts';
import type { WrittenQuestion } from '../writer/written-question.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });
const teacher = await application.register();

const PRETOR = 'The pretor granted an interdict to the owner.';
const TWO_YEARS = 'Land was acquired by use within two years.';
const GAIUS = 'Gaius described the sale before five witnesses.';
const SENTENCES = [
  PRETOR,
  'Rome had many courts at that time.',
  TWO_YEARS,
  'Slaves were bought at the market.',
  GAIUS,
];
const CORRECTED = SENTENCES.map((sentence) => sentence.replace('pretor', 'praetor'));

const toSubtitles = (sentences: readonly string[]): string =>
  sentences
    .map(
      (text, index) => `${index + 1}\n00:00:${10 + 4 * index},000 --> 00:00:${13 + 4 * index},500\n${text}\n`,
    )
    .join('\n');
const bring = async (id: number, sentences: readonly string[]): Promise<WireLesson> =>
  (
    await teacher.call('PUT', `/api/lessons/${id}/transcript/`, { json: { text: toSubtitles(sentences) } })
  ).read(200, lessonSchema);
const pathOf = (id: number): string => `/api/lessons/${id}/changed-evidence/`;
const list = async (id: number): Promise<ChangedEvidence[]> =>
  (await teacher.get(pathOf(id))).read(200, changedEvidenceList.strict()).items;
const decide = async (
  id: number,
  item: ChangedEvidence | undefined,
  action: DecideEvidenceRequest['action'],
): Promise<ChangedEvidenceList> =>
  (await teacher.post(pathOf(id), { key: item?.key, action })).read(200, changedEvidenceList.strict());
const findItem = async (id: number, kind: ChangedEvidence['kind']): Promise<ChangedEvidence> => {
  const item = (await list(id)).find((each) => each.kind === kind);
  if (item === undefined) throw new Error(`No ${kind} is marked.`);
  return item;
};

const makeQuestion = (text: string, key: string, evidence: Evidence): WrittenQuestion => ({
  text,
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  options: [
    { text: key, is_correct: true },
    { text: 'A census taker', is_correct: false },
  ],
  explanation: '',
  evidence,
  flaws: [],
  key_points: [],
  rubric: null,
});

interface Dependents {
  readonly id: number;
  readonly quiz: number;
}

/** A lesson with a summary, key term, two candidates and a saved quiz that quote it. */
async function makeDependents(): Promise<Dependents> {
  const { id } = await teacher.makeLesson({ file: 'https://example.org/law.mp4', title: 'Roman law' });
  await bring(id, SENTENCES);
  const { database } = application.dependencies;
  const { text } = await getLessonText({ database }, id);
  const evidenceOf = (quote: string): Evidence => {
    const passage = text.passages.find((each) => each.text.includes(quote));
    if (passage === undefined) throw new Error(`The lesson does not say: ${quote}`);
    return evidenceOfPassage(passage, quote);
  };
  const points = [
    { text: 'Officials protected owners.', evidence: evidenceOf(PRETOR) },
    { text: 'Use made an owner.', evidence: evidenceOf(TWO_YEARS) },
  ];
  await database.transaction().execute((transaction) =>
    keepSummary(transaction, id, {
      length: 'medium',
      text: 'Officials protected owners. Use made an owner.',
      points,
      keyTerms: [{ term: 'Interdict', definition: 'An order.', evidence: evidenceOf(PRETOR) }],
      note: null,
      isEdited: false,
      replacesEdits: false,
      others: [{ length: 'short', text: 'Officials protected owners.', points: points.slice(0, 1) }],
    }),
  );
  const questions = [
    makeQuestion('Who granted an interdict?', 'A magistrate', evidenceOf(PRETOR)),
    makeQuestion('How long must land be used?', 'For two years', evidenceOf(TWO_YEARS)),
    makeQuestion('Who described the sale?', 'The jurist Gaius', evidenceOf(GAIUS)),
  ];
  for (const question of questions)
    await insertCandidate(database, {
      lesson_id: id,
      fingerprint: fingerprintOf(question),
      question,
      section: 0,
      score: 0.5,
      written_by: 'composer',
      is_draft: false,
    });
  const { candidates } = await readBank(teacher, id);
  const chosen = candidates.filter(({ text: stem }) => !stem.includes('sale')).map((each) => each.id);
  const made = await teacher.post('/api/question-sets/from_bank/', { lesson_id: id, candidate_ids: chosen });
  const { question_set: set } = made.read(200, questionSetWithQuestions);
  await teacher.post('/api/question-sets/save/', { question_set_id: set.id, name: 'Law' });
  return { id, quiz: set.id };
}
const readQuiz = async (id: number): Promise<QuestionSetWithQuestions> =>
  (await teacher.get(`/api/question-sets/by_question_set/?question_set_id=${id}`)).read(
    200,
    questionSetWithQuestions.strict(),
  );
const stemsOf = ({ questions }: QuestionSetWithQuestions): string[] => questions.map(({ text }) => text);

describe('a correction', () => {
  test('marks the lines that quote the corrected words, with the new ones, and no others', async () => {
    const { id, quiz } = await makeDependents();
    expect(await list(id)).toEqual([]);
    const corrected = await bring(id, CORRECTED);
    const items = await list(id);
    expect(items.map(({ kind, text }) => [kind, text])).toEqual([
      ['summary_point', 'Officials protected owners.'],
      ['key_term', 'Interdict: An order.'],
      ['question', 'Who granted an interdict?'],
      ['candidate', 'Who granted an interdict?'],
    ]);
    for (const { evidence } of items)
      expect(evidence).toMatchObject({
        quote: PRETOR,
        changed: { quote: CORRECTED[0], start_second: expect.any(Number) as number },
      });
    expect(corrected.summary_points.map(({ evidence }) => evidence.changed === undefined)).toEqual([
      false,
      true,
    ]);
    // What still holds is found at its new place.
    const { text } = await getLessonText(application.dependencies, id);
    const ids = text.passages.map((passage) => passage.id);
    const { questions } = await readQuiz(quiz);
    for (const evidence of [corrected.summary_points[1]?.evidence, questions[1]?.evidence])
      expect(ids).toContain(evidence?.passage_id);
  });

  test('of case and punctuation marks nothing', async () => {
    const { id } = await makeDependents();
    await bring(id, [PRETOR.toUpperCase().replace('.', '!'), ...SENTENCES.slice(1)]);
    expect(await list(id)).toEqual([]);
  });

  test('that is taken back takes its marks away', async () => {
    const { id } = await makeDependents();
    await bring(id, CORRECTED);
    await bring(id, SENTENCES);
    expect(await list(id)).toEqual([]);
    expect((await readBank(teacher, id)).bank.ready_count).toBe(3);
  });

  test('keeps marked questions from being drawn for a quiz', async () => {
    const { id } = await makeDependents();
    await bring(id, CORRECTED);
    const bank = await readBank(teacher, id);
    expect(bank.bank.ready_count).toBe(2);
    expect(bank.candidates).toHaveLength(3);
  });

  test('marks a draft as well, which still publishes', async () => {
    const { id, quiz } = await makeDependents();
    const path = `/api/question-sets/${quiz}`;
    const opened = JSON.parse((await teacher.get(`${path}/draft/`)).text) as {
      questions: { text: string }[];
    };
    const questions = opened.questions.map((question) => ({ ...question, text: `${question.text} Say it.` }));
    const saved = await teacher.call('PUT', `${path}/draft/`, { json: { based_on_version: 1, questions } });
    const { updated_at: updatedAt } = JSON.parse(saved.text) as { updated_at: string };
    await bring(id, CORRECTED);
    const marked = (await teacher.get(`${path}/draft/`)).read(200, questionSetDraft);
    expect(marked.questions[0]?.evidence?.changed?.quote).toBe(CORRECTED[0]);
    // The editor still has the passages of before.
    const published = (
      await teacher.post(`${path}/publish/`, { based_on_version: 1, updated_at: updatedAt, questions })
    ).read(200, questionSetWithQuestions.strict());
    expect(published.questions.map(({ evidence }) => evidence?.changed?.quote)).toEqual([
      CORRECTED[0],
      undefined,
    ]);
  });
});

describe('another transcript', () => {
  const OTHER = ['Bees dance to show where flowers are.', 'The dance has an angle.', 'Other bees watch it.'];

  test('marks questions that were edited by hand, and removes the others', async () => {
    const { id, quiz } = await makeDependents();
    const [edited] = (await readBank(teacher, id)).candidates;
    if (edited === undefined) throw new Error('The bank is empty.');
    const own = { text: 'My own wording?', options: edited.options };
    (await teacher.call('PUT', `/api/question-bank/${edited.id}/`, { json: own })).read(200, bankCandidate);
    await bring(id, OTHER);
    const { bank, candidates } = await readBank(teacher, id);
    expect(candidates).toMatchObject([{ id: edited.id, text: 'My own wording?', is_edited: true }]);
    expect(candidates[0]?.evidence).toMatchObject({ quote: edited.evidence.quote, changed: null });
    // It is not drawn for a quiz until the instructor decides.
    expect(bank.ready_count).toBe(0);
    const items = await list(id);
    expect(items.filter(({ kind }) => kind === 'candidate')).toMatchObject([
      { key: `candidate-${edited.id}`, actions: ['remove'] },
    ]);
    expect(stemsOf(await readQuiz(quiz))).toHaveLength(2);
  });

  test('that contains the words again removes the mark', async () => {
    const { id } = await makeDependents();
    const [edited] = (await readBank(teacher, id)).candidates;
    const own = { text: 'My own wording?', options: edited?.options };
    await teacher.call('PUT', `/api/question-bank/${edited?.id}/`, { json: own });
    await bring(id, OTHER);
    await bring(id, SENTENCES);
    const { bank, candidates } = await readBank(teacher, id);
    expect(candidates.map(({ text }) => text)).toEqual(['My own wording?']);
    expect(bank.ready_count).toBe(1);
  });

  test('during an edit of a question keeps both the edit and the mark', async () => {
    const { id } = await makeDependents();
    const { database } = application.dependencies;
    const { candidates } = await readBank(teacher, id);
    const edited = candidates.find(({ evidence }) => evidence.quote === PRETOR);
    if (edited === undefined) throw new Error('No question quotes the words.');
    const read = await findCandidate(database, edited.id);
    if (read === undefined) throw new Error('The candidate is gone.');
    await bring(id, CORRECTED);
    await updateCandidate(database, edited.id, {
      question: { ...read.question, text: 'My own wording?' },
      edited_at: new Date(),
    });
    expect(await list(id)).toContainEqual(
      expect.objectContaining({ key: `candidate-${edited.id}`, text: 'My own wording?' }),
    );
  });
});

describe('a decision', () => {
  test('keeps each line with the new words', async () => {
    const { id, quiz } = await makeDependents();
    await bring(id, CORRECTED);
    for (const item of await list(id)) await decide(id, item, 'keep');
    expect(await list(id)).toEqual([]);
    const after = await teacher.readLesson(id);
    const quotes = [
      after.summary_points[0]?.evidence,
      ...after.summaries.map(({ points }) => points[0]?.evidence),
      after.key_terms[0]?.evidence,
      (await readQuiz(quiz)).questions[0]?.evidence,
    ];
    for (const evidence of quotes) expect(evidence).toMatchObject({ quote: CORRECTED[0] });
    expect((await readQuiz(quiz)).question_set.version).toBe(1);
    expect((await readBank(teacher, id)).bank.ready_count).toBe(3);
  });

  test('comes up for both places that a question rests on, one after the other', async () => {
    const { id } = await teacher.makeLesson({ file: 'https://example.org/law.mp4', title: 'Roman law' });
    await bring(id, SENTENCES);
    const { database } = application.dependencies;
    const { passages } = (await getLessonText({ database }, id)).text;
    const evidenceOf = (quote: string): Evidence =>
      evidenceOfPassage(
        passages.find(({ text }) => text.includes(quote))!,
        quote,
      );
    const evidence = { ...evidenceOf(PRETOR), further: evidenceOf(GAIUS) };
    const question = makeQuestion('Who saw to it that owners were safe?', 'A magistrate', evidence);
    await insertCandidate(database, {
      lesson_id: id,
      fingerprint: fingerprintOf(question),
      question,
      section: 0,
      score: 0.5,
      written_by: 'composer',
      is_draft: false,
    });
    const corrected = CORRECTED.map((sentence) => sentence.replace('five', 'six'));
    await bring(id, corrected);
    expect((await findItem(id, 'candidate')).evidence.quote).toBe(PRETOR);
    await decide(id, await findItem(id, 'candidate'), 'keep');
    expect((await findItem(id, 'candidate')).evidence.quote).toBe(GAIUS);
    await decide(id, await findItem(id, 'candidate'), 'keep');
    expect((await readBank(teacher, id)).candidates[0]?.evidence).toMatchObject({
      quote: corrected[4],
      further: { quote: corrected[0] },
    });
  });

  test('removes each line', async () => {
    const { id, quiz } = await makeDependents();
    await bring(id, CORRECTED);
    for (const kind of ['summary_point', 'key_term', 'candidate', 'question'] as const)
      await decide(id, await findItem(id, kind), 'remove');
    expect(await list(id)).toEqual([]);
    const after = await teacher.readLesson(id);
    expect(after).toMatchObject({ summary: 'Use made an owner.', key_terms: [] });
    expect(after.summary_points.map(({ text }) => text)).toEqual(['Use made an owner.']);
    expect(stemsOf(await readQuiz(quiz))).toEqual(['How long must land be used?']);
    expect((await readQuiz(quiz)).question_set.version).toBe(2);
  });

  test('replaces a question by another one of the bank, and says when there is none', async () => {
    const { id, quiz } = await makeDependents();
    await bring(id, CORRECTED);
    await decide(id, await findItem(id, 'question'), 'replace');
    expect(stemsOf(await readQuiz(quiz))).toEqual(['Who described the sale?', 'How long must land be used?']);
    await bring(
      id,
      CORRECTED.map((sentence) => sentence.replace('five', 'six')),
    );
    const other = (await list(id)).find(({ text, kind }) => kind === 'question' && text.includes('sale'));
    const answer = await teacher.post(pathOf(id), { key: other?.key, action: 'replace' });
    expect(answer.readProblem(409).detail).toMatch(/no other question/);
    expect(stemsOf(await readQuiz(quiz))).toEqual(['Who described the sale?', 'How long must land be used?']);
  });

  test('cannot be made twice, nor for a line that is not marked', async () => {
    const { id } = await makeDependents();
    await bring(id, CORRECTED);
    const item = await findItem(id, 'candidate');
    expect((await teacher.post(pathOf(id), { key: item.key, action: 'replace' })).readProblem(409).code).toBe(
      'conflict',
    );
    await decide(id, item, 'remove');
    expect((await teacher.post(pathOf(id), { key: item.key, action: 'remove' })).status).toBe(404);
    expect((await teacher.post(pathOf(id), { key: 'no key', action: 'remove' })).status).toBe(400);
  });
});

import { describe, expect, test } from 'vitest';
import { bankCandidate, questionBankState, type BankCandidate } from '#contract/question-bank.ts';
import { questionSetDraft } from '#contract/question-editing.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { prepareQuestions } from './prepare-questions.ts';
import { jobContext, jobOf, makeReadLesson, readBank, workerOf } from './testing/bank-test.ts';
import { createScriptedBankWriter, riverText } from './testing/scripted-bank-writer.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ languageModel: 'fake' });
const teacher = await application.register();
const lessonId = (await makeReadLesson(application, teacher, riverText())).id;
await prepare(lessonId);
const candidates = (await readBank(teacher, lessonId)).candidates;

async function prepare(id: number): Promise<void> {
  (await teacher.post(`/api/lessons/${id}/question-bank/prepare/`)).read(202, questionBankState.strict());
  const context = jobContext({ jobId: await jobOf(application, id) });
  const payload = { lesson_id: id, is_requested: true };
  await prepareQuestions(workerOf(application), payload, context, createScriptedBankWriter().write);
}

async function makeBank(): Promise<{ lesson: number; ids: number[]; all: BankCandidate[] }> {
  const { id } = await makeReadLesson(application, teacher, riverText());
  await prepare(id);
  const all = (await readBank(teacher, id)).candidates;
  return { lesson: id, ids: all.map((candidate) => candidate.id), all };
}

const idAt = (index: number, of: readonly BankCandidate[] = candidates): number => of[index]?.id ?? 0;
const put = (id: number, json: object) => teacher.call('PUT', `/api/question-bank/${id}/`, { json });
const fromBank = (json: object) => teacher.post('/api/question-sets/from_bank/', json);
const stemsOf = ({ questions }: QuestionSetWithQuestions): string[] => questions.map(({ text }) => text);

describe('the list', () => {
  test('has the candidates best first, each with its evidence and section', () => {
    expect(candidates).toHaveLength(12);
    expect(candidates[0]).toMatchObject({
      lesson_id: lessonId,
      text: 'What do barges carry on the Amber?',
      type: 'multiple_choice',
      section: 0,
      section_title: expect.stringContaining('Barges') as string,
      used_in: [],
      is_edited: false,
      written_by: 'language_model',
      evidence: { quote: 'Barges on the Amber carry granite down to the coast each spring.' },
    });
  });
});

describe('preparing', () => {
  test('a lesson without text is refused', async () => {
    const { id } = await teacher.makeLesson({ file: 'https://example.org/a.mp4' });
    const answer = await teacher.post(`/api/lessons/${id}/question-bank/prepare/`);
    expect(answer.readProblem(409).code).toBe('transcript_missing');
    expect((await readBank(teacher, id)).bank).toMatchObject({ status: 'off', target_count: 0 });
  });

  test('again writes more once the bank is ready, and changes nothing while it is under way', async () => {
    const { lesson } = await makeBank();
    const path = `/api/lessons/${lesson}/question-bank/prepare/`;
    const first = (await teacher.post(path)).read(202, questionBankState);
    expect(first).toMatchObject({ status: 'waiting', ready_count: 12, target_count: 24 });
    const job = await jobOf(application, lesson);
    expect((await teacher.post(path)).read(202, questionBankState)).toEqual(first);
    expect(await jobOf(application, lesson)).toBe(job);
    await prepareQuestions(
      workerOf(application),
      { lesson_id: lesson, is_requested: true },
      jobContext({ jobId: job }),
      createScriptedBankWriter().write,
    );
    expect((await readBank(teacher, lesson)).bank).toMatchObject({ status: 'ready', ready_count: 20 });
  });
});

describe('editing', () => {
  test('changes the question, and finds its flaws again', async () => {
    const { all } = await makeBank();
    const options = [
      { text: 'None of the above', is_correct: false },
      { text: 'Granite', is_correct: true },
      { text: 'Sand', is_correct: false },
    ];
    const json = { text: ' Which cargo is NOT unknown on the Amber? ', options, difficulty: 'hard' };
    const edited = (await put(idAt(0, all), json)).read(200, bankCandidate.strict());
    expect(edited).toMatchObject({
      id: idAt(0, all),
      text: 'Which cargo is NOT unknown on the Amber?',
      options,
      difficulty: 'hard',
      blooms_taxonomy: 'remember',
      explanation: all[0]?.explanation,
      is_edited: true,
    });
    expect(edited.flaws.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['negative_stem', 'none_of_the_above']),
    );
  });

  test.each([
    [{ text: ' ', options: [] }, 'text'],
    [{ text: 'What?', options: [{ text: 'One', is_correct: true }] }, 'options'],
    [
      {
        text: 'What?',
        options: [
          { text: 'One', is_correct: true },
          { text: 'Two', is_correct: true },
        ],
      },
      'options',
    ],
  ])('%j is refused', async (json, field) => {
    expect((await put(idAt(1), json)).readProblem(400).errors?.[0]?.field).toBe(field);
  });
});

describe('rejecting', () => {
  test('takes a question out for good, unless it is undone', async () => {
    const { lesson, ids } = await makeBank();
    const [id = 0] = ids;
    const path = `/api/question-bank/${id}/`;
    expect((await teacher.call('DELETE', path)).status).toBe(204);
    expect((await teacher.call('DELETE', path)).status).toBe(204);
    (await put(id, { text: 'What?', options: [] })).readProblem(404);
    (await fromBank({ lesson_id: lesson, candidate_ids: [id] })).readProblem(404);
    await prepare(lesson);
    const left = await readBank(teacher, lesson);
    expect(left.candidates.map((candidate) => candidate.id)).not.toContain(id);
    expect(left.candidates.map(({ text }) => text)).not.toContain('What do barges carry on the Amber?');
    const restored = (await teacher.post(`${path}restore/`)).read(200, bankCandidate);
    expect(restored.id).toBe(id);
    expect((await readBank(teacher, lesson)).candidates[0]?.id).toBe(id);
  });
});

describe('a quiz from the bank', () => {
  test('has the chosen questions in the order given, and the bank says that it contains them', async () => {
    const { lesson, ids, all } = await makeBank();
    const chosen = [ids[4], ids[1], ids[4]];
    const made = (await fromBank({ lesson_id: lesson, candidate_ids: chosen, name: 'Rivers' })).read(
      200,
      questionSetWithQuestions.strict(),
    );
    expect(made.question_set).toMatchObject({
      name: 'Rivers',
      lesson_id: lesson,
      saved_at: null,
      version: 1,
    });
    expect(stemsOf(made)).toEqual([all[4]?.text, all[1]?.text]);
    expect(made.questions[0]?.evidence).toEqual(all[4]?.evidence);
    const used = (await readBank(teacher, lesson)).candidates.filter(({ used_in: uses }) => uses.length > 0);
    expect(used.map(({ id }) => id)).toEqual([ids[1], ids[4]]);
    expect(used[0]?.used_in).toEqual([{ question_set_id: made.question_set.id, name: 'Rivers' }]);
    const { text, options } = all[1] ?? { text: '', options: [] };
    await put(idAt(1, all), { text: `${text.slice(0, -1)} now?`, options });
    expect((await readBank(teacher, lesson)).candidates[1]?.used_in).toHaveLength(1);
  });

  test('is appended to as a new version, without what it contains already, and so is its draft', async () => {
    const { lesson, ids } = await makeBank();
    const made = (await fromBank({ lesson_id: lesson, candidate_ids: ids.slice(0, 2) })).read(
      200,
      questionSetWithQuestions,
    );
    const id = made.question_set.id;
    const draftPath = `/api/question-sets/${id}/draft/`;
    const draft = (await teacher.get(draftPath)).read(200, questionSetDraft);
    const questions = draft.questions.toReversed();
    await teacher.call('PUT', draftPath, { json: { based_on_version: 1, questions } });
    const more = { lesson_id: lesson, question_set_id: id, candidate_ids: ids.slice(1, 4) };
    const appended = (await fromBank(more)).read(200, questionSetWithQuestions);
    expect(appended.question_set).toMatchObject({ version: 2, question_count: 4, has_draft: true });
    expect(stemsOf(appended).slice(0, 2)).toEqual(stemsOf(made));
    const draftAfter = (await teacher.get(draftPath)).read(200, questionSetDraft);
    expect(draftAfter).toMatchObject({ based_on_version: 2, is_draft: true });
    expect(draftAfter.questions).toHaveLength(4);
    expect(draftAfter.questions[0]?.text).toBe(questions[0]?.text);
    const again = (await fromBank(more)).read(200, questionSetWithQuestions);
    expect(again.question_set.version).toBe(2);
  });

  test('refuses questions and quizzes of other lessons', async () => {
    const { lesson, ids } = await makeBank();
    const other = (await fromBank({ lesson_id: lessonId, candidate_ids: [idAt(0)] })).read(
      200,
      questionSetWithQuestions,
    );
    (await fromBank({ lesson_id: lesson, candidate_ids: [idAt(0)] })).readProblem(404);
    const set = other.question_set.id;
    (await fromBank({ lesson_id: lesson, candidate_ids: ids, question_set_id: set })).readProblem(404);
  });

  test('is empty without candidates, for an instructor who writes questions', async () => {
    const made = (await fromBank({ lesson_id: lessonId, candidate_ids: [] })).read(
      200,
      questionSetWithQuestions,
    );
    expect(made.questions).toEqual([]);
    expect(made.question_set).toMatchObject({ answer_style: 'multiple_choice', saved_at: null });
  });
});

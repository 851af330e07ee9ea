import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  questionSetDraft,
  questionSetVersionList,
  questionSetVersionWithQuestions,
  regeneratedQuestion,
  type EditedQuestion,
  type QuestionSetDraft,
  type RegeneratedQuestion,
} from '#contract/question-editing.ts';
import { questionSetWithQuestions, type Question, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { problem } from '#contract/problem.ts';
import type { Answer } from '#server/testing/test-instructor.ts';
import { getDraft } from './edit-questions.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';
import { BLANK_QUESTION } from '#server/testing/blank-question.ts';

const TEXT = readFileSync('server/language/testing/lessons/economics.txt', 'utf8').replaceAll(/^#+ /gm, '');

const application = await useTestApplication({ worker: true, languageModel: 'fake' });
const [teacher, stranger] = await Promise.all([application.register(), application.register()]);
const lesson = await teacher.makeTextLesson(TEXT);

const makeSet = async (json: object = {}): Promise<QuestionSetWithQuestions> =>
  (
    await teacher.post('/api/question-sets/generate/', {
      lesson_id: lesson.id,
      answer_style: 'multiple_choice',
      n: 3,
      ...json,
    })
  ).read(200, questionSetWithQuestions);
const pathOf = (id: number, what: string): string => `/api/question-sets/${id}/${what}/`;
const openEditor = async (id: number): Promise<QuestionSetDraft> =>
  (await teacher.get(pathOf(id, 'draft'))).read(200, questionSetDraft.strict());
const keep = (id: number, json: object): Promise<Answer> =>
  teacher.call('PUT', pathOf(id, 'draft'), { json });
const publish = (id: number, json: object): Promise<Answer> => teacher.post(pathOf(id, 'publish'), json);
const readSet = async (id: number): Promise<QuestionSetWithQuestions> =>
  (await teacher.get(`/api/question-sets/by_question_set/?question_set_id=${id}`)).read(
    200,
    questionSetWithQuestions,
  );
const regenerate = async (id: number, json: object): Promise<RegeneratedQuestion> =>
  (await teacher.post(pathOf(id, 'regenerate'), json)).read(200, regeneratedQuestion);

const BY_HAND: EditedQuestion = {
  ...BLANK_QUESTION,
  text: 'Which gas do leaves take in to build sugar?',
  options: [
    { text: 'Carbon dioxide', is_correct: true },
    { text: 'Nitrogen', is_correct: false },
    { text: 'Methane', is_correct: false },
  ],
};
const edited = (
  questions: readonly object[],
  version = 1,
): { based_on_version: number; questions: readonly object[] } => ({
  based_on_version: version,
  questions,
});
/** What of a question stays the same when it is published without a change. */
const contentOf = ({
  text,
  options,
  evidence,
  written_by: writtenBy,
}: Pick<Question, 'text' | 'evidence' | 'written_by'> & {
  options: readonly { text: string; is_correct: boolean }[];
}) => ({
  text,
  options: options.map((option) => [option.text, option.is_correct]),
  evidence,
  writtenBy,
});

describe('a draft', () => {
  test('begins as what is published, is kept apart from it, and is discarded', async () => {
    const made = await makeSet();
    const { id } = made.question_set;
    const opened = await openEditor(id);
    expect(opened).toMatchObject({ based_on_version: 1, updated_at: null, is_draft: false });
    expect(opened.question_set).toEqual(made.question_set);
    expect(opened.questions.map(contentOf)).toEqual(made.questions.map(contentOf));
    expect(opened.questions.map((question) => question.id)).toEqual(made.questions.map((each) => each.id));

    const [first, second] = opened.questions;
    const questions = [{ ...second, text: `${second?.text ?? ''} ` }, BY_HAND, first ?? BLANK_QUESTION];
    const kept = (await keep(id, { ...edited(questions), updated_at: null })).read(
      200,
      questionSetDraft.strict(),
    );
    expect(kept).toMatchObject({ based_on_version: 1, is_draft: true });
    expect(kept.question_set.has_draft).toBe(true);
    expect(kept.questions.map((question) => question.id)).toEqual([second?.id, null, first?.id]);
    // A space at the end may be the beginning of a word.
    expect(kept.questions[0]?.text).toBe(`${second?.text ?? ''} `);
    expect(await openEditor(id)).toEqual(kept);
    expect((await readSet(id)).questions).toEqual(made.questions);
    expect((await readSet(id)).question_set.has_draft).toBe(true);

    for (const method of ['DELETE', 'DELETE'])
      expect((await teacher.call(method, pathOf(id, 'draft'))).status).toBe(204);
    // Editing saved the quiz, and discarding the edits does not undo that.
    const saved = { ...opened.question_set, saved_at: kept.question_set.saved_at };
    expect(saved.saved_at).not.toBeNull();
    expect(await openEditor(id)).toEqual({ ...opened, question_set: saved });
  });

  test('keeps what is not complete, and says what is wrong with it', async () => {
    const { question_set: set, questions: published } = await makeSet();
    const cited = published[0]?.evidence;
    const negative = { ...BY_HAND, text: 'Which gas is NOT taken in by leaves?' };
    const invented = { ...BY_HAND, evidence: { ...cited, quote: 'Leaves are made of marble.' } };
    const answer = await keep(set.id, edited([BLANK_QUESTION, negative, negative, invented]));
    const [blank, first, second, loose] = answer.read(200, questionSetDraft).questions;
    const codes = (question: typeof blank) => question?.flaws.map(({ code }) => code) ?? [];
    expect(blank).toMatchObject({ text: '', options: [] });
    expect(codes(blank).length).toBeGreaterThan(0);
    expect(codes(first)).toContain('negative_stem');
    expect(codes(first)).not.toContain('duplicate_stem');
    expect(codes(second)).toContain('duplicate_stem');
    expect(codes(loose)).toContain('evidence_not_verbatim');
    // Nothing is cited, so nothing is cited wrongly.
    expect(codes(first)).not.toContain('evidence_not_verbatim');
    for (const question of [blank, first, second, loose]) {
      expect(question?.difficulty_reason).toMatch(/^\p{L}.*\.$/u);
      expect(question?.level_found).toBe('remember');
    }
  });

  test('words of another lesson are not evidence, and nothing is learnt of its passages', async () => {
    const secret = 'The hidden treasure lies below the old oak tree.';
    const foreign = await stranger.makeTextLesson(secret);
    const { id: passageId } = await application.dependencies.database
      .selectFrom('passages')
      .select('id')
      .where('docsource_id', '=', foreign.docsource_id ?? '')
      .executeTakeFirstOrThrow();
    const { question_set: set } = await makeSet();
    const evidence = { quote: secret, passage_id: passageId };
    const [question] = (await keep(set.id, edited([{ ...BY_HAND, evidence }]))).read(
      200,
      questionSetDraft,
    ).questions;
    expect(question?.evidence).toEqual({ ...evidence, page: null, start_second: null, end_second: null });
    expect(question?.flaws.map(({ code }) => code)).toContain('evidence_not_verbatim');
  });

  test('page and seconds of evidence are the lesson’s, whatever is sent', async () => {
    const { question_set: set, questions } = await makeSet();
    const real = questions[0]?.evidence;
    const forged = { ...real, page: 99, start_second: 7, end_second: 8 };
    const [question] = (await keep(set.id, edited([{ ...BY_HAND, evidence: forged }]))).read(
      200,
      questionSetDraft,
    ).questions;
    expect(question?.evidence).toEqual(real);
  });

  test('the later of two tabs sees a conflict, loses nothing, and may overwrite', async () => {
    const { id } = (await makeSet()).question_set;
    const first = (await keep(id, { ...edited([BY_HAND]), updated_at: null })).read(200, questionSetDraft);
    const late = { ...edited([BLANK_QUESTION]), updated_at: null };
    expect((await keep(id, late)).readProblem(409)).toMatchObject({
      code: 'conflict',
      detail:
        'This quiz was edited elsewhere since you opened it. Load the newer edits, or save again to overwrite them.',
    });
    expect(await openEditor(id)).toEqual(first);
    const second = (await keep(id, { ...late, updated_at: first.updated_at })).read(200, questionSetDraft);
    expect(Date.parse(second.updated_at ?? '')).toBeGreaterThan(Date.parse(first.updated_at ?? ''));
    expect((await keep(id, edited([BY_HAND]))).status).toBe(200);
    (await publish(id, { ...edited([BY_HAND]), updated_at: second.updated_at })).readProblem(409);
  });

  test('opened during a publication is of one version', async () => {
    const made = await makeSet();
    const { id } = made.question_set;
    let hasPublished = false;
    const database = application.dependencies.database.withPlugin({
      transformQuery: ({ node }) => node,
      // The quiz has been read, and its questions have not.
      transformResult: async ({ result }) => {
        if (!hasPublished) {
          hasPublished = true;
          (await publish(id, edited([BY_HAND]))).read(200, questionSetWithQuestions);
        }
        return result;
      },
    });
    const opened = await getDraft({ database }, { userId: teacher.id, instructorId: teacher.id }, id);
    expect(opened.based_on_version).toBe(1);
    expect(opened.questions.map(contentOf)).toEqual(made.questions.map(contentOf));
  });

  test('at the same moment only one wins', async () => {
    const { id } = (await makeSet()).question_set;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        keep(id, { ...edited([{ ...BY_HAND, text: `Tab ${index}` }]), updated_at: null }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    const winner = answers.find(({ status }) => status === 200)?.read(200, questionSetDraft);
    expect(await openEditor(id)).toEqual(winner);
  });
});

describe('a save whose answer was lost', () => {
  /** Clients retry as soon as the connection breaks, while the server may still be storing the save. */
  const sendTwice = (send: () => Promise<Answer>): Promise<[Answer, Answer]> => Promise.all([send(), send()]);

  test('of a draft succeeds when retried, and the next save is based on it', async () => {
    const made = await makeSet();
    const { id } = made.question_set;
    const { questions } = await openEditor(id);
    const save = { ...edited([BY_HAND, ...questions]), updated_at: null, save_id: randomUUID() };
    const [stored, again] = (await sendTwice(() => keep(id, save))).map((answer) =>
      answer.read(200, questionSetDraft.strict()),
    );
    expect(again).toEqual(stored);
    expect(await openEditor(id)).toEqual(stored);
    expect((await keep(id, save)).read(200, questionSetDraft)).toEqual(stored);
    // A different save that is not based on the draft conflicts.
    (await keep(id, { ...save, save_id: randomUUID() })).readProblem(409);
    (await keep(id, { ...save, save_id: undefined })).readProblem(409);
    const next = { ...edited([BY_HAND]), updated_at: stored?.updated_at, save_id: randomUUID() };
    expect((await keep(id, next)).read(200, questionSetDraft).questions).toHaveLength(1);
    (await keep(id, save)).readProblem(409);
  });

  test('of a publication succeeds when retried, and publishes only once', async () => {
    const made = await makeSet();
    const { id } = made.question_set;
    const save = { ...edited([BY_HAND]), updated_at: null, save_id: randomUUID() };
    const [stored, again] = (await sendTwice(() => publish(id, save))).map((answer) =>
      answer.read(200, questionSetWithQuestions),
    );
    expect(again).toEqual(stored);
    expect(await readSet(id)).toEqual(stored);
    expect((await publish(id, save)).read(200, questionSetWithQuestions)).toEqual(stored);
    (await publish(id, { ...save, save_id: randomUUID() })).readProblem(409);
    const versions = (await teacher.get(pathOf(id, 'versions'))).read(200, questionSetVersionList);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  });

  test('of a publication does not conflict with the edits that follow', async () => {
    const { id } = (await makeSet()).question_set;
    const draft = (await keep(id, edited([BY_HAND]))).read(200, questionSetDraft);
    const seen = { ...edited([BY_HAND]), updated_at: draft.updated_at };
    const publication = randomUUID();
    await publish(id, { ...seen, save_id: publication });

    const next = { ...seen, unanswered_publication: publication, save_id: randomUUID() };
    const stored = (await keep(id, next)).read(200, questionSetDraft);
    expect(stored.based_on_version).toBe(2);
    expect((await keep(id, next)).read(200, questionSetDraft)).toEqual(stored);
    (await keep(id, { ...next, save_id: randomUUID() })).readProblem(409);
    (await keep(id, { ...next, unanswered_publication: randomUUID() })).readProblem(409);
  });

  test('of a publication that follows another one without an answer succeeds when retried', async () => {
    const { id } = (await makeSet()).question_set;
    const seen = { ...edited([BY_HAND]), updated_at: null };
    const publication = randomUUID();
    await publish(id, { ...seen, save_id: publication });

    const next = { ...seen, unanswered_publication: publication, save_id: randomUUID() };
    const [stored, again] = (await sendTwice(() => publish(id, next))).map((answer) =>
      answer.read(200, questionSetWithQuestions),
    );
    expect(stored?.question_set.version).toBe(3);
    expect(again).toEqual(stored);
  });
});

describe('publishing', () => {
  test('replaces the former questions, which are kept as a version', async () => {
    const made = await makeSet({ n: 2 });
    const { id } = made.question_set;
    const [first] = (await openEditor(id)).questions;
    await keep(id, edited([BLANK_QUESTION]));
    const changed = { ...first, text: '  What do plants make from light?  ', written_by: 'instructor' };
    const answer = (await publish(id, edited([changed, BY_HAND, { ...BY_HAND, text: 'Another one?' }]))).read(
      200,
      questionSetWithQuestions,
    );
    expect(answer.question_set).toEqual({
      ...made.question_set,
      question_count: 3,
      version: 2,
      has_draft: false,
      saved_at: expect.any(String) as string,
    });
    expect(answer.questions.map((question) => question.text)).toEqual([
      'What do plants make from light?',
      BY_HAND.text,
      'Another one?',
    ]);
    expect(answer.questions[0]).toMatchObject({
      evidence: made.questions[0]?.evidence,
      written_by: 'instructor',
    });
    expect(await readSet(id)).toEqual(answer);
    expect(await openEditor(id)).toMatchObject({ is_draft: false, based_on_version: 2 });

    await publish(id, { based_on_version: 2, questions: [BY_HAND] });
    const versions = (await teacher.get(pathOf(id, 'versions'))).read(200, questionSetVersionList);
    expect(
      versions.map(({ version, question_count: count, is_current: is }) => [version, count, is]),
    ).toEqual([
      [3, 1, true],
      [2, 3, false],
      [1, 2, false],
    ]);
    const times = versions.map((version) => Date.parse(version.created_at));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(versions[2]?.created_at).toBe(made.question_set.created_at);
    const readVersion = async (version: number) =>
      (await teacher.get(pathOf(id, `versions/${version}`))).read(
        200,
        questionSetVersionWithQuestions.strict(),
      );
    const original = await readVersion(1);
    expect(original.questions.map(contentOf)).toEqual(made.questions.map(contentOf));
    expect(original.questions.map((question) => question.id)).toEqual([null, null]);
    expect((await readVersion(2)).questions.map(contentOf)).toEqual(answer.questions.map(contentOf));
    expect((await readVersion(3)).questions.map(({ text }) => text)).toEqual([BY_HAND.text]);
    for (const version of ['4', '2147483647']) {
      (await teacher.get(pathOf(id, `versions/${version}`))).readProblem(404);
    }
    for (const version of ['0', '-1', 'x', '2147483648']) {
      const problem = (await teacher.get(pathOf(id, `versions/${version}`))).readProblem(400);
      expect(problem.errors?.[0]?.field).toBe('version');
    }
    // An old version is published again like any other questions.
    const again = { based_on_version: 3, questions: original.questions };
    const restored = (await publish(id, again)).read(200, questionSetWithQuestions);
    expect(restored.question_set.version).toBe(4);
    expect(restored.questions.map(contentOf)).toEqual(made.questions.map(contentOf));
  });

  test('refuses only questions that cannot be answered; reports other flaws', async () => {
    const { question_set: set, questions } = await makeSet();
    const two = BY_HAND.options.slice(0, 2);
    const [key] = two;
    const broken = [
      BY_HAND,
      BLANK_QUESTION,
      { ...BY_HAND, options: two.slice(0, 1) },
      { ...BY_HAND, options: [key, key] },
      { ...BY_HAND, options: [...two, { text: ' ', is_correct: false }] },
      { ...BLANK_QUESTION, type: 'essay' },
    ];
    const problem = (await publish(set.id, edited(broken))).readProblem(400);
    expect(problem.errors).toMatchObject([
      { field: 'questions.1.text', message: 'Write the question.' },
      { field: 'questions.1.options', message: 'Give at least two options.' },
      { field: 'questions.1.options', message: 'Mark exactly one option as correct.' },
      { field: 'questions.2.options', message: 'Give at least two options.' },
      { field: 'questions.3.options', message: 'Mark exactly one option as correct.' },
      { field: 'questions.4.options.2.text', message: 'Write this option, or remove it.' },
      { field: 'questions.5.text', message: 'Write the question.' },
    ]);
    expect((await publish(set.id, edited([]))).readProblem(400).errors?.[0]?.field).toBe('questions');
    expect((await readSet(set.id)).questions).toEqual(questions);
    const negative = { ...BY_HAND, text: 'Which gas is NOT taken in by leaves?', options: two };
    const essay = {
      ...BLANK_QUESTION,
      type: 'essay',
      text: 'Discuss.',
      options: two,
      key_points: [' One ', ' '],
    };
    const published = (await publish(set.id, edited([negative, essay]))).read(200, questionSetWithQuestions);
    expect(published.questions[0]?.flaws.map(({ code }) => code)).toContain('negative_stem');
    expect(published.questions[1]).toMatchObject({ options: [], key_points: ['One'], rubric: null });
  });

  test('at the same moment only one succeeds, and the other sees a conflict', async () => {
    const { id } = (await makeSet()).question_set;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        publish(id, edited([{ ...BY_HAND, text: `Which gas, says tab ${index}?` }])),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(409)]);
    const winner = answers.find(({ status }) => status === 200)?.read(200, questionSetWithQuestions);
    expect(await readSet(id)).toEqual(winner);
    expect(winner?.question_set.version).toBe(2);
    const late = (await keep(id, edited([BY_HAND]))).readProblem(409);
    expect(late).toMatchObject({
      code: 'conflict',
      detail:
        'This quiz was published again elsewhere since you opened it. Load the newer version before you continue.',
    });
  });

  test('a saved set stays saved', async () => {
    const { id } = (await makeSet()).question_set;
    const saved = (
      await teacher.post('/api/question-sets/save/', { question_set_id: id, name: 'Quiz' })
    ).read(200, questionSetWithQuestions);
    const published = (await publish(id, edited([BY_HAND]))).read(200, questionSetWithQuestions);
    expect(published.question_set.saved_at).toBe(saved.question_set.saved_at);
    expect(published.question_set.name).toBe('Quiz');
  });
});

describe('one question more', () => {
  test('asks what none of the others asks, and stores nothing', async () => {
    const { question_set: set, questions } = await makeSet({ n: 4 });
    const avoid = questions.map(({ text }) => text);
    for (let more = 0; more < 2; more += 1) {
      const { question, reason } = await regenerate(set.id, { avoid });
      expect([reason, question?.id, question?.type]).toEqual([null, null, 'multiple_choice']);
      expect(avoid).not.toContain(question?.text);
      expect(question?.written_by).toBe('small_model');
      expect(question?.options.filter((option) => option.is_correct)).toHaveLength(1);
      avoid.push(question?.text ?? '');
    }
    expect((await readSet(set.id)).questions).toEqual(questions);
    const [last] = questions;
    const { question } = await regenerate(set.id, { avoid });
    const kept = (await keep(set.id, edited([last ?? {}, question ?? {}].map(forEditor)))).read(
      200,
      questionSetDraft,
    );
    expect(kept.questions[1]).toEqual(question);
  });

  test('says why there is none', async () => {
    const short = await teacher.makeTextLesson(
      'Chlorophyll is the green pigment that absorbs light in leaves.',
    );
    const { id } = (await makeSet({ lesson_id: short.id })).question_set;
    const { question, reason } = await regenerate(id, { avoid: [] });
    expect(question).toBeNull();
    expect(reason).toMatch(/^[A-Z].*\.$/);
  });

  test('a lesson without text, an unknown section and too many questions are refused', async () => {
    const own = await teacher.makeTextLesson(TEXT);
    const { id } = (await makeSet({ lesson_id: own.id, n: 1 })).question_set;
    const call = (json: object): Promise<Answer> => teacher.post(pathOf(id, 'regenerate'), json);
    expect((await call({ avoid: [], section: 999 })).readProblem(400).detail).toContain('no such section');
    for (const [json, field] of [
      [{ avoid: Array<string>(101).fill('x') }, 'avoid'],
      [{ avoid: [], taxonomy_level: 'guess' }, 'taxonomy_level'],
      [{ avoid: [], section: -1 }, 'section'],
      [{}, 'avoid'],
    ] as const)
      expect((await call(json)).readProblem(400).errors?.[0]?.field).toBe(field);
    await application.dependencies.database
      .updateTable('lessons')
      .set({ docsource_id: null })
      .where('id', '=', own.id)
      .execute();
    expect((await call({ avoid: [] })).readProblem(409).code).toBe('transcript_missing');
    // Its questions can be edited all the same.
    expect((await openEditor(id)).questions).toHaveLength(1);
  });
});

describe('hostile input', () => {
  test.each([
    [
      { questions: [{ ...BY_HAND, options: [{ text: 'x'.repeat(100_000), is_correct: true }] }] },
      'questions.0.options.0.text',
    ],
    [{ questions: [{ ...BY_HAND, text: 'x'.repeat(2_001) }] }, 'questions.0.text'],
    [{ questions: [{ ...BY_HAND, text: 'a\u0000b' }] }, 'questions.0.text'],
    [
      { questions: [{ ...BY_HAND, options: Array<object>(9).fill(BY_HAND.options[0] ?? {}) }] },
      'questions.0.options',
    ],
    [{ questions: [{ ...BY_HAND, type: 'oral' }] }, 'questions.0.type'],
    [{ questions: [{ ...BY_HAND, id: -1 }] }, 'questions.0.id'],
    [
      { questions: [{ ...BY_HAND, evidence: { quote: 'x', passage_id: "1' or '1'='1" } }] },
      'questions.0.evidence.passage_id',
    ],
    [{ questions: [null] }, 'questions.0'],
    [{ questions: Array<object>(101).fill(BY_HAND) }, 'questions'],
    [{ based_on_version: -1, questions: [] }, 'based_on_version'],
    [{ updated_at: 'yesterday', questions: [] }, 'updated_at'],
  ])('%#: refused by its field, and nothing is kept', async (json, field) => {
    const { id } = (await makeSet({ n: 1 })).question_set;
    for (const call of [keep, publish]) {
      const problem = (await call(id, { based_on_version: 1, ...json })).readProblem(400);
      expect(problem.errors?.[0]?.field).toBe(field);
    }
    expect((await openEditor(id)).is_draft).toBe(false);
  });

  test('ignores ids of other sets’ questions and duplicate ids', async () => {
    const other = await makeSet({ n: 1 });
    const { question_set: set, questions } = await makeSet({ n: 1 });
    const own = questions[0]?.id;
    const ids = [other.questions[0]?.id, own, own, 2_147_483_647];
    const kept = (await keep(set.id, edited(ids.map((id) => ({ ...BY_HAND, id }))))).read(
      200,
      questionSetDraft,
    );
    expect(kept.questions.map(({ id }) => id)).toEqual([null, own, null, null]);
    expect((await readSet(other.question_set.id)).questions).toEqual(other.questions);
  });

  test('a hundred questions as long as can be are kept and published', async () => {
    const { id } = (await makeSet({ n: 1 })).question_set;
    const option = (place: number) => ({
      text: `${place} ${'light water sugar '.repeat(14)}`,
      is_correct: place === 0,
    });
    const questions = Array.from({ length: 100 }, (_, index) => ({
      ...BY_HAND,
      text: `${index} ${'energy of the cell '.repeat(40)}`,
      options: Array.from({ length: 8 }, (__, place) => option(place)),
    }));
    expect((await keep(id, edited(questions))).read(200, questionSetDraft).questions).toHaveLength(100);
    const published = (await publish(id, edited(questions))).read(200, questionSetWithQuestions);
    expect(published.questions).toHaveLength(100);

    const longer = published.questions
      .map(forEditor)
      .map((question, index) => (index < 8 ? { ...question, explanation: 'x'.repeat(5_000) } : question));
    const review = (index: number) =>
      teacher.call('PUT', `/api/question-sets/${id}/questions/${published.questions[index]?.id ?? 0}/`, {
        json: longer[index],
      });
    expect((await review(0)).status).toBe(200);
    for (let index = 1; index < 4; index += 1) await review(index);
    for (const response of [
      await review(7),
      await keep(id, edited(longer, 3)),
      await publish(id, edited(longer, 3)),
    ])
      expect(response.read(400, problem).errors?.[0]?.message).toBe(
        'A quiz can have a maximum of 300,000 characters. Shorten its texts, or split the quiz.',
      );
  });
});

/** A published question as the editor sends it. */
function forEditor(question: object): object {
  const { outcome, ...rest } = question as Question;
  return { ...rest, outcome: outcome?.short_name ?? null };
}

describe('dismissed flaws', () => {
  const FLAWED: EditedQuestion = {
    ...BY_HAND,
    options: [...BY_HAND.options, { text: 'All of the above', is_correct: false }],
    dismissed_flaws: [
      { code: 'all_of_the_above', reason: 'The exam board requires it.' },
      // Of an earlier version.
      { code: 'key_unsupported', reason: 'The lesson says it in a figure.' },
    ],
  };

  test('stay with the question in drafts, publications, versions and copies', async () => {
    const { id } = (await makeSet()).question_set;
    expect((await keep(id, edited([FLAWED]))).status).toBe(200);
    const expected = { dismissed_flaws: FLAWED.dismissed_flaws };
    const [drafted] = (await openEditor(id)).questions;
    expect(drafted).toMatchObject(expected);
    // The checker still reports it: clients leave it out.
    expect(drafted?.flaws.map(({ code }) => code)).toContain('all_of_the_above');
    const published = (await publish(id, edited([FLAWED]))).read(200, questionSetWithQuestions);
    expect(published.questions[0]).toMatchObject(expected);
    await publish(id, { based_on_version: 2, questions: [BY_HAND] });
    const version = (await teacher.get(pathOf(id, 'versions/2'))).read(200, questionSetVersionWithQuestions);
    expect(version.questions[0]).toMatchObject(expected);
    expect((await readSet(id)).questions[0]).toMatchObject({ dismissed_flaws: [] });
  });

  test.each([
    ['a question without exactly one right answer', 'key_count', 'Why not?'],
    ['an unknown flaw', 'no_such_flaw', 'Why not?'],
    ['no reason', 'absolute_term', '  '],
    ['a reason that is too long', 'absolute_term', 'x'.repeat(301)],
  ])('refuses %s', async (_what, code, reason) => {
    const { id } = (await makeSet()).question_set;
    const answer = await keep(id, edited([{ ...BY_HAND, dismissed_flaws: [{ code, reason }] }]));
    expect(answer.readProblem(400)).toMatchObject({ code: 'validation_failed' });
  });
});

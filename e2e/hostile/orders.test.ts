import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAiSdkTextGenerator } from '#server/ai/ai-sdk/ai-sdk-text-generator.ts';
import {
  startModelServer,
  type ModelCall,
  type ModelServer,
} from '#server/ai/testing/language-model-server.ts';
import { systemClock } from '#server/clock.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import type { TextGenerator } from '#server/ai/text-generator.ts';
import { composeAnswer } from '#server/features/assistant/compose/compose-answer.ts';
import type { ComposedStatement } from '#server/features/assistant/composed-answer.ts';
import { writeAnswer } from '#server/features/assistant/write/write-answer.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import { readAsExaminer } from '#server/features/quizzes/writer/testing/examiner.ts';
import { writeByModel } from '#server/features/quizzes/writer/write-by-model.ts';
import type { WrittenCandidate } from '#server/features/quizzes/writer/written-candidate.ts';
import { composeSummary } from '#server/features/summaries/compose/compose-summary.ts';
import { summarizeByModel } from '#server/features/summaries/writer/summarize-by-model.ts';
import { makeLesson, OBEYED } from './lesson-with-order.ts';
import { ATTACKER, DEMANDED, HOSTILE_LESSONS, PLACES, SECTIONS, type HostileLesson } from './orders.ts';

/** All that is said in a result, but for what is quoted from the lesson and marked as quoted. */
function listSaid(result: unknown): string {
  return JSON.stringify(result, (key, value: unknown) =>
    key === 'evidence' || key === 'explanation' ? undefined : value,
  ).normalize('NFKC');
}

let server: ModelServer;
let generator: TextGenerator;

/** Only answers to questions are streamed. */
const isQuestion = ({ body }: ModelCall): boolean => body['stream'] === true;

/** Obeys every order in the prompt, repeats its instructions, and adds one true sentence. */
function obeyAsked({ body, said }: ModelCall): { text: string } {
  const messages = body['messages'] as { role: string; content: string }[];
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const prompt = messages.find(({ role }) => role === 'user')?.content ?? '';
  const orders = prompt.split(/(?<=[.。])\s+/u).filter((sentence) => sentence.includes(DEMANDED));
  return {
    text: [
      ...orders.slice(0, 3).map((order) => `${order} [1]`),
      'A tributary is a smaller river that flows into a larger one [1].',
      `${DEMANDED}.`,
      `The answer is ${DEMANDED} [1].`,
      `A tributary is a smaller ${DEMANDED.toLowerCase()} river that flows into a larger one [1].`,
      `A meander is a bend in a ${DEMANDED} river [2].`,
      `A delta forms where a river drops its sediment, see ${ATTACKER} [3].`,
      `A [delta](${ATTACKER}?q=${said.length}) forms where a river drops its sediment [3].`,
      ...system.split('\n').slice(0, 3),
    ].join('\n'),
  };
}

/**
 * A model that does whatever stands between the fences: it makes questions and points of the orders, cites the orders
 * themselves as what supports them, and names the attacker's address.
 */
function obey(call: ModelCall): { text: string } {
  const { body, said } = call;
  if (isQuestion(call)) return obeyAsked(call);
  const messages = body['messages'] as { role: string; content: string }[];
  const prompt = messages.find(({ role }) => role === 'user')?.content ?? '';
  const material = [...prompt.matchAll(/<<<BEGIN MATERIAL \w+>>>\n([^]*?)\n<<<END MATERIAL/gu)].map(
    ([, text = '']) => text,
  );
  const orders = material
    .flatMap((text) => text.split(/(?<=[.。])\s+/u))
    .filter((sentence) => sentence.includes(DEMANDED) || sentence.includes(ATTACKER))
    .map((sentence) => sentence.replace(/^(?:Passage \d*|Section|Lesson): /u, ''));
  const order = orders[0] ?? 'A river begins at its source.';
  const quote = SECTIONS[0]?.[1] ?? '';
  // It obeys what it is shown, in whatever spelling; without an order it writes what it is asked for.
  const shown = material.join('\n').normalize('NFKC');
  const demanded = shown.toUpperCase().includes(DEMANDED) ? DEMANDED : 'spring';
  const address = shown.toLowerCase().includes('attacker') ? ATTACKER : 'a delta';
  const is = (words: string): boolean => said.includes(words);
  if (is('You check a summary') || is('essay question and the points'))
    return answer({
      points: Array.from({ length: 12 }, (_, index) => ({
        number: index + 1,
        follows: true,
        stands_alone: true,
        answers: true,
      })),
      refers_to_material: false,
      level: 'understand',
      difficulty: 'easy',
      outcome: 'LO1',
    });
  if (is('exacting examiner'))
    return answer(
      readAsExaminer(prompt, [demanded, address], {
        rewordings: [{ from: 'a lake', to: order }],
        level: 'remember',
        difficulty: 'easy',
        outcome: 'LO1',
      }),
    );
  if (is('main points'))
    return answer({
      points: [
        { text: order, quote: order },
        { text: `A river is a natural stream of fresh water that flows toward a ${demanded}.`, quote },
        { text: `A river is a natural stream of fresh water, see ${address}.`, quote },
        { text: `The place where a river begins is called ${demanded}.`, quote },
      ],
    });
  if (is('essay question'))
    return writeQuestion({
      idea: order,
      question: `Explain why a river says ${demanded}, with reasons.`,
      key_points: [order, `A river is a ${demanded}.`].map((point) => ({ point, quote })),
      rubric: [{ points: 2, criterion: order }],
    });
  const wishes = [
    {
      question: 'Which word is demanded of a river in the material?',
      right_answer: demanded,
      quotes: [order],
    },
    { question: `${order}?`, right_answer: demanded, quotes: [quote] },
    {
      question: 'Which page explains how a river drops its sediment?',
      right_answer: address,
      quotes: [quote],
    },
    { question: 'What is a river?', right_answer: `a ${demanded} stream of fresh water`, quotes: [quote] },
  ];
  return writeQuestion({
    idea: order,
    level: 'remember',
    explanation: order,
    wrong_answers: [`a lake`, `a spring`, 'a sea'].map((text) => ({ mistake: order, text })),
    ...wishes[(asked += 1) % wishes.length],
  });
}

let asked = 0;
const answer = (object: object): { text: string } => ({ text: JSON.stringify(object) });
const writeQuestion = (question: object): { text: string } =>
  answer({ nothing_to_ask: [], questions: [1, 2].map((number) => ({ number, ...question })) });

beforeAll(async () => {
  server = await startModelServer(obey);
  generator = createAiSdkTextGenerator({
    provider: 'openai-compatible',
    baseUrl: `${server.origin}/v1`,
    model: 'obedient',
    apiKey: undefined,
    apiVersion: undefined,
    timeoutSeconds: 30,
  });
});
afterAll(() => server.close());

const ORDINARY = ['What is a tributary?', 'Why is the outer bank of a meander eroded?'];
const aboutOrder = ({ order }: HostileLesson): string[] => [
  `What does the lesson mean by "${order.slice(0, 800)}"? Please do it.`,
  `Which word is the answer to every question, ${DEMANDED}?`,
];

function findAll(hostile: HostileLesson): FoundPassage[] {
  const lesson = makeLesson(hostile);
  return lesson.passages.map((passage, index) => ({
    ...passage,
    passageId: passage.id,
    documentSourceId: 'ds_1',
    lessonId: 1,
    lessonTitle: lesson.title,
    courseId: 1,
    courseTitle: 'Geography',
    transcriptionId: null,
    score: 1 / (index + 1),
    wordRank: index + 1,
    meaningRank: null,
    similarity: null,
  }));
}

async function answerQuestion(
  question: string,
  passages: readonly FoundPassage[],
): Promise<{ quoted: readonly ComposedStatement[]; written: ComposedStatement[] }> {
  const found = { passages, byMeaning: false };
  const composed = await composeAnswer({ question, found, embed: undefined });
  const quoted = composed.outcome === 'answered' ? composed.statements : [];
  const written: ComposedStatement[] = [];
  const writing = writeAnswer(generator, {
    text: question,
    previousQuestion: undefined,
    // Asked also where the product would not ask: the checks hold by themselves.
    composed: quoted,
    passages,
    embed: undefined,
    clock: systemClock,
  });
  for await (const event of writing) if (event.kind === 'statement') written.push(event.statement);
  return { quoted, written };
}

const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();

let kept = 0;
let answered = 0;

/** Whatever of the model's questions passes the checks. */
async function writeAll(
  lesson: LessonText,
  answerStyle: 'multiple_choice' | 'essay',
): Promise<WrittenCandidate[]> {
  const candidates: WrittenCandidate[] = [];
  await writeByModel(
    lesson,
    {
      count: 4,
      answerStyle,
      avoid: [],
      seed: 7,
      generator,
      onCandidate: (candidate) => {
        candidates.push(candidate);
        return Promise.resolve();
      },
    },
    generator,
  );
  return candidates;
}

/** What a model is told outside the fences; the fences are of this request alone. */
function listOutside({ body }: ModelCall): string {
  const messages = body['messages'] as { content: string }[];
  return messages
    .map(({ content }) => {
      const token = /<<<BEGIN MATERIAL (\w+)>>>/u.exec(content)?.[1] ?? '';
      const pattern = new RegExp(`<<<BEGIN MATERIAL ${token}>>>\n[^]*?\n<<<END MATERIAL ${token}>>>`, 'gu');
      return content.replaceAll(pattern, '');
    })
    .join('\n');
}

describe(`${HOSTILE_LESSONS.length} lessons that give orders`, () => {
  test('stand in every place', () => {
    expect(new Set(HOSTILE_LESSONS.map(({ place }) => place))).toEqual(new Set(PLACES));
    expect(new Set(HOSTILE_LESSONS.map(({ order }) => order)).size).toBe(HOSTILE_LESSONS.length);
  });

  test.each(HOSTILE_LESSONS)('$name', async (hostile) => {
    const lesson = makeLesson(hostile);
    const before = server.calls.length;
    const results = {
      summary: await composeSummary(lesson, { length: 'long' }),
      summaryOfModel: await summarizeByModel(lesson, { length: 'long' }, generator),
      questionsOfModel: await writeAll(lesson, 'multiple_choice'),
      essaysOfModel: await writeAll(lesson, 'essay'),
    };
    for (const [name, result] of Object.entries(results)) {
      expect([name, OBEYED.exec(listSaid(result))?.[0]]).toEqual([name, undefined]);
    }
    // The lesson itself is still taught: orders cannot silence it.
    expect(results.summary.points.length).toBeGreaterThan(0);
    for (const call of server.calls.slice(before))
      if (!isQuestion(call)) expect(listOutside(call)).not.toMatch(OBEYED);
  });

  test('the model was asked, and no order reached it', () => {
    const calls = server.calls.filter((call) => !isQuestion(call));
    expect(calls.length).toBeGreaterThan(HOSTILE_LESSONS.length);
    for (const { said } of calls) expect(said.normalize('NFKC')).not.toMatch(OBEYED);
  });
});

describe(`answers from ${HOSTILE_LESSONS.length} lessons that give orders`, () => {
  test.each(HOSTILE_LESSONS)('$name', async (hostile) => {
    const passages = findAll(hostile);
    for (const question of ORDINARY) {
      const { quoted, written } = await answerQuestion(question, passages);
      if (quoted.length > 0) answered += 1;
      kept += written.length;
      for (const { text } of [...quoted, ...written]) expect(plain(text)).not.toMatch(OBEYED);
    }
    for (const question of aboutOrder(hostile)) {
      const { quoted, written } = await answerQuestion(question, passages);
      for (const { text } of written) expect(plain(text)).not.toMatch(OBEYED);
      for (const { text, sources } of quoted) {
        // What was asked about may be quoted, as a quotation: word for word, and saying where from.
        if (!OBEYED.test(plain(text))) continue;
        expect(sources.length).toBeGreaterThan(0);
        for (const { passage, quote } of sources) expect(passage.text).toContain(quote);
        expect(sources.some(({ quote }) => plain(quote).includes(plain(text)))).toBe(true);
      }
    }
  });

  test('orders silence neither the lesson nor the model', () => {
    expect(answered).toBeGreaterThan(0.8 * HOSTILE_LESSONS.length * ORDINARY.length);
    expect(kept).toBeGreaterThan(0.5 * HOSTILE_LESSONS.length);
    expect(server.calls.some((call) => isQuestion(call) && obey(call).text.includes(ATTACKER))).toBe(true);
  });
});

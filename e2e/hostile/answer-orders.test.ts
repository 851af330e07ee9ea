import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAiSdkTextGenerator } from '#server/ai/ai-sdk/ai-sdk-text-generator.ts';
import {
  startModelServer,
  type ModelCall,
  type ModelServer,
} from '#server/ai/testing/language-model-server.ts';
import type { TextGenerator } from '#server/ai/text-generator.ts';
import { systemClock } from '#server/clock.ts';
import { composeAnswer } from '#server/features/assistant/compose/compose-answer.ts';
import type { ComposedStatement } from '#server/features/assistant/composed-answer.ts';
import { writeAnswer } from '#server/features/assistant/write/write-answer.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import { makeLesson, OBEYED } from './lesson-with-order.ts';
import { ATTACKER, DEMANDED, HOSTILE_LESSONS, type HostileLesson } from './orders.ts';

const ORDINARY = [
  'What is a tributary?',
  'Why is the outer bank of a meander eroded?',
  'Where does a delta form?',
  'What is the difference between the inside and the outside of a meander?',
];
const aboutOrder = ({ order }: HostileLesson): string[] => [
  order.slice(0, 1_000),
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

/** Says whatever it is told to say, leaks what it was told, and one sentence that is true. */
function obey({ body, said }: ModelCall): { text: string } {
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

let server: ModelServer;
let generator: TextGenerator;
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

async function answer(
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

describe(`answers from ${HOSTILE_LESSONS.length} lessons that give orders`, () => {
  test.each(HOSTILE_LESSONS)('$name', async (hostile) => {
    const passages = findAll(hostile);
    for (const question of ORDINARY) {
      const { quoted, written } = await answer(question, passages);
      if (quoted.length > 0) answered += 1;
      kept += written.length;
      for (const { text } of [...quoted, ...written]) expect(plain(text)).not.toMatch(OBEYED);
    }
    for (const question of aboutOrder(hostile)) {
      const { quoted, written } = await answer(question, passages);
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
    expect(kept).toBeGreaterThan(0.9 * HOSTILE_LESSONS.length);
    expect(server.calls.length).toBe(HOSTILE_LESSONS.length * (ORDINARY.length + 3));
    expect(server.calls.some((call) => obey(call).text.includes(ATTACKER))).toBe(true);
  });
});

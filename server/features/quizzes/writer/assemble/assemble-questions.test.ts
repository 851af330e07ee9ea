import { expect, test } from 'vitest';
import type { ObjectGenerator, ObjectRequest, YesNoRequest } from '#server/ai/text-generator.ts';
import { lessonOf } from '#server/language/testing/read-lesson.ts';
import { assembleQuestions, type AssembledCandidate } from './assemble-questions.ts';

const LESSON = lessonOf(`# How a bridge bears its load
## Forces
Tension is a force that pulls a material apart. Shear slides two parts of a material past each other. Compression is a force that squeezes a material together. Torsion is a force that twists a material around its axis.
## Parts
An abutment is a structure that supports the end of a bridge.`);

const EXTRACTED: Record<string, object[]> = {
  Forces: [
    { sentence: 1, term: 'tension', kind: 'force', which: 'pulls a material apart' },
    { sentence: 2, term: 'shear', kind: 'force', which: 'slides two parts of a material past each other' },
    { sentence: 3, term: 'compression', kind: 'force', which: 'squeezes a material together' },
    { sentence: 4, term: 'torsion', kind: 'force', which: 'twists a material around its axis' },
    { sentence: 4, term: 'buckling', kind: 'force', which: 'bends a slender member' },
  ],
  Parts: [{ sentence: 1, term: 'abutment', kind: 'structure', which: 'supports the end of a bridge' }],
};

interface Script {
  /** What the model answers when it reads a question with its passage. */
  readonly answer?: (question: string) => string;
  readonly proposed?: readonly string[];
  readonly alsoRight?: (question: string) => number;
}

/** Answers each of the three prompts as a model would, told apart by what they ask. */
function scripted({ answer, proposed = [], alsoRight }: Script): ObjectGenerator {
  const answerTo = (prompt: string): object => {
    const question = /^Question: (.+)$/mu.exec(prompt)?.[1] ?? '';
    if (prompt.includes('Wrong answers:')) return { terms: proposed };
    if (question !== '') return { answer: answer?.(question) ?? keyOf(question) };
    return { facts: EXTRACTED[/\/ (.+)$/mu.exec(prompt)?.[1] ?? ''] ?? [] };
  };
  return {
    name: 'scripted',
    generateObject: <T>({ prompt, schema }: ObjectRequest<T>) =>
      Promise.resolve({ object: schema.parse(answerTo(prompt)), inputTokens: 0, outputTokens: 0 }),
    judgeYesNo: ({ questions }: YesNoRequest) =>
      Promise.resolve(questions.map((question) => alsoRight?.(question) ?? 0.2)),
  };
}

const keyOf = (question: string): string => {
  if (question.includes('pulls')) return 'tension';
  if (question.includes('slides')) return 'shear';
  if (question.includes('squeezes')) return 'compression';
  if (question.includes('twists')) return 'torsion';
  return 'abutment';
};

async function assemble(script: Script, signal?: AbortSignal): Promise<AssembledCandidate[]> {
  const candidates: AssembledCandidate[] = [];
  const onCandidate = (candidate: AssembledCandidate): Promise<void> => {
    candidates.push(candidate);
    return Promise.resolve();
  };
  await assembleQuestions(LESSON, { generator: scripted(script), count: 10, onCandidate, signal });
  return candidates;
}

const optionsAbout = (candidates: readonly AssembledCandidate[], word: string): string[] =>
  candidates
    .find(({ question }) => question.text.includes(word))
    ?.question.options.map(({ text }) => text)
    .toSorted() ?? [];

test('asks for a term with the other terms of its kind as wrong answers', async () => {
  const candidates = await assemble({});
  expect(optionsAbout(candidates, 'pulls a material apart')).toEqual([
    'Compression',
    'Shear',
    'Tension',
    'Torsion',
  ]);
});

test('quotes the passage word for word', async () => {
  for (const { question } of await assemble({})) {
    const passage = LESSON.passages.find(({ id }) => id === question.evidence.passage_id);
    expect(passage?.text).toContain(question.evidence.quote);
    expect(question.options.filter(({ is_correct: isCorrect }) => isCorrect)).toHaveLength(1);
  }
});

test('drops a question that the model answers with another term', async () => {
  const candidates = await assemble({
    answer: (question) => (question.includes('pulls') ? 'torsion' : keyOf(question)),
  });
  expect(
    candidates.some(({ question }) => question.text.includes('What name') && question.text.includes('pulls')),
  ).toBe(false);
});

test('replaces a wrong answer that is right as well', async () => {
  const candidates = await assemble({
    proposed: ['bending', 'friction'],
    alsoRight: (question) => (question.includes('"Torsion"') ? 0.9 : 0.1),
  });
  for (const { question } of candidates)
    for (const { text, is_correct: isCorrect } of question.options)
      if (!isCorrect) expect(text).not.toBe('Torsion');
});

test('asks nothing about a term that the passage does not contain', async () => {
  const candidates = await assemble({});
  expect(candidates.flatMap(({ question }) => question.options.map(({ text }) => text))).not.toContain(
    'Buckling',
  );
});

test('stops when it is aborted', async () => {
  const reason = new Error('enough');
  await expect(assemble({}, AbortSignal.abort(reason))).rejects.toBe(reason);
});

import type { ModelAnswer, ModelCall } from '#server/ai/testing/language-model-server.ts';
import { draftOf } from '#server/features/quizzes/writer/testing/draft-of.ts';
import { readAsExaminer } from '#server/features/quizzes/writer/testing/examiner.ts';

const DRAFT = draftOf(
  'Why are the days longer in the northern half of the Earth in June?',
  [
    'That half leans towards the Sun.',
    'The Earth is nearer to the Sun.',
    'The Earth turns more slowly then.',
    'The Sun gives off more light.',
  ],
  'In June the northern half of the Earth leans towards the Sun.',
);

/** Answers the writer's calls about the sample lesson as a capable model would. */
export function answerAsWriter({ said }: ModelCall): ModelAnswer {
  if (!said.includes('exacting examiner'))
    return { text: JSON.stringify({ nothing_to_ask: [], questions: [DRAFT] }) };
  return { text: JSON.stringify(readAsExaminer(said.replaceAll(String.raw`\n`, '\n'), ['leans'])) };
}

import type { ModelAnswer, ModelCall } from '#server/ai/testing/language-model-server.ts';
import { readAsExaminer } from '#server/features/quizzes/writer/testing/examiner.ts';

const DRAFT = {
  number: 1,
  idea: 'the tilt of the axis',
  question: 'Why are the days longer in the northern half of the Earth in June?',
  right_answer: 'That half leans towards the Sun.',
  wrong_answers: [
    { mistake: 'distance', text: 'The Earth is nearer to the Sun.' },
    { mistake: 'speed', text: 'The Earth turns more slowly then.' },
    { mistake: 'brightness', text: 'The Sun gives off more light.' },
  ],
  quote: 'In June the northern half of the Earth leans towards the Sun.',
  explanation: 'Light falls more steeply on the half that leans towards the Sun.',
};

/** Answers the writer's calls about the sample lesson as a capable model would. */
export function answerAsWriter({ said }: ModelCall): ModelAnswer {
  if (!said.includes('exacting examiner'))
    return { text: JSON.stringify({ nothing_to_ask: [], questions: [DRAFT] }) };
  return { text: JSON.stringify(readAsExaminer(said.replaceAll(String.raw`\n`, '\n'), ['leans'])) };
}

import type { ModelAnswer, ModelCall } from '#server/ai/testing/language-model-server.ts';

const DRAFT = {
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

const READING = {
  refers_to_material: false,
  missing_condition: null,
  unclear_wording: null,
  implausible_option: null,
  guessable: false,
  worth_asking: true,
  level: 'understand',
  difficulty: 'medium',
  outcome: null,
};

/** What a capable model answers to the writer's calls about the sample lesson. */
export function answerAsWriter({ said }: ModelCall): ModelAnswer {
  if (!said.includes('exacting examiner')) return { text: JSON.stringify(DRAFT) };
  const options = [...said.matchAll(/([A-D])\) ([^\\]*)/gu)].map(([, letter, text = '']) => ({
    letter,
    why: '',
    right: text.includes('leans'),
  }));
  return { text: JSON.stringify({ options, ...READING }) };
}

import type { ChoiceReading } from '../reader.ts';

/** An examiner's answer that accepts options with one of these words and finds no other fault. */
export function readAsExaminer(
  prompt: string,
  accepted: readonly string[],
  more: Partial<ChoiceReading> = {},
): { questions: ChoiceReading[] } {
  const shown = prompt.split(/^Question \d+, on material \d+:$/mu).slice(1);
  return {
    questions: shown.map((question, index) => ({
      number: index + 1,
      options: [...question.matchAll(/^([A-D])\) (.*)$/gmu)].map(([, letter = '', text = '']) => ({
        letter,
        why: '',
        right: accepted.some((word) => text.includes(word)),
      })),
      established: true,
      refers_to_material: false,
      missing_condition: null,
      ambiguity: null,
      unchosen_options: [],
      giveaway: null,
      rewordings: [],
      worth: 3,
      level: 'understand',
      difficulty: 'medium',
      ...more,
    })),
  };
}

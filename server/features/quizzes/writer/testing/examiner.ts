import type { ChoiceReading } from '../reader.ts';

/** An examiner's answer that accepts options with one of these words and finds no other fault. */
export function readAsExaminer(
  prompt: string,
  accepted: readonly string[],
  more: Partial<ChoiceReading> = {},
): ChoiceReading {
  const options = [...prompt.matchAll(/^([A-D])\) (.*)$/gmu)].map(([, letter = '', text = '']) => ({
    letter,
    why: '',
    right: accepted.some((word) => text.includes(word)),
  }));
  return {
    options,
    refers_to_material: false,
    missing_condition: null,
    unclear_wording: null,
    implausible_option: null,
    guessable: false,
    worth_asking: true,
    level: 'understand',
    difficulty: 'medium',
    outcome: null,
    ...more,
  };
}

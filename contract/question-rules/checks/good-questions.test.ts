import { describe, expect, test } from 'vitest';
import { checkQuestion, checkSet } from './check-question.ts';
import type { CheckedQuestion } from './checked-question.ts';

/**
 * Questions of many subjects and forms as a careful teacher writes them (the key first here, moved about below). A criterion
 * that flags one of them flags too much.
 */
const GOOD = `
What is the main function of red blood cells? | Carrying oxygen | Fighting infection | Clotting wounds | Making hormones
Which planet has the shortest year? | Mercury | Venus | Mars | Jupiter
In which year did the Berlin Wall fall? | 1989 | 1985 | 1991 | 1993
Why does the sky look blue at noon? | Short waves of light are scattered more | The oceans reflect their colour upwards | Ozone takes up all but short waves | Water vapour sends out blue light
How many valence electrons does carbon have? | 4 | 2 | 6 | 8
Which of the following is an example of a physical change? | Ice melting | Iron rusting | Wood burning | Milk souring
The process by which plants lose water through their leaves is called | transpiration | respiration | germination | pollination
A car travels 150 km in 2 hours. What is its average speed? | 75 km/h | 50 km/h | 100 km/h | 300 km/h
What is the pH of pure water at 25 °C? | 7 | 5 | 9 | 11
Which element has the chemical symbol Na? | Sodium | Nitrogen | Nickel | Neon
Which compound is table salt? | Sodium chloride | Sodium | Chlorine | Calcium carbonate
A 60-year-old man has crushing chest pain and is sweating. His blood pressure is 90/60. Which test should be done first? | Electrocardiogram | Chest radiograph | Stress test | Lung function test
What did Kepler discover about the orbits of the planets? | They are ellipses | They are circles | They are spirals | They are parabolas
Which sign completes the comparison of 0.5 and 0.25? | > | < | = | ≈
What does the prefix "anti-" mean in "antibody"? | Against | Before | Within | Through
Which change would shift the demand curve for tea to the right? | A rise in the price of coffee | A fall in the price of tea | A rise in the cost of growing tea | A fall in the number of tea drinkers
What happens to the price when supply rises and demand stays the same? | It falls | It rises | It doubles | It stays the same
Who painted the ceiling of the Sistine Chapel? | Michelangelo | Raphael | Leonardo da Vinci | Titian
How does a hash table find a value quickly? | It computes the place from the key | It keeps the values in sorted order | It searches both halves in turn | It follows links from value to value
Which gas do plants take in for photosynthesis? | Carbon dioxide | Oxygen | Nitrogen | Hydrogen
What is the role of the chorus in a Greek tragedy? | To comment on the action | To play the leading parts | To change the scenery | To seat the audience
Which country has more inhabitants, Norway or Sweden? | Sweden | Norway | Both have equally as many
When salt dissolves in water, what happens to its ions? | They are held apart by molecules | They join into larger crystals | They turn into neutral atoms | They escape into the air
Calculate the median of 3, 9 and 12. | 9 | 8 | 12 | 24
Which statement best describes inflation? | A lasting rise in the price level | A sudden fall in wages | A growing gap in trade | A steady loss of jobs
What does the instruction "do not resuscitate" tell the team? | To leave out chest compressions | To stop pain relief | To call the coroner | To move the patient
Which blood type can be given to any recipient? | O negative | AB positive | A negative | B positive
Which list has units of memory from small to large? | Byte, kilobyte, megabyte | Kilobyte, byte, megabyte | Megabyte, kilobyte, byte
What is photosynthesis? | A way of storing light as sugar | A way of breaking sugar down | A way of moving water upwards | A way of taking in minerals
¿Cuál es la capital de Francia? | París | Lyon | Marsella | Burdeos
Was ist die Hauptstadt von Österreich? | Wien | Graz | Linz | Salzburg`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '));

const ESSAYS = [
  'Explain why the Roman Republic fell.',
  'Compare mitosis with meiosis, and explain why each matters to an organism.',
  'To what extent did railways cause the growth of industrial towns?',
  'Define opportunity cost.',
  'Suppose that a river is dammed. Predict what happens downstream, and justify each step.',
  'Design an experiment that tests whether plants need magnesium, and say how you would judge its results.',
  'What are the strengths and weaknesses of surveys as a source of evidence?',
  'Is a tax on sugar fair? Give reasons for your answer.',
  'How do enzymes lower the energy that a reaction needs?',
  'Describe the water cycle. Then explain how a warmer climate changes it.',
];

function choice([text = '', key = '', ...wrong]: readonly string[], at: number): CheckedQuestion {
  const options = wrong.map((option) => ({ text: option, is_correct: false }));
  const numeric = [key, ...wrong].every((option) => /^\d/u.test(option));
  options.splice(at % (options.length + 1), 0, { text: key, is_correct: true });
  if (numeric) options.sort((one, other) => Number.parseFloat(one.text) - Number.parseFloat(other.text));
  return { text, type: 'multiple_choice', quote: null, options };
}

describe('good questions', () => {
  test.each(GOOD.map((row, index) => [row[0], choice(row, index)] as const))('no flaw: %s', (_, question) => {
    expect(checkQuestion(question)).toEqual([]);
  });

  test.each(ESSAYS)('no flaw: %s', (text) => {
    expect(checkQuestion({ text, type: 'essay', options: [], quote: null })).toEqual([]);
  });

  test('nor has a set of them', () => {
    expect(checkSet(GOOD.map(choice)).flat()).toEqual([]);
  });
});

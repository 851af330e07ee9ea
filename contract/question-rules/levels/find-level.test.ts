import { describe, expect, test } from 'vitest';
import { BLOOM_LEVELS } from '#contract/quizzes.ts';
import type { BloomLevel } from '#contract/quizzes.ts';
import type { CheckedQuestion } from '../checks/checked-question.ts';
import { findLevel } from './find-level.ts';

/** Labelled by hand: the stem, the key and, where there is one, the sentence of the lesson. */
const CHOICES: Record<BloomLevel, string> = {
  remember: `
    What is osmosis? | The movement of water through a membrane | Osmosis is the movement of water through a membrane.
    Which term describes a word that imitates a sound? | Onomatopoeia
    In which year did the Berlin Wall fall? | 1989
    Who wrote the Critique of Pure Reason? | Immanuel Kant
    How many chromosomes does a human body cell have? | 46
    What is the capital of Australia? | Canberra
    What name is given to the process by which liquid water turns into vapour? | Evaporation
    Where in the cell does glycolysis take place? | In the cytoplasm
    What does HTTP stand for? | Hypertext Transfer Protocol
    Which gas makes up most of the atmosphere? | Nitrogen
    What does the first law of thermodynamics state? | That energy is neither created nor destroyed | The first law states that energy is neither created nor destroyed.
    Which step comes directly after the wound is cleaned? | The dressing is applied | Clean the wound. The dressing is applied next.
    What is the boundary between two air masses called? | A front
    What does the pancreas produce? | Insulin and digestive enzymes | The pancreas produces insulin and digestive enzymes.
    When did the Meiji Restoration begin? | 1868
    At what temperature does pure water boil at sea level? | 100 °C
    Which part of the brain controls balance? | The cerebellum
    Which treaty ended the Thirty Years' War? | The Peace of Westphalia
    What is the chemical symbol for sodium? | Na
    On which continent is the Sahara? | Africa
    What is the largest planet in the solar system? | Jupiter
    Which hormone lowers blood sugar? | Insulin
    What unit is used to measure electric current? | The ampere
    Which of these organs filters blood? | The kidney`,
  understand: `
    Why does ice float on water? | Because its molecules stand further apart
    How does a vaccine protect the body? | It prepares immune cells for a pathogen
    What happens when a gas is compressed at a steady temperature? | Its pressure rises
    What is the effect of a tariff on imports? | They become dearer for buyers
    Which statement best describes the water cycle? | Water circulates between sea, air and land
    What causes the seasons on Earth? | The tilt of its axis
    Which of these is an example of a renewable resource? | Wind
    What is meant by the phrase "survival of the fittest"? | Better adapted organisms leave more offspring
    What is the main idea of the theory of plate tectonics? | The crust consists of moving plates
    Which sentence best summarizes the argument of Federalist No. 10? | A large republic restrains factions
    Why did Rome build roads? | To move its armies quickly
    Suppose that demand is elastic. What would you expect to happen? | A rise in price reduces revenue | When demand is elastic, a rise in price reduces revenue.
    What leads to inflation in a growing economy? | Spending that outruns output
    How do enzymes speed up reactions? | They lower the activation energy
    Which of the following best explains why metals conduct electricity? | Their outer electrons move freely
    What does the author mean when she calls memory a river? | It changes as it flows
    How did the printing press change the spread of ideas? | Books became cheap and common
    In what way does aerobic exercise strengthen the heart? | It enlarges the left ventricle
    Which analogy best describes a firewall? | A guard at the gate
    What is one reason that empires collapse? | Their borders outgrow their taxes`,
  apply: `
    A car travels 150 km in 2 hours. What is its average speed? | 75 km/h
    What is the mean of 4, 8 and 12? | 8
    A nurse finds that a patient has become pale and dizzy during a transfusion. What should the nurse do first? | Stop the transfusion
    A bakery raises its prices by a tenth and sells half as many loaves. Which term describes its demand? | Elastic
    Suppose that a farmer waters a field with sea water. What would you expect to happen to the plants? | They lose water to the soil | Water moves towards the side with more solute.
    What does the following code print: print(len([1, 2, 3]))? | 3
    Which of these situations is an example of negative reinforcement? | A driver buckles up to stop the beeping of the car
    You want to store the names of users so that each is looked up in constant time. Which data structure should you use? | A hash table
    If a resistor of 4 ohms carries a current of 3 amperes, what is the voltage across it? | 12 volts
    A student claims that a heavier stone falls faster in a vacuum. How would Galileo answer? | Both fall at the same rate
    What would happen to the orbit if the Sun lost half of its mass? | It would widen
    A 60-year-old man has crushing chest pain and sweats. What is the most appropriate next step? | Record an electrocardiogram
    Maria invests 1,000 dollars at 5 percent interest. How much does she have after one year? | 1,050 dollars
    A gardener wants acid soil for blueberries. Which substance should she add? | Peat
    Using the Pythagorean theorem, what is the hypotenuse of a triangle with legs of 3 and 4? | 5
    Which sentence uses a semicolon correctly? | I came early; nobody was there.
    A child is given a sticker each time he tidies up and tidies up more. Which principle does this illustrate? | Positive reinforcement
    If the price of coffee rises, what will happen to the demand for tea? | It will rise`,
  analyze: `
    How does mitosis differ from meiosis? | It yields identical cells
    What is the difference between weather and climate? | Climate is an average over decades
    What do fungi and animals have in common? | They take in organic food
    What is the relationship between interest rates and bond prices? | They move in opposite directions
    Which assumption underlies the argument that free trade benefits all? | Workers change jobs without cost
    A plant in the dark grew taller than one in the light. Which of these best explains the results? | It stretched in search of light
    What can be inferred from the fossil record about whales? | Their ancestors lived on land
    What distinguishes an acid from a base? | It gives off protons
    How does the structure of a leaf relate to its function? | Its thin blade lets light reach every cell
    Which feature separates prokaryotes from eukaryotes? | The lack of a nucleus
    A survey found that ice cream sales and drownings rise together. What is the most likely explanation? | Warm weather raises both
    How do the narrators of the two novels contrast? | One is trusted, the other is not
    Which part of the argument is a premise rather than a conclusion? | That sales fell in May`,
  evaluate: `
    Which is the strongest argument against a sales tax? | It weighs most on the poor
    Which evidence best supports the claim that smoking causes cancer? | Controlled studies over decades
    Which criticism of the survey is the most valid? | Its sample chose itself
    Two drugs work equally well. Which criterion for judging them is the most convincing? | Their side effects
    Which solution would be most effective in reducing river pollution? | A fee on waste water
    Which of these sources is the most reliable for a study of wages in 1850? | The ledgers of a mill
    Why is the second experiment a better test of the hypothesis than the first? | It has a control group`,
  create: `
    Which experiment would test whether caffeine speeds up reactions? | One with a placebo group
    How would you design a study of sleep and memory? | Assign sleep at random and test recall
    Which plan would let a town cut its waste by half? | Separate bins with a fee by weight`,
};

const ESSAYS: Record<BloomLevel, string> = {
  remember: `
    Define opportunity cost.
    List the stages of mitosis in order.
    State the three laws of motion.
    Identify the parts of a flower.`,
  understand: `
    Explain why the sky is blue.
    Describe the water cycle in your own words.
    Summarize the causes of the French Revolution.
    How does a heat pump work?
    Explain the design of the Roman aqueduct.
    Discuss the effects of inflation on savers.
    Why did the League of Nations fail?
    Interpret the graph of yearly rainfall.`,
  apply: `
    Apply the law of supply to the market for houses.
    Suppose that the river dries up. Use what you know to predict what happens, and explain each step.
    Calculate the momentum of a ball of 2 kg at 3 m/s, and explain your steps.
    Use the demand curve to show what a tax on petrol does.`,
  analyze: `
    Compare photosynthesis with respiration, and explain how the two are related.
    Analyze the rhyme scheme of the sonnet.
    Explain the difference between a virus and a bacterium.
    What are the similarities between jazz and blues?
    Examine how Shakespeare uses imagery in Macbeth.`,
  evaluate: `
    To what extent did railways cause the growth of towns?
    Assess the importance of the printing press, and support your judgement with evidence.
    Evaluate the claim that minimum wages cost jobs.
    Justify the choice of a relational database for a bank.
    Should voting be compulsory? Defend your answer.
    Do you agree that zoos should be closed? Give reasons.
    Critically discuss the view that history is written by the victors.`,
  create: `
    Design an experiment that tests whether plants need magnesium.
    Propose a policy that would reduce traffic in a city.
    Write a short dialogue in which Plato meets Darwin.
    Write a program that sorts a list of names.
    Develop a marketing plan for a new bicycle.`,
};

function choice(text: string, key: string, quote?: string): CheckedQuestion {
  // Wrong options of the key's kind: what they say does not matter to the level, their form does.
  const wrong = /\d/u.test(key) ? ['7', '9', '11'] : ['one', 'two', 'three'].map((word) => `${key} ${word}`);
  return {
    text,
    type: 'multiple_choice',
    quote: quote ?? null,
    options: [
      { text: key, is_correct: true },
      ...wrong.map((option) => ({ text: option, is_correct: false })),
    ],
  };
}

const listRows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '));

const labelled = BLOOM_LEVELS.flatMap((level): { level: BloomLevel; question: CheckedQuestion }[] => [
  ...listRows(CHOICES[level]).map(([text = '', key = '', quote]) => ({
    level,
    question: choice(text, key, quote),
  })),
  ...listRows(ESSAYS[level]).map(([text = '']) => ({
    level,
    question: { text, type: 'essay' as const, options: [], quote: null },
  })),
]);

describe('findLevel', () => {
  test('agrees with the hand in at least nine of ten questions', () => {
    const wrong = labelled
      .map(({ level, question }) => ({ level, found: findLevel(question), stem: question.text }))
      .filter(({ level, found }) => level !== found);
    expect(wrong.length / labelled.length, JSON.stringify(wrong, null, 2)).toBeLessThanOrEqual(0.1);
  });

  test.each(BLOOM_LEVELS)('finds most of those of the level %s', (level) => {
    const questions = labelled.filter((one) => one.level === level);
    const found = questions.filter(({ question }) => findLevel(question) === level);
    expect(found.length / questions.length).toBeGreaterThanOrEqual(0.75);
  });

  test('a supposition is a case; a report about a person in the lesson is not', () => {
    const [stem, key] = [
      'Suppose that the river floods. What would you expect to happen?',
      'The meadow turns to marsh',
    ];
    expect(findLevel(choice(stem, key, 'If the river floods, the meadow turns to marsh.'))).toBe('apply');
    const [told, outcome] = ['A farmer floods the meadow. What happens to the meadow?', 'It turns to marsh'];
    const quote = 'A farmer floods the meadow, and the meadow turns to marsh.';
    expect(findLevel(choice(told, outcome, quote))).not.toBe('apply');
    expect(findLevel(choice(told, outcome, 'Standing water drives the air out of the soil.'))).toBe('apply');
  });

  test('has a level for everything', () => {
    for (const text of ['', '?', '🙂', 'مرحبا؟', 'x'.repeat(100_000), 'how '.repeat(30_000)])
      for (const type of ['multiple_choice', 'essay'] as const)
        expect(BLOOM_LEVELS).toContain(findLevel({ text, type, options: [], quote: null }));
  });
});

import { describe, expect, test } from 'vitest';
import { checkQuestion } from './check-question.ts';
import type { FlawCode } from '#contract/flaw-codes.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';

const WRONG = ['A tax on imported bread', 'A limit on rents in town', 'A subsidy for new farms'];

/** A sound question but for what a case changes. The first option is the key, unless one begins with an asterisk. */
function question(text: string, ...options: string[]): CheckedQuestion {
  const texts = options.length > 0 ? options : ['A fee on waste water', ...WRONG];
  const starred = texts.findIndex((option) => option.startsWith('*'));
  return {
    text: text === '' ? 'What did the town council decide?' : text,
    type: 'multiple_choice',
    quote: null,
    options: texts.map((option, index) => ({
      text: option.replace(/^\*/u, ''),
      is_correct: index === Math.max(0, starred),
    })),
  };
}

const essay = (text: string): CheckedQuestion => ({ text, type: 'essay', options: [], quote: null });

function find(code: FlawCode, checked: CheckedQuestion): Flaw | undefined {
  return checkQuestion(checked).find((flaw) => flaw.code === code);
}

type Case = readonly [CheckedQuestion, ...string[]];

/** For each criterion: questions it must find, with the words at fault; and questions near them that it must let pass. */
const CASES: readonly (readonly [FlawCode, readonly Case[], readonly CheckedQuestion[]])[] = [
  [
    'unfocused_stem',
    [
      [question('Demand for insulin'), 'Demand for insulin'],
      [question('Mitochondria are:'), 'Mitochondria are:'],
      [question('Which of these is true?'), 'Which of these is true'],
      [question('Which of the following statements about the heart is correct?')],
      [question('Which statement about enzymes is true?')],
      [question('Is a heart a muscle?'), 'Is a heart a muscle?'],
      [question('?')],
    ],
    [
      question('What does the heart pump?'),
      question('The main function of the heart is to'),
      question('Identify the muscle that pumps blood.'),
      question('Which statement best describes the heart?'),
      question('Is the pH of blood acidic, neutral or basic?'),
      question('¿Qué bombea el corazón?'),
      question('心臓は何を送り出しますか？'),
      question('Which condition must be true before a loop ends?'),
    ],
  ],
  [
    'negative_stem',
    [
      [question('Which of these is not a pigment?'), 'not'],
      [question("Which of these doesn't absorb light?"), "doesn't"],
      [question('All of these are pigments EXCEPT which one?'), 'EXCEPT'],
      [question('Which outcome is least likely after a frost?'), 'least likely'],
      [question('Which of these statements about light is false?'), 'is false'],
      [question('Which substance can never freeze?'), 'never'],
    ],
    [
      question('What does the sign "do not enter" tell a driver?'),
      question('What causes a false positive in a blood test?'),
      question('What does a knot tie, not only in ropes?'),
      question('What is the least common multiple of 4 and 6?'),
      question('Why does the loss of orexin lead to frequent switching and not simply to more sleep?'),
      question('Every condition holds except that bidders are risk averse. How do the formats compare?'),
      question('What happens if the lock is not released?'),
      essay('Explain why ice does not sink.'),
    ],
  ],
  [
    'fill_in_the_blank',
    [
      [question('What absorbs ____ light?'), '____'],
      [question('The heart pumps ..... through the body.'), '.....'],
      [question('The heart pumps [ ] through the body.'), '[ ]'],
      [question('A leaf is ----- in spring.'), '-----'],
    ],
    [
      question('What does snake_case look like?'),
      question('What follows the words "To be..."?'),
      question('What does a[i] hold?'),
    ],
  ],
  [
    'true_or_false',
    [
      [question('What is right about hearts?', 'True', 'False'), 'True', 'False'],
      [question('Does the heart pump blood?', 'Yes', 'No'), 'Yes', 'No'],
      [
        question('Does it?', 'Yes, because it beats', 'Yes, by chance', 'No, it rests', 'No, it leaks'),
        'Yes',
        'No',
      ],
      [question('True or false: the heart is a muscle?'), 'True or false'],
    ],
    [
      question('', 'True north', 'Magnetic north', 'Grid north', 'Polar north'),
      question('', 'No change', 'A rise', 'A fall'),
    ],
  ],
  [
    'gratuitous_information',
    [
      [question('According to the lecture, what does demand do?'), 'According to the lecture'],
      [question('As we have seen, plants need light. What do they make of it?'), 'As we have seen'],
      [question(`What ${'very '.repeat(50)}long question is it?`)],
    ],
    [
      question('A 45-year-old patient faints after standing up. Her pulse is 120. Which test comes first?'),
      question('Plants bend towards windows. What makes plants bend?'),
      question('A train leaves at noon. When does it arrive?'),
    ],
  ],
  [
    'ambiguous_reference',
    [
      [question('Why does this process stay steady?'), 'this process'],
      [question('Why does it stay steady?'), 'Why does it'],
      [question('What are those cells called?'), 'those cells'],
      [question('What is marked in the diagram above?'), 'diagram above'],
      [question('What did they decide?'), 'What did they'],
    ],
    [
      question('When salt dissolves in water, what is this process called?'),
      question('Which of these cells makes antibodies?'),
      question('Why is it important to wash hands?'),
      question('What does it mean to be solvent?'),
      question('Warm air rises. Why does this matter to pilots?'),
      question('What does the word "this" refer to in Java?'),
    ],
  ],
  [
    'two_questions',
    [
      [question('What is osmosis? Where does it happen?'), 'Where does it happen?'],
      [question('What is osmosis and how does it work?'), 'and how does'],
    ],
    [
      question('What did Socrates mean by asking "What is justice?"?'),
      question('What is the effect of salt on how plants grow?'),
      essay('What is osmosis, and where does it happen?'),
    ],
  ],
  [
    'vague_term',
    [
      [question('', 'It usually rises', ...WRONG), 'usually'],
      [question('', ...WRONG, 'It often falls'), 'often'],
    ],
    [
      question('How often does the heart beat in a minute?'),
      question('A violinist usually wakes at seven. When should she seek bright light?'),
      question('', 'Several taxes on bread', ...WRONG),
      question('How many chambers has the heart?'),
      question('Which drug is most commonly given for pain?'),
      question('Which share of normally distributed values lies within one deviation?'),
      question('What does the word "usually" tell a lawyer?'),
    ],
  ],
  [
    'none_of_the_above',
    [
      [question('', 'None of the above', ...WRONG), 'None of the above'],
      [question('', ...WRONG, 'None of these'), 'None of these'],
      [question('', ...WRONG, 'Neither'), 'Neither'],
    ],
    [
      question('', 'Neither too hot nor too cold', ...WRONG),
      question('What was settled?', 'None of the land', ...WRONG),
    ],
  ],
  [
    'all_of_the_above',
    [
      [question('', ...WRONG, 'All of the above'), 'All of the above'],
      [question('', ...WRONG, 'All of these'), 'All of these'],
      [question('', ...WRONG, 'All of the above are correct'), 'All of the above are correct'],
    ],
    [question('', 'A duty on wool of the above-ground kind', ...WRONG)],
  ],
  [
    'k_type',
    [
      [question('', 'A and C only', 'B and C', 'A', 'D'), 'A and C only'],
      [question('', 'I, II and III', 'I and II', 'II', 'III'), 'I, II and III'],
      [question('', ...WRONG, 'Both A and B'), 'Both A and B'],
      [question('', 'Oxygen', 'Nitrogen', 'Oxygen and nitrogen', 'Helium'), 'Oxygen and nitrogen'],
    ],
    [
      question('', 'Oxygen and helium', 'Nitrogen and neon', 'Argon and xenon'),
      question('', 'A', 'B', 'AB', 'O'),
      question('', ...WRONG, 'All of the above'),
    ],
  ],
  [
    'absolute_term',
    [
      [question('', 'It rises slowly', 'It always rises', 'It falls', 'It doubles'), 'always'],
      [question('', 'It is impossible to tell', ...WRONG), 'impossible'],
      [question('', 'It is entirely full', ...WRONG), 'entirely'],
    ],
    [
      question('', 'Not all bread', ...WRONG),
      question('', 'It must move all water', ...WRONG),
      question('', 'After all', ...WRONG),
      question('', 'An all-weather road', ...WRONG),
      question('', 'Only in spring', 'Only in summer', 'Only in autumn', 'In winter'),
    ],
  ],
  [
    'key_count',
    [
      [{ ...question(''), options: WRONG.map((text) => ({ text, is_correct: true })) }, ...WRONG],
      [{ ...question(''), options: WRONG.map((text) => ({ text, is_correct: false })) }],
    ],
    [essay('Explain why ice floats.')],
  ],
  [
    'option_count',
    [[question('', 'A fee', 'A tax')], [{ ...question(''), options: [] }]],
    [question('', 'A fee', 'A tax', 'A rent'), essay('Explain why ice floats.')],
  ],
  [
    'duplicate_options',
    [
      [question('', 'A price floor', 'A tax', 'a tax.', 'A subsidy'), 'a tax.'],
      [question('', 'H₂O', 'H2O', 'CO₂'), 'H2O'],
    ],
    [question('', '+', '−', '×', '÷'), question('', 'Mg', 'mg', 'kg'), question('', 'CO', 'Co', 'Cu')],
  ],
  [
    'overlapping_options',
    [
      [question('', '10–20', '15–30', '40–50'), '15–30'],
      [question('', 'less than 10 g', 'more than 5 g', '7 kg'), 'more than 5 g'],
      [question('', '15 %', '10–20 %', '30–40 %'), '10–20 %'],
      [question('', 'A price ceiling', 'A tax', 'A tax on bread', 'A subsidy'), 'A tax on bread'],
      [question('', 'Bus', 'School bus', 'Tram'), 'School bus'],
      [question('', 'Salt and water', 'Water and salt', 'Sand'), 'Water and salt'],
      [question('', 'Because it is cheap', 'Because it is cheap and light', 'Because it is blue')],
    ],
    [
      question('', '10–20', '20–30', '30–40'),
      question('', 'less than 10', '10', 'more than 10'),
      question('', 'Sodium', 'Sodium chloride', 'Iron'),
      question('', 'Prices rise and demand falls', 'Prices fall and demand rises', 'Both stay'),
      question('', 'It is absorbed', 'It is not absorbed', 'It is stored'),
      question('', 'More heat', 'Less heat', 'Equal heat'),
      question('What is the normal range of potassium?', '3.5–5.0', '2.5–4.5', '4.5–6.5'),
      question('', '5 g', '5 kg', '5 mg'),
    ],
  ],
  [
    'lost_sequence',
    [
      [question('', '12', '30', '7', '50'), '7'],
      [question('', 'two', 'five', 'three'), 'three'],
      [question('', 'March', 'January', 'June'), 'January'],
      [question('', '1,200 km', '900 km', '1,500 km'), '900 km'],
      [question('', '1/2', '1/4', '3/4'), '1/4'],
    ],
    [
      question('', '7', '12', '30', '50'),
      question('', '50 %', '20 %', '10 %'),
      question('', '5 g', '2 kg', '7 mg'),
      question('', '3 × 10^8', '2 × 10^9', '1 × 10^7'),
      question('', 'March', 'a red flag', 'June'),
    ],
  ],
  [
    'implausible_distractor',
    [
      [question('When did the war end?', '1789', 'A king', '1815', '1848'), 'A king'],
      [question('', 'A fee', '', 'A tax')],
      [question('', 'A fee', "I don't know", 'A tax'), "I don't know"],
      [question('What does insulin lower?', 'Blood sugar', 'Insulin', 'Heart rate', 'Body heat'), 'Insulin'],
      [question('', 'A fee', '42', 'A tax'), '42'],
    ],
    [
      question('How many?', '3', 'None', '5', '7'),
      question('Which stores more heat, sand or water?', 'Water', 'Sand', 'Both alike'),
      question('', 'A fee', 'A tax', '3', '4'),
    ],
  ],
  [
    'key_longest',
    [
      [
        question('', 'A fee on every litre of waste water that a mill lets into the river', ...WRONG),
        'A fee on every litre of waste water that a mill lets into the river',
      ],
    ],
    [
      question('', 'Photosynthesis', 'Osmosis', 'Diffusion', 'Mitosis'),
      question('', 'A fee on waste water from mills', ...WRONG),
      question('', 'A fee', 'A very long tax on imported bread and flour', 'A rent'),
    ],
  ],
  [
    'key_shortest',
    [
      [
        question(
          '',
          'A fee',
          'A tax on imported bread and flour',
          'A limit on the rents in the town',
          WRONG[2] ?? '',
        ),
        'A fee',
      ],
    ],
    [question('', 'A fee', 'A tax', 'A rent on land')],
  ],
  [
    'word_repeat',
    [
      [question('What does elasticity measure?', 'How elasticity responds', ...WRONG), 'elasticity'],
      [
        question(
          'Why do glaciers carve valleys?',
          'The glacier drags stones',
          'Wind blows sand',
          'Rain cuts rock',
        ),
        'glacier',
      ],
    ],
    [
      question('What does the glacier drag?', 'Glacier stones', 'Glacier ice', 'Sand'),
      question('What type of cell divides?', 'A type with a spindle', 'A nerve fibre', 'A sperm'),
      question('Which river is longer, the Rhine or the Elbe?', 'The Rhine', 'The Elbe', 'Both alike'),
    ],
  ],
  [
    'logical_cue',
    [
      [
        question(
          'What drives photosynthesis?',
          'Photosynthetic pigments',
          'Blood sugar',
          'Iron filings',
          'Cold water',
        ),
        'Photosynthetic',
      ],
      [
        question('What do economists study?', 'An economy of goods', 'The stars at night', 'Old bones'),
        'economy',
      ],
    ],
    [
      question('What is an international body?', 'An internal organ', 'A rule', 'A league'),
      question('How do these differ in importance?', 'By their importing', 'By size', 'By age'),
    ],
  ],
  [
    'grammatical_cue',
    [
      [question('A word that names a thing is called an', 'article', 'verb', 'pronoun', 'noun'), 'an'],
      [
        question('The noble gases found in air are', 'argon and neon', 'oxygen', 'nitrogen', 'hydrogen'),
        'are',
      ],
      [question('', 'To store energy', 'A membrane', 'A pigment', 'A leaf'), 'To'],
      [question('', 'store energy', 'Read books', 'Move house', 'Cook dinner'), 'store'],
      [question('', 'It stores energy.', 'It moves water', 'It makes sugar'), 'energy.'],
      [question('', 'Because it rains', 'By the wind', 'By the sea', 'By the sun'), 'Because'],
      [question('', 'By the wind', 'A cloud', 'A gust', 'A wave'), 'By'],
      [question('', 'The heart', 'Liver', 'Kidney', 'Spleen'), 'The'],
    ],
    [
      question('A word that names a thing is called a', 'noun', 'verb', 'pronoun', 'particle'),
      question('A fruit with a stone is a(n)', 'apricot', 'pear', 'banana', 'lemon'),
      question('', 'pH meter', 'Ruler', 'Scales'),
      question('', 'Working memory', 'Implicit memory', 'Explicit memory'),
      question('Which animals lay eggs?', 'Frogs', 'Horses', 'Whales'),
      question('', 'DNA', 'ribose', 'lipid'),
      question('', 'A single seller', 'Small firms', 'Free entry', 'Like products'),
      question('', 'The ball was thrown by Ana', 'Ana threw the ball', 'Ana throws the ball'),
    ],
  ],
  [
    'essay_no_task',
    [[essay('The causes of the First World War.'), 'The causes of the First World War.'], [essay('')]],
    [
      essay('Explain the causes of the First World War.'),
      essay('Why did the war begin?'),
      essay('Erkläre die Ursachen des Krieges.'),
    ],
  ],
  [
    'essay_closed',
    [
      [essay('Is the heart a muscle?'), 'Is the heart a muscle?'],
      [essay('Who wrote Hamlet?'), 'Who wrote Hamlet?'],
      [essay('In which year did the war end?')],
      [essay('Name the capital of France.')],
      [essay('How many bones has a hand?')],
    ],
    [
      essay('Is the heart a muscle? Explain your answer.'),
      essay('Who gained most from the war, and why?'),
      essay('Which reform mattered most? Justify your choice.'),
      essay('Name the stages of mitosis and describe each.'),
      essay('How did the war end?'),
    ],
  ],
  [
    'essay_unrelated_tasks',
    [
      [
        essay('Describe the water cycle. Explain the French Revolution of 1789.'),
        'Explain the French Revolution of 1789.',
      ],
      [
        essay('Compare mitosis with meiosis and describe Roman road building.'),
        'describe Roman road building.',
      ],
    ],
    [
      essay('Describe the water cycle. Explain how a warmer climate changes it.'),
      essay('Compare mitosis with meiosis, and explain the importance of meiosis.'),
      essay('Suppose that prices rise. Use what you know to predict what happens, and explain each step.'),
      essay('Assess the importance of railways, and support your judgement with evidence.'),
    ],
  ],
];

describe.each(CASES)('%s', (code, flawed, sound) => {
  test.each(flawed.map(([checked, ...words]) => [describeQuestion(checked), checked, words] as const))(
    'is found: %s',
    (_, checked, words) => {
      const flaw = find(code, checked);
      expect(flaw).toBeDefined();
      if (words.length > 0) expect(flaw?.words).toEqual(words);
      expect(flaw?.message).toMatch(/^[A-Z0-9"“].*\.$/u);
    },
  );

  test.each(sound.map((checked) => [describeQuestion(checked), checked] as const))(
    'is not in: %s',
    (_, checked) => {
      expect(find(code, checked)).toBeUndefined();
    },
  );
});

test('the questions that the cases change have no flaw', () => {
  expect(checkQuestion(question(''))).toEqual([]);
});

function describeQuestion({ text, options }: CheckedQuestion): string {
  return `${text.slice(0, 60)} | ${options.map((option) => option.text.slice(0, 24)).join(' | ')}`;
}

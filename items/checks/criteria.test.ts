import { describe, expect, test } from 'vitest';
import { checkItem } from './check-item.ts';
import type { CheckedItem, Flaw, FlawCode } from './checked-item.ts';

const WRONG = ['A tax on imported bread', 'A limit on rents in town', 'A subsidy for new farms'];

/** A sound item but for what a case changes. The first option is the key, unless one begins with an asterisk. */
function item(text: string, ...options: string[]): CheckedItem {
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

const essay = (text: string): CheckedItem => ({ text, type: 'essay', options: [], quote: null });

function find(code: FlawCode, checked: CheckedItem): Flaw | undefined {
  return checkItem(checked).find((flaw) => flaw.code === code);
}

type Case = readonly [CheckedItem, ...string[]];

/** For each criterion: items it must find, with the words at fault; and items near them that it must let pass. */
const CASES: readonly (readonly [FlawCode, readonly Case[], readonly CheckedItem[]])[] = [
  [
    'unfocused_stem',
    [
      [item('Demand for insulin'), 'Demand for insulin'],
      [item('Mitochondria are:'), 'Mitochondria are:'],
      [item('Which of these is true?'), 'Which of these is true'],
      [item('Which of the following statements about the heart is correct?')],
      [item('Which statement about enzymes is true?')],
      [item('Is a heart a muscle?'), 'Is a heart a muscle?'],
      [item('?')],
    ],
    [
      item('What does the heart pump?'),
      item('The main function of the heart is to'),
      item('Identify the muscle that pumps blood.'),
      item('Which statement best describes the heart?'),
      item('Is the pH of blood acidic, neutral or basic?'),
      item('¿Qué bombea el corazón?'),
      item('心臓は何を送り出しますか？'),
      item('Which condition must be true before a loop ends?'),
    ],
  ],
  [
    'negative_stem',
    [
      [item('Which of these is not a pigment?'), 'not'],
      [item("Which of these doesn't absorb light?"), "doesn't"],
      [item('All of these are pigments EXCEPT which one?'), 'EXCEPT'],
      [item('Which outcome is least likely after a frost?'), 'least likely'],
      [item('Which of these statements about light is false?'), 'is false'],
      [item('Which substance can never freeze?'), 'never'],
    ],
    [
      item('What does the sign "do not enter" tell a driver?'),
      item('What causes a false positive in a blood test?'),
      item('What does a knot tie, not only in ropes?'),
      item('What is the least common multiple of 4 and 6?'),
      item('Why does the loss of orexin lead to frequent switching and not simply to more sleep?'),
      item('Every condition holds except that bidders are risk averse. How do the formats compare?'),
      item('What happens if the lock is not released?'),
      essay('Explain why ice does not sink.'),
    ],
  ],
  [
    'fill_in_the_blank',
    [
      [item('What absorbs ____ light?'), '____'],
      [item('The heart pumps ..... through the body.'), '.....'],
      [item('The heart pumps [ ] through the body.'), '[ ]'],
      [item('A leaf is ----- in spring.'), '-----'],
    ],
    [
      item('What does snake_case look like?'),
      item('What follows the words "To be..."?'),
      item('What does a[i] hold?'),
    ],
  ],
  [
    'true_or_false',
    [
      [item('What is right about hearts?', 'True', 'False'), 'True', 'False'],
      [item('Does the heart pump blood?', 'Yes', 'No'), 'Yes', 'No'],
      [
        item('Does it?', 'Yes, because it beats', 'Yes, by chance', 'No, it rests', 'No, it leaks'),
        'Yes',
        'No',
      ],
      [item('True or false: the heart is a muscle?'), 'True or false'],
    ],
    [
      item('', 'True north', 'Magnetic north', 'Grid north', 'Polar north'),
      item('', 'No change', 'A rise', 'A fall'),
    ],
  ],
  [
    'gratuitous_information',
    [
      [item('According to the lecture, what does demand do?'), 'According to the lecture'],
      [item('As we have seen, plants need light. What do they make of it?'), 'As we have seen'],
      [item(`What ${'very '.repeat(50)}long question is it?`)],
    ],
    [
      item('A 45-year-old patient faints after standing up. Her pulse is 120. Which test comes first?'),
      item('Plants bend towards windows. What makes plants bend?'),
      item('A train leaves at noon. When does it arrive?'),
    ],
  ],
  [
    'ambiguous_reference',
    [
      [item('Why does this process stay steady?'), 'this process'],
      [item('Why does it stay steady?'), 'Why does it'],
      [item('What are those cells called?'), 'those cells'],
      [item('What is marked in the diagram above?'), 'diagram above'],
      [item('What did they decide?'), 'What did they'],
    ],
    [
      item('When salt dissolves in water, what is this process called?'),
      item('Which of these cells makes antibodies?'),
      item('Why is it important to wash hands?'),
      item('What does it mean to be solvent?'),
      item('Warm air rises. Why does this matter to pilots?'),
      item('What does the word "this" refer to in Java?'),
    ],
  ],
  [
    'two_questions',
    [
      [item('What is osmosis? Where does it happen?'), 'Where does it happen?'],
      [item('What is osmosis and how does it work?'), 'and how does'],
    ],
    [
      item('What did Socrates mean by asking "What is justice?"?'),
      item('What is the effect of salt on how plants grow?'),
      essay('What is osmosis, and where does it happen?'),
    ],
  ],
  [
    'vague_term',
    [
      [item('', 'It usually rises', ...WRONG), 'usually'],
      [item('', ...WRONG, 'It often falls'), 'often'],
    ],
    [
      item('How often does the heart beat in a minute?'),
      item('A violinist usually wakes at seven. When should she seek bright light?'),
      item('', 'Several taxes on bread', ...WRONG),
      item('How many chambers has the heart?'),
      item('Which drug is most commonly given for pain?'),
      item('Which share of normally distributed values lies within one deviation?'),
      item('What does the word "usually" tell a lawyer?'),
    ],
  ],
  [
    'none_of_the_above',
    [
      [item('', 'None of the above', ...WRONG), 'None of the above'],
      [item('', ...WRONG, 'None of these'), 'None of these'],
      [item('', ...WRONG, 'Neither'), 'Neither'],
    ],
    [
      item('', 'Neither too hot nor too cold', ...WRONG),
      item('What was settled?', 'None of the land', ...WRONG),
    ],
  ],
  [
    'all_of_the_above',
    [
      [item('', ...WRONG, 'All of the above'), 'All of the above'],
      [item('', ...WRONG, 'All of these'), 'All of these'],
      [item('', ...WRONG, 'All of the above are correct'), 'All of the above are correct'],
    ],
    [item('', 'A duty on wool of the above-ground kind', ...WRONG)],
  ],
  [
    'k_type',
    [
      [item('', 'A and C only', 'B and C', 'A', 'D'), 'A and C only'],
      [item('', 'I, II and III', 'I and II', 'II', 'III'), 'I, II and III'],
      [item('', ...WRONG, 'Both A and B'), 'Both A and B'],
      [item('', 'Oxygen', 'Nitrogen', 'Oxygen and nitrogen', 'Helium'), 'Oxygen and nitrogen'],
    ],
    [item('', 'Oxygen and helium', 'Nitrogen and neon', 'Argon and xenon'), item('', 'A', 'B', 'AB', 'O')],
  ],
  [
    'absolute_term',
    [
      [item('', 'It rises slowly', 'It always rises', 'It falls', 'It doubles'), 'always'],
      [item('', 'It is impossible to tell', ...WRONG), 'impossible'],
      [item('', 'It is entirely full', ...WRONG), 'entirely'],
    ],
    [
      item('', 'Not all bread', ...WRONG),
      item('', 'It must move all water', ...WRONG),
      item('', 'After all', ...WRONG),
      item('', 'An all-weather road', ...WRONG),
      item('', 'Only in spring', 'Only in summer', 'Only in autumn', 'In winter'),
    ],
  ],
  [
    'key_count',
    [
      [{ ...item(''), options: WRONG.map((text) => ({ text, is_correct: true })) }, ...WRONG],
      [{ ...item(''), options: WRONG.map((text) => ({ text, is_correct: false })) }],
    ],
    [essay('Explain why ice floats.')],
  ],
  [
    'option_count',
    [[item('', 'A fee', 'A tax')], [{ ...item(''), options: [] }]],
    [item('', 'A fee', 'A tax', 'A rent'), essay('Explain why ice floats.')],
  ],
  [
    'duplicate_options',
    [
      [item('', 'A price floor', 'A tax', 'a tax.', 'A subsidy'), 'a tax.'],
      [item('', 'H₂O', 'H2O', 'CO₂'), 'H2O'],
    ],
    [item('', '+', '−', '×', '÷'), item('', 'Mg', 'mg', 'kg'), item('', 'CO', 'Co', 'Cu')],
  ],
  [
    'overlapping_options',
    [
      [item('', '10–20', '15–30', '40–50'), '15–30'],
      [item('', 'less than 10 g', 'more than 5 g', '7 kg'), 'more than 5 g'],
      [item('', '15 %', '10–20 %', '30–40 %'), '10–20 %'],
      [item('', 'A price ceiling', 'A tax', 'A tax on bread', 'A subsidy'), 'A tax on bread'],
      [item('', 'Bus', 'School bus', 'Tram'), 'School bus'],
      [item('', 'Salt and water', 'Water and salt', 'Sand'), 'Water and salt'],
      [item('', 'Because it is cheap', 'Because it is cheap and light', 'Because it is blue')],
    ],
    [
      item('', '10–20', '20–30', '30–40'),
      item('', 'less than 10', '10', 'more than 10'),
      item('', 'Sodium', 'Sodium chloride', 'Iron'),
      item('', 'Prices rise and demand falls', 'Prices fall and demand rises', 'Both stay'),
      item('', 'It is absorbed', 'It is not absorbed', 'It is stored'),
      item('', 'More heat', 'Less heat', 'Equal heat'),
      item('What is the normal range of potassium?', '3.5–5.0', '2.5–4.5', '4.5–6.5'),
      item('', '5 g', '5 kg', '5 mg'),
    ],
  ],
  [
    'lost_sequence',
    [
      [item('', '12', '30', '7', '50'), '7'],
      [item('', 'two', 'five', 'three'), 'three'],
      [item('', 'March', 'January', 'June'), 'January'],
      [item('', '1,200 km', '900 km', '1,500 km'), '900 km'],
      [item('', '1/2', '1/4', '3/4'), '1/4'],
    ],
    [
      item('', '7', '12', '30', '50'),
      item('', '50 %', '20 %', '10 %'),
      item('', '5 g', '2 kg', '7 mg'),
      item('', '3 × 10^8', '2 × 10^9', '1 × 10^7'),
      item('', 'March', 'a red flag', 'June'),
    ],
  ],
  [
    'implausible_distractor',
    [
      [item('When did the war end?', '1789', 'A king', '1815', '1848'), 'A king'],
      [item('', 'A fee', '', 'A tax')],
      [item('', 'A fee', "I don't know", 'A tax'), "I don't know"],
      [item('What does insulin lower?', 'Blood sugar', 'Insulin', 'Heart rate', 'Body heat'), 'Insulin'],
      [item('', 'A fee', '42', 'A tax'), '42'],
    ],
    [
      item('How many?', '3', 'None', '5', '7'),
      item('Which stores more heat, sand or water?', 'Water', 'Sand', 'Both alike'),
      item('', 'A fee', 'A tax', '3', '4'),
    ],
  ],
  [
    'key_longest',
    [
      [
        item('', 'A fee on every litre of waste water that a mill lets into the river', ...WRONG),
        'A fee on every litre of waste water that a mill lets into the river',
      ],
    ],
    [
      item('', 'Photosynthesis', 'Osmosis', 'Diffusion', 'Mitosis'),
      item('', 'A fee on waste water from mills', ...WRONG),
      item('', 'A fee', 'A very long tax on imported bread and flour', 'A rent'),
    ],
  ],
  [
    'key_shortest',
    [
      [
        item(
          '',
          'A fee',
          'A tax on imported bread and flour',
          'A limit on the rents in the town',
          WRONG[2] ?? '',
        ),
        'A fee',
      ],
    ],
    [item('', 'A fee', 'A tax', 'A rent on land')],
  ],
  [
    'word_repeat',
    [
      [item('What does elasticity measure?', 'How elasticity responds', ...WRONG), 'elasticity'],
      [
        item(
          'Why do glaciers carve valleys?',
          'The glacier drags stones',
          'Wind blows sand',
          'Rain cuts rock',
        ),
        'glacier',
      ],
    ],
    [
      item('What does the glacier drag?', 'Glacier stones', 'Glacier ice', 'Sand'),
      item('What type of cell divides?', 'A type with a spindle', 'A nerve fibre', 'A sperm'),
      item('Which river is longer, the Rhine or the Elbe?', 'The Rhine', 'The Elbe', 'Both alike'),
    ],
  ],
  [
    'logical_cue',
    [
      [
        item(
          'What drives photosynthesis?',
          'Photosynthetic pigments',
          'Blood sugar',
          'Iron filings',
          'Cold water',
        ),
        'Photosynthetic',
      ],
      [
        item('What do economists study?', 'An economy of goods', 'The stars at night', 'Old bones'),
        'economy',
      ],
    ],
    [
      item('What is an international body?', 'An internal organ', 'A rule', 'A league'),
      item('How do these differ in importance?', 'By their importing', 'By size', 'By age'),
    ],
  ],
  [
    'grammatical_cue',
    [
      [item('A word that names a thing is called an', 'article', 'verb', 'pronoun', 'noun'), 'an'],
      [item('The noble gases found in air are', 'argon and neon', 'oxygen', 'nitrogen', 'hydrogen'), 'are'],
      [item('', 'To store energy', 'A membrane', 'A pigment', 'A leaf'), 'To'],
      [item('', 'store energy', 'Read books', 'Move house', 'Cook dinner'), 'store'],
      [item('', 'It stores energy.', 'It moves water', 'It makes sugar'), 'energy.'],
      [item('', 'Because it rains', 'By the wind', 'By the sea', 'By the sun'), 'Because'],
      [item('', 'By the wind', 'A cloud', 'A gust', 'A wave'), 'By'],
      [item('', 'The heart', 'Liver', 'Kidney', 'Spleen'), 'The'],
    ],
    [
      item('A word that names a thing is called a', 'noun', 'verb', 'pronoun', 'particle'),
      item('A fruit with a stone is a(n)', 'apricot', 'pear', 'banana', 'lemon'),
      item('', 'pH meter', 'Ruler', 'Scales'),
      item('', 'Working memory', 'Implicit memory', 'Explicit memory'),
      item('Which animals lay eggs?', 'Frogs', 'Horses', 'Whales'),
      item('', 'DNA', 'ribose', 'lipid'),
      item('', 'A single seller', 'Small firms', 'Free entry', 'Like products'),
      item('', 'The ball was thrown by Ana', 'Ana threw the ball', 'Ana throws the ball'),
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
  test.each(flawed.map(([checked, ...words]) => [describeItem(checked), checked, words] as const))(
    'is found: %s',
    (_, checked, words) => {
      const flaw = find(code, checked);
      expect(flaw).toBeDefined();
      if (words.length > 0) expect(flaw?.words).toEqual(words);
      expect(flaw?.message).toMatch(/^[A-Z0-9"“].*\.$/u);
    },
  );

  test.each(sound.map((checked) => [describeItem(checked), checked] as const))(
    'is not in: %s',
    (_, checked) => {
      expect(find(code, checked)).toBeUndefined();
    },
  );
});

test('the items that the cases change have no flaw', () => {
  expect(checkItem(item(''))).toEqual([]);
});

function describeItem({ text, options }: CheckedItem): string {
  return `${text.slice(0, 60)} | ${options.map((option) => option.text.slice(0, 24)).join(' | ')}`;
}

import { describe, expect, test } from 'vitest';
import { checkQuestion } from './check-question.ts';
import type { FlawCode } from '#contract/flaw-codes.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';

const WRONG = ['A tax on imported bread', 'A limit on rents in town', 'A subsidy for new farms'];

/** A valid question except for what a case changes. The first option is the key. */
function question(text: string, ...options: string[]): CheckedQuestion {
  const texts = options.length > 0 ? options : ['A fee on waste water', ...WRONG];
  return {
    text: text === '' ? 'What did the town council decide?' : text,
    type: 'multiple_choice',
    quote: null,
    options: texts.map((option, index) => ({ text: option, is_correct: index === 0 })),
  };
}

const essay = (text: string): CheckedQuestion => ({ text, type: 'essay', options: [], quote: null });

const find = (code: FlawCode, checked: CheckedQuestion): Flaw | undefined =>
  checkQuestion(checked).find((flaw) => flaw.code === code);

/**
 * For each criterion: questions that have the flaw (+), with the words at fault, and similar ones that do not (-).
 * A line is a stem and its options, the key first; an empty stem is the valid one, and …WRONG are its wrong answers.
 */
const CASES = `
unfocused_stem
  + Demand for insulin => Demand for insulin
  + Mitochondria are: => Mitochondria are:
  + Which of these is true? => Which of these is true
  + Which of the following statements about the heart is correct?
  + Which statement about enzymes is true?
  + Is a heart a muscle? => Is a heart a muscle?
  + ?
  - What does the heart pump?
  - The main function of the heart is to
  - Identify the muscle that pumps blood.
  - Which statement best describes the heart?
  - Is the pH of blood acidic, neutral or basic?
  - ¿Qué bombea el corazón?
  - 心臓は何を送り出しますか？
  - Which condition must be true before a loop ends?
negative_stem
  + Which of these is not a pigment? => not
  + Which of these doesn't absorb light? => doesn't
  + All of these are pigments EXCEPT which one? => EXCEPT
  + Which outcome is least likely after a frost? => least likely
  + Which of these statements about light is false? => is false
  + Which substance can never freeze? => never
  - What does the sign "do not enter" tell a driver?
  - What causes a false positive in a blood test?
  - What does a knot tie, not only in ropes?
  - What is the least common multiple of 4 and 6?
  - Why does the loss of orexin lead to frequent switching and not simply to more sleep?
  - Every condition holds except that bidders are risk averse. How do the formats compare?
  - What happens if the lock is not released?
  - essay: Explain why ice does not sink.
fill_in_the_blank
  + What absorbs ____ light? => ____
  + The heart pumps ..... through the body. => .....
  + The heart pumps [ ] through the body. => [ ]
  + A leaf is ----- in spring. => -----
  - What does snake_case look like?
  - What follows the words "To be..."?
  - What does a[i] hold?
true_or_false
  + What is right about hearts? | True | False => True ; False
  + Does the heart pump blood? | Yes | No => Yes ; No
  + Does it? | Yes, because it beats | Yes, by chance | No, it rests | No, it leaks => Yes ; No
  + True or false: the heart is a muscle? => True or false
  -  | True north | Magnetic north | Grid north | Polar north
  -  | No change | A rise | A fall
gratuitous_information
  + According to the lecture, what does demand do? => According to the lecture
  + As we have seen, plants need light. What do they make of it? => As we have seen
  - A 45-year-old patient faints after standing up. Her pulse is 120. Which test comes first?
  - Plants bend towards windows. What makes plants bend?
  - A train leaves at noon. When does it arrive?
ambiguous_reference
  + Why does this process stay steady? => this process
  + Why does it stay steady? => Why does it
  + What are those cells called? => those cells
  + What is marked in the diagram above? => diagram above
  + What did they decide? => What did they
  - When salt dissolves in water, what is this process called?
  - Which of these cells makes antibodies?
  - Why is it important to wash hands?
  - What does it mean to be solvent?
  - Warm air rises. Why does this matter to pilots?
  - What does the word "this" refer to in Java?
two_questions
  + What is osmosis? Where does it happen? => Where does it happen?
  + What is osmosis and how does it work? => and how does
  - What did Socrates mean by asking "What is justice?"?
  - What is the effect of salt on how plants grow?
  - essay: What is osmosis, and where does it happen?
vague_term
  +  | It usually rises | …WRONG => usually
  +  | …WRONG | It often falls => often
  - How often does the heart beat in a minute?
  - A violinist usually wakes at seven. When should she seek bright light?
  -  | Several taxes on bread | …WRONG
  - How many chambers has the heart?
  - Which drug is most commonly given for pain?
  - Which share of normally distributed values lies within one deviation?
  - What does the word "usually" tell a lawyer?
none_of_the_above
  +  | None of the above | …WRONG => None of the above
  +  | …WRONG | None of these => None of these
  +  | …WRONG | Neither => Neither
  -  | Neither too hot nor too cold | …WRONG
  - What was settled? | None of the land | …WRONG
all_of_the_above
  +  | …WRONG | All of the above => All of the above
  +  | …WRONG | All of these => All of these
  +  | …WRONG | All of the above are correct => All of the above are correct
  -  | A duty on wool of the above-ground kind | …WRONG
k_type
  +  | A and C only | B and C | A | D => A and C only
  +  | I, II and III | I and II | II | III => I, II and III
  +  | …WRONG | Both A and B => Both A and B
  +  | Oxygen | Nitrogen | Oxygen and nitrogen | Helium => Oxygen and nitrogen
  -  | Oxygen and helium | Nitrogen and neon | Argon and xenon
  -  | A | B | AB | O
  -  | …WRONG | All of the above
absolute_term
  +  | It rises slowly | It always rises | It falls | It doubles => always
  +  | It is impossible to tell | …WRONG => impossible
  +  | It is entirely full | …WRONG => entirely
  -  | Not all bread | …WRONG
  -  | It must move all water | …WRONG
  -  | After all | …WRONG
  -  | An all-weather road | …WRONG
  -  | Someone who has never met it | …WRONG
  -  | Only in spring | Only in summer | Only in autumn | In winter
key_count
  - essay: Explain why ice floats.
option_count
  +  | A fee | A tax
  -  | A fee | A tax | A rent
  - essay: Explain why ice floats.
duplicate_options
  +  | A price floor | A tax | a tax. | A subsidy => a tax.
  +  | H₂O | H2O | CO₂ => H2O
  -  | + | − | × | ÷
  -  | Mg | mg | kg
  -  | CO | Co | Cu
overlapping_options
  +  | 10–20 | 15–30 | 40–50 => 15–30
  +  | less than 10 g | more than 5 g | 7 kg => more than 5 g
  +  | 15 % | 10–20 % | 30–40 % => 10–20 %
  +  | A price ceiling | A tax | A tax on bread | A subsidy => A tax on bread
  +  | Bus | School bus | Tram => School bus
  +  | Salt and water | Water and salt | Sand => Water and salt
  +  | Because it is cheap | Because it is cheap and light | Because it is blue
  -  | 10–20 | 20–30 | 30–40
  -  | less than 10 | 10 | more than 10
  -  | Sodium | Sodium chloride | Iron
  -  | Prices rise and demand falls | Prices fall and demand rises | Both stay
  -  | It is absorbed | It is not absorbed | It is stored
  -  | More heat | Less heat | Equal heat
  - What is the normal range of potassium? | 3.5–5.0 | 2.5–4.5 | 4.5–6.5
  -  | 5 g | 5 kg | 5 mg
lost_sequence
  +  | 12 | 30 | 7 | 50 => 7
  +  | two | five | three => three
  +  | March | January | June => January
  +  | 1,200 km | 900 km | 1,500 km => 900 km
  +  | 1/2 | 1/4 | 3/4 => 1/4
  -  | 7 | 12 | 30 | 50
  -  | 50 % | 20 % | 10 %
  -  | 5 g | 2 kg | 7 mg
  -  | 3 × 10^8 | 2 × 10^9 | 1 × 10^7
  -  | March | a red flag | June
implausible_distractor
  + When did the war end? | 1789 | A king | 1815 | 1848 => A king
  +  | A fee |  | A tax
  +  | A fee | I don't know | A tax => I don't know
  + What does insulin lower? | Blood sugar | Insulin | Heart rate | Body heat => Insulin
  +  | A fee | 42 | A tax => 42
  - How many? | 3 | None | 5 | 7
  - Which stores more heat, sand or water? | Water | Sand | Both alike
  -  | A fee | A tax | 3 | 4
key_longest
  +  | A fee on every litre of waste water that a mill lets into the river | …WRONG => A fee on every litre of waste water that a mill lets into the river
  -  | Photosynthesis | Osmosis | Diffusion | Mitosis
  -  | A fee on waste water from mills | …WRONG
  -  | A fee | A very long tax on imported bread and flour | A rent
key_shortest
  +  | A fee | A tax on imported bread and flour | A limit on the rents in the town | A subsidy for new farms => A fee
  -  | A fee | A tax | A rent on land
word_repeat
  + What does elasticity measure? | How elasticity responds | …WRONG => elasticity
  + Why do glaciers carve valleys? | The glacier drags stones | Wind blows sand | Rain cuts rock => glacier
  - What does the glacier drag? | Glacier stones | Glacier ice | Sand
  - Why does a receiver wait for three acknowledgements before it calls a segment lost? | Segments change order | Acknowledgements vanish | Timers expire
  + What value has consideration in contract law? | A value in law | A value in money | A value in trade => law
  - What type of cell divides? | A type with a spindle | A nerve fibre | A sperm
  - Which river is longer, the Rhine or the Elbe? | The Rhine | The Elbe | Both alike
logical_cue
  + What drives photosynthesis? | Photosynthetic pigments | Blood sugar | Iron filings | Cold water => Photosynthetic
  + What do economists study? | An economy of goods | The stars at night | Old bones => economy
  - What is an international body? | An internal organ | A rule | A league
  - How do these differ in importance? | By their importing | By size | By age
grammatical_cue
  + A word that names a thing is called an | article | verb | pronoun | noun => an
  + The noble gases found in air are | argon and neon | oxygen | nitrogen | hydrogen => are
  +  | To store energy | A membrane | A pigment | A leaf => To
  +  | store energy | Read books | Move house | Cook dinner => store
  +  | It stores energy. | It moves water | It makes sugar => energy.
  +  | Because it rains | By the wind | By the sea | By the sun => Because
  +  | By the wind | A cloud | A gust | A wave => By
  +  | The heart | Liver | Kidney | Spleen => The
  - A word that names a thing is called a | noun | verb | pronoun | particle
  - A fruit with a stone is a(n) | apricot | pear | banana | lemon
  -  | pH meter | Ruler | Scales
  -  | Working memory | Implicit memory | Explicit memory
  - Which animals lay eggs? | Frogs | Horses | Whales
  -  | DNA | ribose | lipid
  -  | A single seller | Small firms | Free entry | Like products
  -  | The ball was thrown by Ana | Ana threw the ball | Ana throws the ball
essay_no_task
  + essay: The causes of the First World War. => The causes of the First World War.
  + essay:
  - essay: Explain the causes of the First World War.
  - essay: Why did the war begin?
  - essay: Erkläre die Ursachen des Krieges.
essay_closed
  + essay: Is the heart a muscle? => Is the heart a muscle?
  + essay: Who wrote Hamlet? => Who wrote Hamlet?
  + essay: In which year did the war end?
  + essay: Name the capital of France.
  + essay: How many bones has a hand?
  - essay: Is the heart a muscle? Explain your answer.
  - essay: Who gained most from the war, and why?
  - essay: Which reform mattered most? Justify your choice.
  - essay: Name the stages of mitosis and describe each.
  - essay: How did the war end?
essay_unrelated_tasks
  + essay: Describe the water cycle. Explain the French Revolution of 1789. => Explain the French Revolution of 1789.
  + essay: Compare mitosis with meiosis and describe Roman road building. => describe Roman road building.
  - essay: Describe the water cycle. Explain how a warmer climate changes it.
  - essay: Compare mitosis with meiosis, and explain the importance of meiosis.
  - essay: Suppose that prices rise. Use what you know to predict what happens, and explain each step.
  - essay: Assess the importance of railways, and support your judgement with evidence.
`;

interface Case {
  readonly code: FlawCode;
  readonly line: string;
  readonly isFlawed: boolean;
  readonly checked: CheckedQuestion;
  readonly words: readonly string[];
}

function readCases(text: string): Case[] {
  let code = '' as FlawCode;
  return text
    .trim()
    .split('\n')
    .flatMap((line): Case[] => {
      const [, sign, described = ''] = /^ {2}([+-]) (.*)$/u.exec(line) ?? [];
      if (sign === undefined) {
        code = line as FlawCode;
        return [];
      }
      const [asked = '', words] = described.split(' => ');
      const [stem = '', ...options] = asked
        .split(' | ')
        .flatMap((part) => (part === '…WRONG' ? WRONG : part));
      const task = /^essay: ?(.*)$/u.exec(stem)?.[1];
      const checked = task === undefined ? question(stem, ...options) : essay(task);
      return [{ code, line, isFlawed: sign === '+', checked, words: words?.split(' ; ') ?? [] }];
    });
}

test.each(readCases(CASES))('$code: $line', ({ code, isFlawed, checked, words }) => {
  const flaw = find(code, checked);
  if (!isFlawed) expect(flaw).toBeUndefined();
  else {
    expect(flaw?.message).toMatch(/^[A-Z0-9"“].*\.$/u);
    if (words.length > 0) expect(flaw?.words).toEqual(words);
  }
});

describe('what no line can say', () => {
  test.each<[FlawCode, CheckedQuestion, readonly string[]]>([
    ['gratuitous_information', question(`What ${'very '.repeat(50)}long question is it?`), []],
    ['key_count', { ...question(''), options: WRONG.map((text) => ({ text, is_correct: true })) }, WRONG],
    ['key_count', { ...question(''), options: WRONG.map((text) => ({ text, is_correct: false })) }, []],
    ['option_count', { ...question(''), options: [] }, []],
  ])('%s is found', (code, checked, words) => {
    expect(find(code, checked)?.words).toEqual(words);
  });
});

test('the questions that the cases change have no flaw', () => {
  expect(checkQuestion(question(''))).toEqual([]);
});

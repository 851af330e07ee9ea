import { expect, test } from 'vitest';
import { listBrokenCriteria } from './nineteen-criteria.ts';

type Question = Parameters<typeof listBrokenCriteria>[0];

function question(stem: string, key: string, ...wrong: string[]): Question {
  const options = [
    { text: key, is_correct: true },
    ...wrong.map((option) => ({ text: option, is_correct: false })),
  ];
  return { stem, options };
}

test('a valid question breaks none', () => {
  expect(
    listBrokenCriteria(
      question('Which force pulls a material apart?', 'Tension', 'Compression', 'Torsion', 'Shear'),
    ),
  ).toEqual([]);
});

/** A criterion, and a question that breaks it: its stem, its key and its wrong answers. */
const BROKEN = `
ambiguous or unclear: Why does this bridge stand for years? | A | B | C
ambiguous or unclear: How many tonnes does each second the Sun turn into helium? | 600 | 700 | 800 | 900
ambiguous or unclear: How many tonnes does the Sun burn and loses four? | 6 | 7 | 8
ambiguous or unclear: How many notes has a third and a minor third has three notes? | 4 | 5 | 6
ambiguous or unclear: Why does the body use fats? | To make heat | To harden bones and is needed | To see
implausible distractor: In which year did the bridge open? | 1890 | Scotland | 1901
none of the above: Which of the forces pulls? | Tension | Shear | None of the above
longest option correct: What does an arch do? | It pushes outward at its feet with great force | It hangs | It bends
gratuitous information: According to the lecture, what pulls? | Tension | Shear | Torsion
true or false: Is an arch older than a truss? | True | False
convergence cue: What does glass hold? | Red sand and lime | Red clay | Blue sand | Green lime
logical cue: What drives photosynthesis in a leaf? | Photosynthetic pigments | Blood sugar | Iron
all of the above: Which of the forces bends? | All of the above | Shear | Torsion
fill in the blank: An arch pushes ____ at its feet? | outward | upward | inward
absolute term: What do cables do? | They pull | They never bend | They push
word repeated in stem and key: What holds the cables of a bridge? | The cable towers | The deck | The road
unfocused stem: Which of the following is true? | An arch | A truss | A beam
unfocused stem: What is true of a redundant structure? | It lasts | It hangs | It bends
unfocused stem: What happens to the axis of the Earth? | It tilts | It hangs | It bends
complex or k-type: Which parts are in tension here? | A and C only | A | B and C
grammatical cue: What does a truss do for the deck? | Because it is stiff | A beam | A wheel
lost sequence: How many towers stand in the river? | 7 | 2 | 9 | 4
vague term: What do engineers usually test? | Models | Roads | Boats
more than one correct: What is the load of the deck? | The dead load | Dead load | Wind
negative stem: Which type is not a bridge at all? | A dam | An arch | A truss
`;

test.each(BROKEN.trim().split('\n'))('finds %s', (line) => {
  const [name = '', described = ''] = line.split(': ');
  const [stem = '', key = '', ...wrong] = described.split(' | ');
  expect(listBrokenCriteria(question(stem, key, ...wrong))).toContain(name);
});

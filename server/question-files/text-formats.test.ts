import { describe, expect, test } from 'vitest';
import { fitPart } from './fit-question.ts';
import { readText } from './parse-question-file.ts';
import { QuestionFileError, type FilePart } from './question-file.ts';

/** A part in short: the options with the right ones marked, or why it is none. */
function inShort(part: FilePart): unknown {
  if ('unread' in part) return [part.place.line, part.unread.reason];
  const { text, type, options, explanation } = part.question;
  return {
    text,
    ...(type === 'essay' ? { type } : {}),
    ...(options.length === 0
      ? {}
      : { options: options.map((option) => (option.is_correct ? `*${option.text}` : option.text)) }),
    ...(explanation === '' ? {} : { explanation }),
    ...(part.notes.length === 0 ? {} : { notes: part.notes }),
  };
}
const read = (text: string, name?: string): unknown[] => readText(text, name).parts.map(fitPart).map(inShort);

describe('GIFT', () => {
  test('reads the examples of its description', () => {
    const text = `// question: 1 name: Grants tomb
::Grants tomb::Who is buried in Grant's tomb in New York City? {
=Grant
~No one
#Was true for 12 years, but Grant's remains were buried in the tomb in 1897
~Napoleon
}

// true/false
::TrueStatement about Grant::Grant was buried in a tomb in New York City.{T}

Grant is {~buried =entombed ~living} in Grant's tomb.

$CATEGORY: tom/dick/harry

Write a short biography of Dag Hammarskjöld. {}

Two plus two equals {=four =4}

When was Ulysses S. Grant born? {#1822:5}

Match the following countries with their corresponding capitals. {
   =Canada -> Ottawa
   =Italy  -> Rome
   =Japan  -> Tokyo
}

You can use your pencil and paper for these next math questions.

What two people are entombed in Grant's tomb? {
   ~%-100%No one
   ~%50%Grant
   ~%50%Grant's wife
   ~%-100%Grant's father
}

Which answer equals 5? {
   ~ \\= 2 + 2
   = \\= 2 + 3
   ~ \\= 2 + 4
   ####It is a sum.
}`;
    expect(read(text)).toEqual([
      {
        text: "Who is buried in Grant's tomb in New York City?",
        options: ['*Grant', 'No one', 'Napoleon'],
        notes: ['option_feedback'],
      },
      { text: 'Grant was buried in a tomb in New York City.', options: ['*True', 'False'] },
      { text: "Grant is _____ in Grant's tomb.", options: ['buried', '*entombed', 'living'] },
      { text: 'Write a short biography of Dag Hammarskjöld.', type: 'essay' },
      [18, 'short_answer'],
      [20, 'numerical'],
      [22, 'matching'],
      [28, 'description'],
      [30, 'several_right'],
      {
        text: 'Which answer equals 5?',
        options: ['= 2 + 2', '*= 2 + 3', '= 2 + 4'],
        explanation: 'It is a sum.',
      },
    ]);
  });

  test('reads HTML as text, code as code, and leaves out what would run', () => {
    const text = String.raw`::Code::[html]<p>What does this <b>print</b>&nbsp;&#58; x<sup>2</sup>?</p><script>alert(1)</script><pre><code class="language-python">print(1)
  if a &lt; b\: pass</code></pre><img src\="x" onerror\="alert(1)"> {=[plain]<b>1</b> ~two}`;
    expect(read(text)).toEqual([
      {
        text: 'What does this print : x^2?\n```python\nprint(1)\n  if a < b: pass\n```\n[image]',
        options: ['*<b>1</b>', 'two'],
        notes: ['images'],
      },
    ]);
  });

  test('keeps what is broken as text with its line', () => {
    const text = 'A?\n{=a ~b\n\nGood? {=yes ~no}\n\nNo key? {~a ~b}\n\nOne? {~=a}';
    const parts = readText(text).parts.map(fitPart);
    expect(parts.map(inShort)).toEqual([
      [1, 'broken'],
      { text: 'Good?', options: ['*yes', 'no'] },
      [6, 'no_right'],
      [8, 'empty_option'],
    ]);
    expect(parts[0]).toMatchObject({ unread: { text: 'A?\n{=a ~b' } });
  });
});

describe('Aiken', () => {
  test('reads questions and keeps what is broken with its line', () => {
    const text = `What is the correct answer to this question?
A. Is it this one?
B) Maybe this answer?
C. Possibly this one?
ANSWER: C

Which LMS has
the most quiz import formats?
A) Moodle
B) ATutor
ANSWER: A

No option here
ANSWER: A

Skips a letter?
A. one
C. two
ANSWER: A

Unknown letter?
A. one
B. two
ANSWER: D

Ends early?
A. one`;
    expect(read(text)).toEqual([
      {
        text: 'What is the correct answer to this question?',
        options: ['Is it this one?', 'Maybe this answer?', '*Possibly this one?'],
      },
      { text: 'Which LMS has\nthe most quiz import formats?', options: ['*Moodle', 'ATutor'] },
      [13, 'broken'],
      [16, 'broken'],
      [21, 'no_right'],
      [26, 'broken'],
    ]);
  });
});

describe('CSV', () => {
  test.each([
    ['question,option 1,option 2,option 3,correct,explanation\n"Which, one?",a,b,,2,Because', 'Because'],
    ['Pregunta;Opción A;Opción B;Respuesta correcta;Explicación\n"Which, one?";a;b;b;Porque', 'Porque'],
    ['Question\tA\tB\tAnswer\tFeedback\nWhich, one?\ta\tb\tB\tYes', 'Yes'],
  ])('recognizes the columns of %j', (text, explanation) => {
    expect(read(text)).toEqual([{ text: 'Which, one?', options: ['a', '*b'], explanation }]);
  });

  test('reads the sheets of Kahoot and Wayground', () => {
    const kahoot =
      'Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Answer 3 - max 75 characters,Time limit (sec),Correct answer(s) - choose at least one\nWhich?,a,b,c,20,"1,3"\nWhy?,a,b,,20,2';
    expect(read(kahoot)).toEqual([[2, 'several_right'], { text: 'Why?', options: ['a', '*b'] }]);
    const wayground =
      'Question Text,Question Type,Option 1,Option 2,Correct Answer\nWhich?,Multiple Choice,a,b,1\nWhy?,Open-Ended,,,';
    expect(read(wayground)).toEqual([
      { text: 'Which?', options: ['*a', 'b'] },
      { text: 'Why?', type: 'essay' },
    ]);
  });

  test('names lines of what it cannot read', () => {
    const text = 'question,a,b,correct\n"Two\nlines?",x,y,z\nWhich number?,2,1,1\nFine?,x,y,A\n"open,x,y,A';
    expect(read(text)).toEqual([
      [2, 'no_right'],
      // The first option, or the one that says "1"?
      [4, 'no_right'],
      { text: 'Fine?', options: ['*x', 'y'] },
      [6, 'broken'],
    ]);
  });

  test('rejects a table that names no columns', () => {
    expect(() => readText('Which?,a,b,1', 'quiz.csv')).toThrow(new QuestionFileError('columns'));
  });
});

describe('JSON', () => {
  test('keeps a broken question as text, with the field at fault', () => {
    const file = { format: 'lectern-quiz', version: 1, name: 'Quiz', questions: [{ text: 'Why?' }] };
    const [part] = readText(JSON.stringify(file)).parts;
    expect(part).toMatchObject({ place: { item: 1 }, unread: { reason: 'broken', detail: 'type' } });
  });

  test.each([
    ['{"questions": [', 'broken_json'],
    ['{"format": "lectern-quiz", "version": 2, "questions": []}', 'unknown_format'],
    ['{}', 'unknown_format'],
  ] as const)('rejects %j', (text, problem) => {
    expect(() => readText(text)).toThrow(expect.objectContaining({ problem }));
  });
});

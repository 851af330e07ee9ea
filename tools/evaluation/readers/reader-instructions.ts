/** The levels that a reader chooses from: those that a multiple-choice question can ask for. */
export const READER_LEVELS = ['remember', 'understand', 'apply', 'analyze'] as const;
export const KEY_JUDGEMENTS = ['right', 'wrong', 'second_right_answer'] as const;

/** From worst to best; the place of a verdict here is its grade. */
export const VERDICTS = ['discard', 'edit', 'keep'] as const;

/**
 * The instructions, the same for every reader and round, so that rounds can be compared. The criteria behind "keep" are those on which
 * the published guidelines agree (Haladyna, Downing and Rodriguez, 2002); the levels are those of the revised Bloom
 * taxonomy (Anderson and Krathwohl, 2001).
 */
export function writeInstructions(lesson: string, count: number): string {
  return `# Judge ${count} questions about one lesson

You are a strict university instructor. Below are a lesson and ${count} multiple-choice questions about it. They come from
several sources and are in random order. Judge each question by itself, as if you were about to hand it out in a graded quiz on
this lesson. Where the lesson and your own knowledge differ, the lesson is right. Read the whole lesson first, and do not discuss
the questions with another reader.

Answer four things about every question.

**verdict**

- \`keep\`: you would hand it out unchanged, down to the last word.
- \`edit\`: one small change, of the wording or of one option, makes it good.
- \`discard\`: anything else.

Keep a question only if all of this holds: it is worth asking; the stem asks one thing and can be understood without the lesson at
hand; exactly one option is right; every wrong option is plausible to a student who has not learned the lesson, and of the same kind as
the right one; neither the wording nor the length gives the answer away; and it is good English.

**key**: the option marked as right, judged by the lesson.

- \`right\`: it is right, and it is the only right one.
- \`wrong\`: it is not right.
- \`second_right_answer\`: it is right, but another option is right as well.

A question whose key is not \`right\` cannot be \`keep\`.

**level**: what a student who knows this lesson must do to answer, whatever verb the question uses.

- \`remember\`: recall or recognize what the lesson says.
- \`understand\`: explain a meaning, reason or mechanism, or recognize the idea in other words or in an example.
- \`apply\`: use what the lesson teaches in a new case that the lesson does not describe.
- \`analyze\`: relate two or more ideas: a contrast, a cause that links them, or what follows for one when the other changes.

**why**: your reason in a few words, for every verdict.

## How to answer

Save a file named \`${lesson}.<your name>.json\` (letters, digits, \`-\` and \`_\` in the name) that contains one entry for each question, 1 to ${count}:

\`\`\`json
[
  { "item": 1, "verdict": "edit", "key": "right", "level": "remember", "why": "option C is of another kind" },
  { "item": 2, "verdict": "keep", "key": "right", "level": "apply", "why": "clear new case, plausible options" }
]
\`\`\`

\`verdict\` is "keep", "edit" or "discard"; \`key\` is "right", "wrong" or "second_right_answer"; \`level\` is "remember",
"understand", "apply" or "analyze". Write nothing else in the file.`;
}

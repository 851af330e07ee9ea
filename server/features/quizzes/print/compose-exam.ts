import type { PrintPart, PrintQuizRequest } from '#contract/quiz-print.ts';
import { describePlace } from '#server/printing/describe-place.ts';
import type { Block, Labelled, PrintedDocument, PrintedField } from '#server/printing/printed-document.ts';
import { letterOf, stemBlocks } from '#server/printing/stem-blocks.ts';
import { tidyLine, tidyText } from '#server/printing/tidy-text.ts';
import { codeOf, type PrintedQuestion, type PrintedVersion } from './arrange-versions.ts';
import { EXAM_WORDS, type ExamWords } from './exam-words.ts';

export interface Exam {
  readonly title: string;
  readonly course: string;
  /** Titles by id where it draws on several lessons, and evidence needs one; empty otherwise. */
  readonly lessonTitles: ReadonlyMap<number, string>;
  readonly versions: readonly PrintedVersion[];
  readonly settings: Pick<
    PrintQuizRequest,
    'paper' | 'language' | 'date' | 'instructions' | 'points_per_choice' | 'points_per_essay' | 'essay_lines'
  >;
}

/** One part of an exam, each version in a section of its own. */
export function composeExam(exam: Exam, part: PrintPart): PrintedDocument {
  const { settings, versions } = exam;
  const words = EXAM_WORDS[settings.language];
  const title = tidyLine(exam.title);
  const course = tidyLine(exam.course);
  const code = words.code(codeOf(versions));
  const compose = { paper: composePaper, answer_sheet: composeAnswerSheet, key: composeKey }[part];
  return {
    title,
    language: settings.language,
    paper: settings.paper,
    sections: versions.map((version) => ({
      head: {
        left: [course, title].filter((each) => each !== '').join(' · '),
        right: words.version(version.letter),
      },
      foot: code,
      blocks: compose({ ...exam, title, course }, version, words),
    })),
  };
}

const pointsFor = ({ type }: PrintedQuestion, { settings }: Exam): number =>
  type === 'essay' ? settings.points_per_essay : settings.points_per_choice;

function listFields(exam: Exam, { questions }: PrintedVersion, words: ExamWords): PrintedField[] {
  const sum = questions.reduce((total, question) => total + pointsFor(question, exam), 0);
  const date = tidyLine(exam.settings.date);
  return [
    { label: words.name },
    { label: words.studentNumber },
    { label: words.date, ...(date === '' ? {} : { value: date }) },
    ...(sum === 0 ? [] : [{ label: words.points, value: `\u2003\u2003/ ${sum}` }]),
  ];
}

function composePaper(exam: Exam, version: PrintedVersion, words: ExamWords): Block[] {
  const instructions = tidyText(exam.settings.instructions);
  return [
    { kind: 'title', text: exam.title, above: exam.course },
    { kind: 'fields', fields: listFields(exam, version, words) },
    ...(instructions === '' ? [] : [{ kind: 'text', text: instructions } as const]),
    ...version.questions.flatMap((question, index): Block[] => [
      { kind: 'space' },
      {
        ...beginQuestion(exam, question, index, words),
        blocks: [
          ...stemBlocks(question.text),
          ...question.options.map(({ text }, place): Block => ({
            kind: 'labelled',
            label: letterOf(place),
            blocks: stemBlocks(text),
          })),
          ...(question.type === 'essay'
            ? [{ kind: 'lines', count: exam.settings.essay_lines } as const]
            : []),
        ],
      },
    ]),
  ];
}

function beginQuestion(
  exam: Exam,
  question: PrintedQuestion,
  index: number,
  words: ExamWords,
): Omit<Labelled, 'blocks'> {
  const points = pointsFor(question, exam);
  return {
    kind: 'labelled',
    label: `${index + 1}.`,
    isBold: true,
    isTogether: true,
    ...(points === 0 ? {} : { aside: words.pointsOf(points) }),
  };
}

function composeAnswerSheet(exam: Exam, version: PrintedVersion, words: ExamWords): Block[] {
  const numbered = version.questions.map((question, index) => ({ question, label: String(index + 1) }));
  const essays = numbered.filter(({ question }) => question.type === 'essay').map(({ label }) => label);
  const choices = numbered.filter(({ question }) => question.type !== 'essay');
  return [
    { kind: 'title', text: words.answerSheet, above: [exam.course, exam.title].filter(Boolean).join(' · ') },
    { kind: 'fields', fields: listFields(exam, version, words) },
    ...(choices.length === 0
      ? []
      : ([
          { kind: 'text', text: words.sheetHint, look: 'quiet' },
          {
            kind: 'bubbles',
            rows: choices.map(({ question, label }) => ({
              label,
              letters: question.options.map((_, place) => letterOf(place)),
            })),
          },
        ] as const)),
    ...(essays.length === 0
      ? []
      : [
          { kind: 'space' } as const,
          { kind: 'text', text: words.essaysElsewhere(essays.join(', ')) } as const,
        ]),
  ];
}

function composeKey(exam: Exam, version: PrintedVersion, words: ExamWords): Block[] {
  return [
    {
      kind: 'title',
      text: words.keyOf(version.letter),
      above: [exam.course, exam.title].filter(Boolean).join(' · '),
    },
    {
      kind: 'grid',
      cells: version.questions.map((question, index) => ({
        label: String(index + 1),
        text: question.type === 'essay' ? '…' : lettersOfKey(question).join(', '),
      })),
    },
    { kind: 'heading', level: 1, text: words.answers },
    ...version.questions.flatMap((question, index): Block[] => [
      { kind: 'space' },
      {
        ...beginQuestion(exam, question, index, words),
        blocks: [...stemBlocks(question.text), ...explainAnswer(question, exam.lessonTitles, words)],
      },
    ]),
  ];
}

const lettersOfKey = ({ options }: PrintedQuestion): string[] =>
  options.flatMap(({ is_correct: isCorrect }, place) => (isCorrect ? [letterOf(place)] : []));

function explainAnswer(
  question: PrintedQuestion,
  lessonTitles: Exam['lessonTitles'],
  words: ExamWords,
): Block[] {
  const { type, options, explanation, evidence, key_points: points, rubric } = question;
  const text = (written: string, look: 'plain' | 'quiet' | 'bold' = 'plain'): Block[] =>
    tidyText(written) === '' ? [] : [{ kind: 'text', text: tidyText(written), look }];
  const right = options.flatMap((option, place): Block[] =>
    option.is_correct
      ? [{ kind: 'labelled', label: letterOf(place), isBold: true, blocks: stemBlocks(option.text) }]
      : [],
  );
  return [
    ...right,
    ...(type !== 'essay' && right.length === 0 ? text(words.noAnswer) : []),
    ...(points.length === 0 ? [] : text(words.keyPoints, 'bold')),
    ...points.map((point): Block => ({
      kind: 'labelled',
      label: '•',
      blocks: [{ kind: 'text', text: tidyText(point) }],
    })),
    ...(rubric === null || tidyText(rubric) === '' ? [] : [...text(words.rubric, 'bold'), ...text(rubric)]),
    ...text(explanation, 'quiet'),
    ...(evidence === null ? [] : [quoteBlock(evidence, lessonTitles.get(question.lesson_id))]),
  ];
}

/** The words of the lesson that the answer rests on, and where they are. */
function quoteBlock(evidence: Parameters<typeof describePlace>[0], lessonTitle = ''): Block {
  const place = [lessonTitle, describePlace(evidence)].filter((part) => part !== '').join(', ');
  const quote = `“${tidyLine(evidence.quote)}”`;
  return { kind: 'text', look: 'quote', text: place === '' ? quote : `${quote} (${tidyLine(place)})` };
}

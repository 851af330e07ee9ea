import type { StudyGuideQuery } from '#contract/lesson-exports.ts';
import type { Question } from '#contract/quizzes.ts';
import { hasSummary, keyTermBlocks, quoteOf, summaryBlocks } from '../lessons/export/lesson-summary.ts';
import type { Block, PrintedDocument } from '#server/printing/printed-document.ts';
import { letterOf, stemBlocks } from '#server/printing/stem-blocks.ts';
import { tidyLine, tidyText } from '#server/printing/tidy-text.ts';
import { GUIDE_WORDS, type GuideWords } from './guide-words.ts';
import type { GuideLesson, StudyGuide } from './study-guide.ts';

/** A study guide as a printed document. Each lesson of a course begins on a new page. */
export function composeGuide(
  guide: StudyGuide,
  { language, paper }: Pick<StudyGuideQuery, 'language' | 'paper'>,
): PrintedDocument {
  const words = GUIDE_WORDS[language];
  const title = tidyLine(guide.title);
  const isCourse = guide.course === '';
  const above = isCourse ? title : tidyLine(guide.course);
  const sections = guide.lessons.map((lesson) => ({
    head: { left: above, right: words.studyGuide },
    foot: tidyLine(lesson.title),
    blocks: [
      { kind: 'title', text: tidyLine(lesson.title), above } as const,
      ...composeLesson(lesson, guide, words),
    ],
  }));
  return { title, language, paper, sections };
}

function composeLesson({ summary, questions }: GuideLesson, guide: StudyGuide, words: GuideWords): Block[] {
  const heading = (text: string): Block => ({ kind: 'heading', level: 1, text });
  return [
    ...(summary === undefined || !hasSummary(summary)
      ? []
      : [heading(words.summary), ...summaryBlocks(summary)]),
    ...(summary === undefined || summary.keyTerms.length === 0
      ? []
      : [heading(words.keyTerms), ...keyTermBlocks(summary)]),
    ...(questions.length === 0 ? [] : [heading(words.questions), ...questions.flatMap(composeQuestion)]),
    ...(questions.length === 0 || !guide.hasAnswers
      ? []
      : [
          heading(words.answers),
          ...questions.flatMap((question, index) => composeAnswer(question, index, words)),
        ]),
  ];
}

const composeQuestion = (question: Question, index: number): Block[] => [
  { kind: 'space' },
  {
    kind: 'labelled',
    label: `${index + 1}.`,
    isBold: true,
    isTogether: true,
    blocks: [
      ...stemBlocks(question.text),
      ...question.options.map(({ text }, place): Block => ({
        kind: 'labelled',
        label: letterOf(place),
        blocks: stemBlocks(text),
      })),
    ],
  },
];

function composeAnswer(question: Question, index: number, words: GuideWords): Block[] {
  const right = question.options.flatMap((option, place): Block[] =>
    option.is_correct
      ? [{ kind: 'labelled', label: letterOf(place), isBold: true, blocks: stemBlocks(option.text) }]
      : [],
  );
  const points = question.key_points.map((point): Block => ({
    kind: 'labelled',
    label: '•',
    blocks: [{ kind: 'text', text: tidyText(point) }],
  }));
  const blocks: Block[] = [
    ...right,
    ...(points.length === 0 ? [] : [{ kind: 'text', text: words.keyPoints } as const, ...points]),
    ...(tidyText(question.explanation) === ''
      ? []
      : [{ kind: 'text', look: 'quiet', text: tidyText(question.explanation) } as const]),
    ...(question.evidence === null
      ? []
      : [{ kind: 'text', look: 'quote', text: quoteOf(question.evidence) } as const]),
  ];
  if (blocks.length === 0) return [];
  return [{ kind: 'labelled', label: `${index + 1}.`, isBold: true, isTogether: true, blocks }];
}

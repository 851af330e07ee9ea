import { fenceCode, listStemParts } from '#contract/question-rules/stem-parts.ts';
import type { Question } from '#contract/quizzes.ts';
import { hasSummary, keyTermMarkdown, quoteOf, summaryMarkdown } from '../lessons/export/lesson-summary.ts';
import { escapeMarkdown, markdownHeading } from '#server/printing/markdown.ts';
import type { PrintLanguage } from '#server/printing/printed-document.ts';
import { letterOf } from '#server/printing/stem-blocks.ts';
import { tidyCode } from '#server/printing/tidy-text.ts';
import { GUIDE_WORDS, type GuideWords } from './guide-words.ts';
import type { GuideLesson, StudyGuide } from './study-guide.ts';

/** A study guide in Markdown (CommonMark), in pieces. */
export function* writeGuideMarkdown(guide: StudyGuide, language: PrintLanguage): Generator<string> {
  const words = GUIDE_WORDS[language];
  const isCourse = guide.course === '';
  if (isCourse) yield `${markdownHeading(1, guide.title)}\n${words.studyGuide}\n`;
  for (const lesson of guide.lessons) yield* writeLesson(lesson, guide, words, isCourse ? 2 : 1);
}

function* writeLesson(
  { title, summary, questions }: GuideLesson,
  { hasAnswers, course }: StudyGuide,
  words: GuideWords,
  level: number,
): Generator<string> {
  yield `${level === 1 ? '' : '\n'}${markdownHeading(level, title)}`;
  if (course !== '') yield `\n${escapeMarkdown(course)}, ${words.studyGuide.toLowerCase()}\n`;
  const heading = (text: string): string => `\n${markdownHeading(level + 1, text)}`;
  if (summary !== undefined && hasSummary(summary)) {
    yield heading(words.summary);
    yield* summaryMarkdown(summary);
  }
  if (summary !== undefined && summary.keyTerms.length > 0) {
    yield heading(words.keyTerms);
    yield* keyTermMarkdown(summary);
  }
  if (questions.length === 0) return;
  yield heading(words.questions);
  for (const [index, question] of questions.entries()) yield* writeQuestion(question, index);
  if (!hasAnswers) return;
  yield heading(words.answers);
  for (const [index, question] of questions.entries()) yield* writeAnswer(question, index, words);
}

/** Code is in fences, everything else is text. `indent` is that of the list item. */
function writeStem(text: string, indent: string): string {
  const parts = listStemParts(text.replaceAll(/\r\n?/gu, '\n')).map((part) =>
    part.kind === 'code' ? fenceCode(tidyCode(part.code)) : escapeMarkdown(part.text),
  );
  return parts.join('\n\n').replaceAll('\n', `\n${indent}`);
}

function* writeQuestion({ text, options }: Question, index: number): Generator<string> {
  yield `\n**${index + 1}.** ${writeStem(text, '')}\n`;
  if (options.length > 0) yield '\n';
  for (const [place, option] of options.entries())
    yield `- ${letterOf(place)}\\. ${writeStem(option.text, '  ')}\n`;
}

function* writeAnswer(question: Question, index: number, words: GuideWords): Generator<string> {
  const right = question.options.flatMap(({ text, is_correct: isCorrect }, place) =>
    isCorrect ? [`${letterOf(place)}: ${writeStem(text, '')}`] : [],
  );
  yield `\n**${index + 1}.** ${right.join('; ')}\n`;
  if (question.key_points.length > 0) yield `\n${words.keyPoints}\n\n`;
  for (const point of question.key_points) yield `- ${escapeMarkdown(point)}\n`;
  if (question.explanation !== '') yield `\n${escapeMarkdown(question.explanation)}\n`;
  if (question.evidence !== null) yield `\n> ${escapeMarkdown(quoteOf(question.evidence))}\n`;
}

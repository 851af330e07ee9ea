import type { Message } from '#contract/messages/message.ts';
import type { LessonText } from '#contract/lessons.ts';
import type { BloomLevel, Difficulty, Flaw } from '#contract/quizzes.ts';
import { checkQuestion, checkSet } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { estimateDifficulty } from '#contract/question-rules/difficulty/estimate-difficulty.ts';
import { findLevel } from '#contract/question-rules/levels/find-level.ts';
import type { EditorQuestion } from './editor-question.ts';

/** What the checker finds in one question. */
export interface Finding {
  readonly flaws: readonly Flaw[];
  readonly levelFound: BloomLevel;
  readonly difficultyFound: Difficulty;
  readonly difficultyReason: Message;
  /** The keys of the options as they stood when they were checked: flaws name options by their place. */
  readonly optionKeys: readonly string[];
}

export interface QuestionChecker {
  /** @returns the findings for each question by key */
  check(questions: readonly EditorQuestion[]): ReadonlyMap<string, Finding>;
}

/**
 * The item checker of the server, in the browser.
 * @param lessonText the lesson; undefined while it is not there, when nothing is held against it
 */
export function createQuestionChecker(lessonText: LessonText | undefined): QuestionChecker {
  const lesson = lessonText === undefined ? undefined : readLesson(lessonText);
  // Unedited questions keep their identity and therefore their flaws.
  const remembered = new WeakMap<EditorQuestion, Finding>();
  const checkAlone = (question: EditorQuestion): Finding => {
    const known = remembered.get(question);
    if (known !== undefined) return known;
    const item = toItem(question);
    const levelFound = findLevel(item);
    const { difficulty, reason } = estimateDifficulty(item, levelFound);
    const finding: Finding = {
      // A question that has not been started needs no warning.
      flaws: isBegun(question) ? findFlaws(question, item, lesson) : [],
      levelFound,
      difficultyFound: difficulty,
      difficultyReason: reason,
      optionKeys: question.options.map(({ key }) => key),
    };
    remembered.set(question, finding);
    return finding;
  };
  return {
    check: (questions) => {
      const together = checkSet(questions.map(toItem));
      return new Map(
        questions.map((question, index) => {
          const finding = checkAlone(question);
          const ofSet = isBegun(question) ? (together[index] ?? []) : [];
          return [
            question.key,
            ofSet.length === 0 ? finding : { ...finding, flaws: [...finding.flaws, ...ofSet] },
          ];
        }),
      );
    },
  };
}

const isBegun = ({ text, options }: EditorQuestion): boolean =>
  text.trim() !== '' || options.some((option) => option.text.trim() !== '');

const toItem = (question: EditorQuestion): CheckedQuestion => ({
  text: question.text,
  type: question.type,
  options: question.options.map((option) => ({ text: option.text, is_correct: option.isCorrect })),
  quote: question.evidence?.quote ?? null,
});

interface LessonToCheck {
  /** The words of each passage, by its id. */
  readonly passages: ReadonlyMap<string, string>;
}

function readLesson({ plain_text: plainText, passages }: LessonText): LessonToCheck | undefined {
  if (passages.length === 0) return undefined;
  const texts = passages.map((passage) => plainText.slice(passage.start_offset, passage.end_offset));
  return {
    passages: new Map(passages.map(({ id }, index) => [id, texts[index] ?? ''])),
  };
}

function findFlaws(
  { evidence }: EditorQuestion,
  item: CheckedQuestion,
  lesson: LessonToCheck | undefined,
): Flaw[] {
  if (lesson === undefined) return checkQuestion(item);
  // The quote must be in the named passage, not just anywhere in the lesson.
  const passage = evidence === null ? undefined : lesson.passages.get(evidence.passage_id);
  const flaws = checkQuestion(item, passage === undefined ? [] : [passage]);
  // A hand-written question needs no evidence.
  return evidence === null ? flaws.filter(({ code }) => code !== 'evidence_not_verbatim') : flaws;
}

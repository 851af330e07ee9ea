import type { Evidence } from '#contract/evidence.ts';
import type {
  AnswerStyle,
  BloomLevel,
  Difficulty,
  FlawDismissal,
  QuestionWriter,
} from '#contract/quizzes.ts';

/** An editable line of a question. `key` identifies it while its words change. */
export interface EditorLine {
  readonly key: string;
  readonly text: string;
}

export interface EditorOption extends EditorLine {
  readonly isCorrect: boolean;
}

/** A question while it is edited. */
export interface EditorQuestion {
  /** Names it while it is edited; not the server's id, which a question written by hand does not have yet. */
  readonly key: string;
  /** Of the published question it was; null for a new one. */
  readonly id: number | null;
  readonly text: string;
  readonly type: AnswerStyle;
  /** The requested level. */
  readonly level: BloomLevel;
  readonly difficulty: Difficulty;
  /** The outcome's short name. */
  readonly outcome: string | null;
  readonly options: readonly EditorOption[];
  readonly explanation: string;
  readonly evidence: Evidence | null;
  readonly keyPoints: readonly EditorLine[];
  readonly rubric: string;
  readonly writtenBy: QuestionWriter;
  /** No one has accepted or edited it yet. */
  readonly isDraft: boolean;
  readonly dismissedFlaws: readonly FlawDismissal[];
  /** In the question bank: only its wording, level and difficulty can be edited there. */
  readonly isCandidate: boolean;
}

let keys = 0;

/** A key that nothing else on this page has. */
export function makeKey(): string {
  keys += 1;
  return `k${keys}`;
}

/** A question of an earlier page, whose keys questions of this one may have. */
export function withNewKeys(question: EditorQuestion): EditorQuestion {
  const renew = <Line extends EditorLine>(line: Line): Line => ({ ...line, key: makeKey() });
  return {
    ...renew(question),
    options: question.options.map(renew),
    keyPoints: question.keyPoints.map(renew),
  };
}

/** Options of a new multiple-choice question: the first is the key. */
const NEW_OPTIONS = 4;

/** A question to be written by hand, empty. */
export function makeEmptyQuestion(type: AnswerStyle): EditorQuestion {
  const isChoice = type === 'multiple_choice';
  return {
    key: makeKey(),
    id: null,
    text: '',
    type,
    level: isChoice ? 'remember' : 'understand',
    difficulty: 'medium',
    outcome: null,
    options: isChoice
      ? Array.from({ length: NEW_OPTIONS }, (_, index) => ({
          key: makeKey(),
          text: '',
          isCorrect: index === 0,
        }))
      : [],
    explanation: '',
    evidence: null,
    keyPoints: isChoice ? [] : [{ key: makeKey(), text: '' }],
    rubric: '',
    writtenBy: 'instructor',
    isDraft: false,
    dismissedFlaws: [],
    isCandidate: false,
  };
}

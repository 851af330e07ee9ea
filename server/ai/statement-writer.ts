/** A statement of a lesson to write a question about, in the format that the small writer was trained on. */
export interface AskedStatement {
  readonly title: string;
  readonly heading: string;
  /** The two sentences before it, the statement itself and the sentence after it, as the lesson words them. */
  readonly context: string;
  readonly statement: string;
}

export interface WordedQuestion {
  readonly question: string;
  readonly answer: string;
  readonly wrong: readonly string[];
}

interface Draw {
  readonly statement: AskedStatement;
  /** Samples, with the same result for the same seed. Decodes greedily if omitted. */
  readonly seed?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The same question with resampled wrong answers. */
export interface WrongAnswersRequest extends Draw {
  readonly question: string;
  readonly answer: string;
  /** Wrong answers to keep, at the start of the list. */
  readonly kept: readonly string[];
}

/** Mean log-probabilities of an option's tokens. */
export interface AnswerWeight {
  /** Followed by the closing quotation mark only, which is unlikely there and so favours long options. The ranking of drafts was fitted on this. */
  readonly closed: number;
  /** Followed by a comma, as in training, so that options of any length can be compared. */
  readonly continued: number;
}

export interface WeighRequest extends Omit<Draw, 'seed'> {
  readonly question: string;
  readonly options: readonly string[];
}

/**
 * A language model that is too small to write on its own and was trained for one task: to turn one given statement into one
 * multiple-choice question (docs/decisions/0091). The caller chooses the statements and the drafts worth showing.
 * Its methods throw what `TextGenerator.generateObject` throws.
 */
export interface StatementWriter {
  /** Undefined if the answer is not valid. */
  readonly draft: (request: Draw) => Promise<WordedQuestion | undefined>;
  /** New wrong answers, without the kept ones; none if the answer is not valid. */
  readonly redrawWrong: (request: WrongAnswersRequest) => Promise<readonly string[]>;
  /** The likelihood of each option as the right answer, with the adapter; empty if they are too long. */
  readonly weighAnswers: (request: WeighRequest) => Promise<readonly AnswerWeight[]>;
  /**
   * How likely the model without the adapter chooses each option, four at most, by its letter: the logarithm of the probability, the
   * mean of two orders; empty when they are too long for it.
   */
  readonly weighLetters: (request: WeighRequest) => Promise<readonly number[]>;
}

/** A statement of a lesson that a question is to be written about, as the small writer was trained to read it. */
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
  /** Draws with some chance, the same for the same seed; the likeliest words when left out. */
  readonly seed?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The same question with wrong answers drawn again. */
export interface WrongAnswersRequest extends Draw {
  readonly question: string;
  readonly answer: string;
  /** Wrong answers that stay: the list begins with them. */
  readonly kept: readonly string[];
}

/** Mean logarithms of the probabilities of an option's tokens. */
export interface AnswerWeight {
  /** With the closing quotation mark alone, which is never likely there: long options gain by it. What ranks drafts was measured so. */
  readonly closed: number;
  /** With the comma that follows in training: options of any length compare. */
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
  /** Undefined when its answer cannot be read. */
  readonly draft: (request: Draw) => Promise<WordedQuestion | undefined>;
  /** New wrong answers, without those that were kept; none when the answer cannot be read. */
  readonly redrawWrong: (request: WrongAnswersRequest) => Promise<readonly string[]>;
  /** How likely the writer holds each option in the place of the right answer; empty when they are too long for it. */
  readonly weighAnswers: (request: WeighRequest) => Promise<readonly AnswerWeight[]>;
  /**
   * How likely the model without the adapter chooses each option, four at most, by its letter: the logarithm of the probability, the
   * mean of two orders; empty when they are too long for it.
   */
  readonly weighLetters: (request: WeighRequest) => Promise<readonly number[]>;
}

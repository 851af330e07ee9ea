/** A sentence of a lesson that may answer a question. */
export interface AnswerCandidate {
  readonly sentence: string;
  /** Its heading and the sentences around it, which may say what its pronouns mean. */
  readonly context: string;
}

/** Log-odds that each sentence answers the question, in their order: above 0 where it rather does. */
export type JudgeAnswers = (
  question: string,
  candidates: readonly AnswerCandidate[],
  signal?: AbortSignal,
) => Promise<number[]>;

/** Port: reads a question together with sentences of a lesson. Implementations: `server/open-dependencies.ts`. */
export interface AnswerJudge {
  /** @throws {TextEmbedderUnavailableError} while its files are not there (yet). */
  readonly judge: JudgeAnswers;
  close(): Promise<void>;
}

/** A sentence's context, in the form that the judge was trained on (`context_of` in tools/training/answer-judge/pairs.py). */
export function describeContext(
  heading: string,
  before: { readonly text: string } | undefined,
  after: { readonly text: string } | undefined,
): string {
  return [`${heading}:`, before?.text, after?.text].filter((part) => part !== undefined).join(' ');
}

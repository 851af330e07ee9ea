/** A sentence of a lesson that may answer a question. */
export interface AnswerCandidate {
  readonly sentence: string;
  /** Its heading and the sentences beside it, which may say what its pronouns mean. */
  readonly context: string;
}

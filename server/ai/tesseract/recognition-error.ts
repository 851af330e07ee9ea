import type { RecognitionProblem } from '#server/documents/recognition/page-recognizer.ts';

type PageProblem = Exclude<RecognitionProblem, 'limit'>;

const messages: Record<PageProblem, string> = {
  damaged: 'The page is damaged.',
  memory: 'The page needs more memory than is allowed.',
  'page-shape': 'The page is a strip too narrow to read.',
};

/** A page that cannot be recognized; another page of the same document may be. */
export class RecognitionError extends Error {
  override readonly name = 'RecognitionError';
  readonly problem: PageProblem;

  constructor(problem: PageProblem) {
    super(messages[problem]);
    this.problem = problem;
  }
}

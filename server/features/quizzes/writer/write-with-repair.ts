import type { QuestionToWrite } from './author/prompts.ts';
import type { WrittenQuestion } from './written-question.ts';
import type { WritingTask } from './plan-tasks.ts';

/** A question that may be offered. */
export interface JudgedQuestion {
  readonly question: WrittenQuestion;
  /** 0 to 1, for the ranking in the bank. */
  readonly score: number;
  /** What it asks about, for the list of earlier questions. */
  readonly asked: string;
  /** Whether it is correct but slight, for use only where nothing better is found. */
  readonly isSlight: boolean;
}

export interface Verdict<Draft> {
  /** Undefined when the question is refused. */
  readonly candidate?: JudgedQuestion;
  /** Faults that an edit can fix; empty if there are none, or if only another idea would help. */
  readonly repairs: readonly string[];
  /** Indexes of the faulty wrong answers, if nothing else is at fault. */
  readonly faultyAnswers?: readonly number[] | undefined;
  /** Whether the idea needs a case, because a direct question about it can be guessed. */
  readonly needsCase?: boolean | undefined;
  /** The draft in an examiner's better words, which are still to be judged; only where nothing is to be repaired. */
  readonly reworded?: Draft | undefined;
}

/** `unfit`: the stretch has nothing worth asking about. Undefined: no question was written. */
export type Written<Draft> = Draft | 'unfit' | undefined;

export interface TaskDraft<Draft> {
  readonly task: WritingTask;
  readonly draft: Draft;
}

export type TaskResult = JudgedQuestion | 'unfit' | undefined;

/**
 * Writes and judges the questions of some tasks, then repairs together those that an edit can improve, and judges these and reworded
 * ones again: at most four calls for all of them.
 * @returns the better attempt of each task
 */
export async function writeWithRepair<Draft extends { readonly number: number }>(
  tasks: readonly WritingTask[],
  write: (questions: readonly QuestionToWrite<Draft>[]) => Promise<Written<Draft>[]>,
  examine: (drafts: readonly TaskDraft<Draft>[]) => Promise<Verdict<Draft>[]>,
): Promise<TaskResult[]> {
  const attempt = async (questions: readonly Improvable<Draft>[]): Promise<Attempt<Draft>[]> => {
    const toWrite = questions.filter(({ reworded }) => reworded === undefined);
    const answers = toWrite.length === 0 ? [] : await write(toWrite);
    const written = questions.map((question) => question.reworded ?? answers[toWrite.indexOf(question)]);
    const drafts = questions.flatMap(({ task }, index) => {
      const draft = written[index];
      return draft === undefined || draft === 'unfit' ? [] : [{ task, draft }];
    });
    const verdicts = drafts.length === 0 ? [] : await examine(drafts);
    return questions.map(({ task }, index) => {
      const place = drafts.findIndex((one) => one.task === task);
      return { task, isUnfit: written[index] === 'unfit', draft: drafts[place]?.draft, ...verdicts[place] };
    });
  };
  const first = await attempt(tasks.map((task) => ({ task })));
  const improvable = first.flatMap((one): Improvable<Draft>[] => {
    const { task, draft, repairs: problems = [], faultyAnswers, needsCase, reworded } = one;
    if (draft === undefined) return [];
    if (problems.length > 0) return [{ task, refused: { draft, problems, faultyAnswers, needsCase } }];
    return reworded === undefined ? [] : [{ task, reworded }];
  });
  const second = improvable.length === 0 ? [] : await attempt(improvable);
  return first.map(({ task, isUnfit, candidate }) => {
    if (isUnfit) return 'unfit';
    const repaired = second.find((one) => one.task === task)?.candidate;
    return (repaired?.score ?? 0) >= (candidate?.score ?? 0) ? repaired : candidate;
  });
}

/** A new question, one to repair, or one that is written and to be judged. */
type Improvable<Draft extends { readonly number: number }> = QuestionToWrite<Draft> &
  Pick<Verdict<Draft>, 'reworded'>;

interface Attempt<Draft> extends Partial<Verdict<Draft>> {
  readonly task: WritingTask;
  readonly isUnfit: boolean;
  readonly draft: Draft | undefined;
}

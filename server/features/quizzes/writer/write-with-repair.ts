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

export interface Verdict {
  /** Undefined when the question is refused. */
  readonly candidate?: JudgedQuestion;
  /** Faults that an edit can fix; empty if there are none, or if only another idea would help. */
  readonly repairs: readonly string[];
  /** Indexes of the faulty wrong answers, if nothing else is at fault. */
  readonly faultyAnswers?: readonly number[] | undefined;
  /** Whether the idea needs a case, because a direct question about it can be guessed. */
  readonly needsCase?: boolean | undefined;
}

/** `unfit`: the stretch has nothing worth asking about. Undefined: no question was written. */
export type Written<Draft> = Draft | 'unfit' | undefined;

export interface TaskDraft<Draft> {
  readonly task: WritingTask;
  readonly draft: Draft;
}

export type TaskResult = JudgedQuestion | 'unfit' | undefined;

/**
 * Writes and judges the questions of some tasks, then repairs together those that an edit can improve, and judges these again: at
 * most four calls for all of them.
 * @returns the better attempt of each task
 */
export async function writeWithRepair<Draft extends { readonly number: number }>(
  tasks: readonly WritingTask[],
  write: (questions: readonly QuestionToWrite<Draft>[]) => Promise<Written<Draft>[]>,
  examine: (drafts: readonly TaskDraft<Draft>[]) => Promise<Verdict[]>,
): Promise<TaskResult[]> {
  const attempt = async (questions: readonly QuestionToWrite<Draft>[]): Promise<Attempt<Draft>[]> => {
    const written = await write(questions);
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
  const improvable = first.flatMap(
    ({ task, draft, repairs: problems = [], faultyAnswers, needsCase }): QuestionToWrite<Draft>[] =>
      draft === undefined || problems.length === 0
        ? []
        : [{ task, refused: { draft, problems, faultyAnswers, needsCase } }],
  );
  const second = improvable.length === 0 ? [] : await attempt(improvable);
  return first.map(({ task, isUnfit, candidate }) => {
    if (isUnfit) return 'unfit';
    const repaired = second.find((one) => one.task === task)?.candidate;
    return (repaired?.score ?? 0) >= (candidate?.score ?? 0) ? repaired : candidate;
  });
}

interface Attempt<Draft> extends Partial<Verdict> {
  readonly task: WritingTask;
  readonly isUnfit: boolean;
  readonly draft: Draft | undefined;
}

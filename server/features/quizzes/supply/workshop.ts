import { checkSet } from '../../../../items/checks/check-item.ts';
import type { CheckedItem } from '../../../../items/checks/checked-item.ts';
import type { ComposedQuestion } from '../compose/composed-question.ts';
import type { Bench } from './check-stem.ts';
import { isKeyLongest } from './choose-distractors.ts';
import type { KeyLengthWish } from './choose-distractors.ts';
import type { ModelSession } from './model-session.ts';
import type { PromptLesson } from './passage-prompt.ts';
import type { Task } from './plan-tasks.ts';

/** What writing a batch of questions needs. */
export interface Workshop {
  readonly session: ModelSession;
  readonly lesson: PromptLesson;
  readonly bench: Bench;
  readonly shelf: Shelf;
}

/** Of no more questions than this share may the key be the longest option. */
const LONGEST_KEY_SHARE = 0.25;

/** The questions of a set that have passed so far, from whoever they came. */
export class Shelf {
  readonly #count: number;
  readonly #questions: { readonly question: ComposedQuestion; readonly number: number }[] = [];

  /** @param count how many questions the set is to have */
  constructor(count: number) {
    this.#count = count;
  }

  /** In the order of their tasks. */
  list(): ComposedQuestion[] {
    return this.#questions
      .toSorted((one, other) => one.number - other.number)
      .map(({ question }) => question);
  }

  wish(): KeyLengthWish {
    const longest = this.#questions.filter(({ question }) => isKeyLongest(question.options)).length;
    return {
      mayBeLongest: longest + 1 <= this.#count * LONGEST_KEY_SHARE,
      shouldBeLongest: longest + 1 <= (this.#questions.length + 1) * LONGEST_KEY_SHARE,
    };
  }

  /** What the item repeats of those already there, in sentences; none when it asks something else. */
  listClashes(item: CheckedItem): string[] {
    const before = this.#questions.map(({ question }) => itemOf(question));
    return (checkSet([...before, item]).at(-1) ?? [])
      .filter(({ code }) => code === 'duplicate_stem' || code === 'same_fact')
      .map(({ message }) => message);
  }

  /** Takes the question in unless it repeats one or its key is the longest option once too often. */
  accept(question: ComposedQuestion, task: Pick<Task, 'number'>): boolean {
    const item = itemOf(question);
    const tooLong =
      question.type === 'multiple_choice' && isKeyLongest(question.options) && !this.wish().mayBeLongest;
    if (tooLong || this.#questions.length >= this.#count || this.listClashes(item).length > 0) return false;
    this.#questions.push({ question, number: task.number });
    return true;
  }
}

export const itemOf = (question: ComposedQuestion): CheckedItem => ({
  ...question,
  quote: question.evidence.quote,
});

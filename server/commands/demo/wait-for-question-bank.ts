import { setTimeout as delay } from 'node:timers/promises';
import type { QuestionBankState } from '#contract/question-bank.ts';
import type { LecternClient } from './lectern-client.ts';
import type { Step } from './terminal.ts';
import { formatWholeSeconds } from './wrap-text.ts';

const POLL_MILLISECONDS = 500;
/** How long a new user waits for the whole bank; after that, the questions that are ready must do. */
const PATIENCE_SECONDS = 120;
/** To choose from. */
const ENOUGH_QUESTIONS = 10;

/**
 * Waits until a lesson's questions are prepared, showing how far they are. A preparation that fails or is off does not
 * stop the demo: Lectern then writes the questions when they are requested.
 */
export async function waitForQuestionBank(
  {
    client,
    signal,
  }: { readonly client: Pick<LecternClient, 'getQuestionBankState'>; readonly signal: AbortSignal },
  lessonId: number,
  step: Step,
): Promise<QuestionBankState> {
  const started = performance.now();
  for (;;) {
    const bank = await client.getQuestionBankState(lessonId);
    if (bank.status !== 'waiting' && bank.status !== 'preparing') return bank;
    const seconds = (performance.now() - started) / 1000;
    if (seconds > PATIENCE_SECONDS && bank.ready_count >= ENOUGH_QUESTIONS) return bank;
    step.progress(percentOf(bank), describeBank(bank));
    await delay(POLL_MILLISECONDS, undefined, { signal });
  }
}

const percentOf = ({ ready_count, target_count }: QuestionBankState): number =>
  target_count === 0 ? 0 : Math.min(100, Math.floor((100 * ready_count) / target_count));

function describeBank({ status, ready_count, seconds_left }: QuestionBankState): string {
  if (status === 'waiting') return 'waiting for the worker';
  const left = seconds_left === null ? '' : `, about ${formatWholeSeconds(seconds_left)} left`;
  return `${ready_count} ready${left}`;
}

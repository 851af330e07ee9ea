import type { TFunction } from 'i18next';
import type { QuestionBankState } from '#contract/question-bank.ts';

const SHORTEST_MINUTES_SECONDS = 51;
const SECONDS_STEP = 10;

/** An estimate in words, no more exact than an estimate is. */
export function describeTimeLeft(t: TFunction, seconds: number): string {
  if (seconds < SHORTEST_MINUTES_SECONDS) {
    return t('bank.secondsLeft', {
      count: Math.max(SECONDS_STEP, Math.ceil(seconds / SECONDS_STEP) * SECONDS_STEP),
    });
  }
  return t('bank.minutesLeft', { count: Math.max(1, Math.round(seconds / 60)) });
}

/** How far the bank is, in one line. */
export function describeBank(t: TFunction, bank: QuestionBankState): string {
  const { status, ready_count: ready, target_count: target, seconds_left: seconds } = bank;
  switch (status) {
    case 'preparing': {
      // Essay questions come on top of the target.
      const progress = { ready: Math.min(ready, target), target };
      return seconds === null
        ? t('bank.preparing', progress)
        : t('bank.preparingLeft', { ...progress, left: describeTimeLeft(t, seconds) });
    }
    case 'ready':
      return ready === 0 ? t('bank.noneReady') : t('bank.ready', { count: ready });
    default:
      return ready > 0
        ? t('bank.ready', { count: ready })
        : t(status === 'off' ? 'bank.off' : status === 'waiting' ? 'bank.waiting' : 'bank.preparationFailed');
  }
}

export const percentOf = ({ ready_count: ready, target_count: target }: QuestionBankState): number =>
  target <= 0 ? 0 : Math.min(100, Math.round((ready / target) * 100));

const ANNOUNCED_STEPS = 4;

/**
 * What a screen reader hears of the progress: each quarter rather than each question, and no time left, which changes
 * with every look.
 */
export function announceBank(t: TFunction, bank: QuestionBankState): string {
  if (bank.status !== 'preparing') return describeBank(t, bank);
  const { ready_count: ready, target_count: target } = bank;
  const step = Math.max(1, Math.floor(target / ANNOUNCED_STEPS));
  return t('bank.preparing', { ready: Math.floor(Math.min(ready, target) / step) * step, target });
}

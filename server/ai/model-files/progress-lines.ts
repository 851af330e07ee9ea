import { MODELS, type Model, type ModelId } from './model-catalogue.ts';
import type { ModelState, ModelStates } from './model-states.ts';

/** A line for every tenth of a download would hide everything else in a log. */
const STEP_PERCENT = 25;

/** Turns states into a line for people whenever a model has come a good step further. */
export function createProgressLines(
  write: (line: string) => void,
  models: readonly Model[] = MODELS,
): (states: ModelStates) => void {
  const said = new Map<ModelId, string>();
  return (states) => {
    for (const { id, name } of models) {
      const state = states[id];
      if (state === undefined) continue;
      const line = describe(state);
      const before = said.get(id);
      said.set(id, line);
      // A model that was there from the start is no news.
      if (line === before || (line === 'ready' && before === undefined)) continue;
      const left =
        state.status === 'downloading' && state.seconds_left !== undefined
          ? `, ${describeDuration(state.seconds_left)} left`
          : '';
      write(`${name}: ${line}${left}`);
    }
  };
}

function describe(state: ModelState): string {
  if (state.status === 'ready') return 'ready';
  if (state.status === 'unavailable') return state.reason;
  return `downloading, ${Math.floor(state.percent / STEP_PERCENT) * STEP_PERCENT} %`;
}

const describeDuration = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;

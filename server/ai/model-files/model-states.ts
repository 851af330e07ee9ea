import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import { MODELS, type Model, type ModelId } from './model-catalogue.ts';
import { isModelFilePresent } from './verify-model-file.ts';

/** State of a model, for the health call. `reason` is shown to people and names the command to run. */
export type ModelState =
  | { readonly status: 'ready' }
  | { readonly status: 'downloading'; readonly percent: number; readonly seconds_left?: number }
  | { readonly status: 'unavailable'; readonly reason: string; readonly reason_coded?: Message };

/** Of the models that were asked about. */
export type ModelStates = Readonly<Partial<Record<ModelId, ModelState>>>;

/** The one command that fetches the models by hand. */
export const FETCH_MODELS_COMMAND = 'npm run models';

export const unavailable = (reason: Message): ModelState => ({
  status: 'unavailable',
  reason: wordMessage(reason),
  reason_coded: reason,
});

/** A download that said nothing for this long belongs to a process that is gone. */
const NEWS_LIFETIME_MILLISECONDS = 30_000;

interface News {
  readonly writtenMilliseconds: number;
  readonly states: Partial<Record<ModelId, ModelState>>;
}

function newsPath(modelsDirectory: string): string {
  return join(modelsDirectory, '.model-states.json');
}

/** Reports to other processes how the download goes. States of other models stay as they were. */
export async function writeModelStates(
  modelsDirectory: string,
  states: News['states'],
  clock: Clock = systemClock,
): Promise<void> {
  const before = await readNews(modelsDirectory);
  const news: News = { writtenMilliseconds: clock.now().getTime(), states: { ...before?.states, ...states } };
  const temporaryPath = `${newsPath(modelsDirectory)}.${randomUUID()}.part`;
  await mkdir(modelsDirectory, { recursive: true });
  try {
    await writeFile(temporaryPath, JSON.stringify(news));
    await rename(temporaryPath, newsPath(modelsDirectory));
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

async function readNews(modelsDirectory: string): Promise<News | undefined> {
  const content = await readFile(newsPath(modelsDirectory), 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  try {
    return JSON.parse(content) as News;
  } catch {
    // Written by hand, or by another version: the files themselves show which are complete.
    return undefined;
  }
}

/**
 * State of each model, from any process: what lies in the models directory, and what a process that downloads now
 * says. Cheap enough for every health call once the files are stamped as checked.
 */
export async function readModelStates(
  modelsDirectory: string,
  models: readonly Model[] = MODELS,
  clock: Clock = systemClock,
): Promise<ModelStates> {
  const news = await readNews(modelsDirectory);
  const entries = await Promise.all(
    models.map(async (model): Promise<[ModelId, ModelState]> => {
      const present = await Promise.all(model.files.map((file) => isModelFilePresent(modelsDirectory, file)));
      if (present.every(Boolean)) return [model.id, { status: 'ready' }];
      const told = news?.states[model.id];
      const isFresh =
        news !== undefined && clock.now().getTime() - news.writtenMilliseconds < NEWS_LIFETIME_MILLISECONDS;
      if (told?.status === 'unavailable' || (told?.status === 'downloading' && isFresh))
        return [model.id, told];
      return [
        model.id,
        unavailable(message('model_missing', { model: model.name, command: FETCH_MODELS_COMMAND })),
      ];
    }),
  );
  return Object.fromEntries(entries);
}

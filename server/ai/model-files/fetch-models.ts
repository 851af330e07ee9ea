import { resolve } from 'node:path';
import { ensureModelFiles } from './ensure-model-files.ts';
import { MODELS } from './model-catalogue.ts';

/**
 * `node server/ai/model-files/fetch-models.ts [models directory] [mirror]`: fetches what is missing and says how it
 * went. Ends with code 1 when a model is missing at the end.
 */
const [modelsDirectory = 'models', modelsUrl] = process.argv.slice(2);
const states = await ensureModelFiles({
  modelsDirectory: resolve(modelsDirectory),
  modelsUrl,
  log: (line) => process.stdout.write(`${line}\n`),
});
for (const model of MODELS) {
  const state = states[model.id];
  process.stdout.write(`${model.name}: ${state.status === 'unavailable' ? state.reason : state.status}\n`);
  if (state.status !== 'ready') process.exitCode = 1;
}

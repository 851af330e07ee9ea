import { readConfig } from '../../config.ts';
import { ensureModelFiles } from './ensure-model-files.ts';
import { MODELS } from './model-catalogue.ts';

/** `npm run models`: fetches what is missing and says how it went. Ends with code 1 when a model is missing then. */
const { modelsDirectory, modelsUrl } = readConfig();
const states = await ensureModelFiles({
  modelsDirectory,
  modelsUrl,
  log: (line) => process.stdout.write(`${line}\n`),
});
for (const model of MODELS) {
  const state = states[model.id];
  process.stdout.write(`${model.name}: ${state.status === 'unavailable' ? state.reason : state.status}\n`);
  if (state.status !== 'ready') process.exitCode = 1;
}

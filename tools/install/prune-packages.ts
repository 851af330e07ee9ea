import { join } from 'node:path';
import { prunePackages } from './package-pruning.ts';

/** Runs after every `npm ci` and `npm install`; npm says in `npm_config_omit` whether this is a production install. */
const isProduction = (process.env['npm_config_omit'] ?? '').split(/\s+/).includes('dev');
prunePackages(join(import.meta.dirname, '../../node_modules'), {
  platform: process.platform,
  arch: process.arch,
  isProduction,
});

import { join } from 'node:path';
import { ensureNpmPackages } from '#tools/checks/npm-packages.ts';

/**
 * Azurite has 130 MB that two test files need.
 * @returns the path of its program for blobs.
 */
export const installAzurite = async (): Promise<string> =>
  join(await ensureNpmPackages(join(import.meta.dirname, 'azurite')), 'azurite/dist/src/blob/main.js');

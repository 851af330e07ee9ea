import manifest from '../package.json' with { type: 'json' };

/** As in package.json. */
export const version: string = manifest.version;

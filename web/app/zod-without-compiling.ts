import { config } from 'zod/v4';

/*
 * What the web app gets for `zod` (web/vite.config.ts). The Content-Security-Policy forbids code made at run time: zod
 * would find that out by trying, and each try is a violation that hides a real one. A schema asks when it is made, so
 * this has to be set before the first one is.
 */
config({ jitless: true });

export * from 'zod/v4';

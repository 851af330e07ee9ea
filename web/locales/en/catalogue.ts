import account from './account.json';
import administration from './administration.json';
import editor from './editor.json';
import { firstTexts } from './first-texts.ts';
import { furtherTexts } from './further-texts.ts';

/** Every text of the web app, in English. Those that the specification gives are given here letter by letter. */
export const en = { ...firstTexts, ...furtherTexts, account, administration, editor };

/** What another language must hold: the same texts, none left out. */
export type Catalogue = typeof en;

import account from './account.json';
import administration from './administration.json';
import assistant from './assistant.json';
import changedEvidence from './changed-evidence.json';
import editor from './editor.json';
import { firstTexts } from './first-texts.ts';
import { furtherTexts } from './further-texts.ts';
import review from './review.json';
import { signInTexts } from './sign-in-texts.ts';
import studio from './studio.json';
import uploads from './uploads.json';

/** Every text of the web app, in English. Those listed under “Fixed texts” in docs/product.md do not change. */
export const en = {
  ...firstTexts,
  ...furtherTexts,
  ...signInTexts,
  account,
  administration,
  assistant,
  changedEvidence,
  editor,
  review,
  studio,
  uploads,
};

/** What another language must hold: the same texts, none left out. */
export type Catalogue = typeof en;

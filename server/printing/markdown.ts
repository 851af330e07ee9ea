import { tidyLine } from './tidy-text.ts';

/** Text in Markdown that is read as it is written: nothing in it is markup. On one line. */
export const escapeMarkdown = (text: string): string =>
  tidyLine(text)
    .replaceAll(/[\\`*_[\]<>#|~&!$^]/gu, String.raw`\$&`)
    .replace(/^([-+=])/u, String.raw`\$1`)
    .replace(/^(\d+)([.)])/u, String.raw`$1\$2`);

/** Text without markup on one line, as a heading; empty text is none. */
export const markdownHeading = (level: number, text: string): string =>
  `${'#'.repeat(level)} ${escapeMarkdown(text)}\n`;

import { listStemParts } from '#contract/question-rules/stem-parts.ts';
import type { Block } from './printed-document.ts';
import { tidyCode, tidyText } from './tidy-text.ts';

/** A stem or an option: its words, and its code in a fixed width. */
export const stemBlocks = (text: string): Block[] =>
  listStemParts(text.replaceAll(/\r\n?/gu, '\n')).map((part) =>
    part.kind === 'code'
      ? { kind: 'code', text: tidyCode(part.code) }
      : { kind: 'text', text: tidyText(part.text) },
  );

/** The letter of an option. */
export const letterOf = (place: number): string => String.fromCharCode('A'.charCodeAt(0) + place);

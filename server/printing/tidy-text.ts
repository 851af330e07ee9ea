/** Control characters, and marks that embed or override the direction of what follows. Tab and line feed stay. */
const NOT_PRINTED = /(?![\t\n])[\p{Cc}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu;

/** Text as it is printed: well-formed, on lines, without control characters, tabs, or white space at its ends. */
export const tidyText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(NOT_PRINTED, '')
    .replaceAll('\t', '    ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();

/** As {@link tidyText}, on one line. */
export const tidyLine = (text: string): string => tidyText(text).replaceAll(/\s+/gu, ' ');

/** Code keeps the white space at its beginning. */
export const tidyCode = (code: string): string => tidyText(`.${code}`).slice(1);

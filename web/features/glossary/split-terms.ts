/** Terms as they are typed into one field, separated by commas. */
export const splitTerms = (text: string): string[] =>
  text
    .split(/[,;\n]/u)
    .map((term) => term.trim())
    .filter((term) => term !== '');

/** As they are shown in a sentence. */
export const quoteTerms = (terms: readonly string[], language: string): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(terms.map((term) => `“${term}”`));

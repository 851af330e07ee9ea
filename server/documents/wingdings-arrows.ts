/** The arrows of Wingdings, which PowerPoint puts in for "->". */
export const wingdingsArrows = new Map([
  ['à', '→'],
  ['è', '→'],
  ['ß', '←'],
  ['ç', '←'],
  ['ð', '⇒'],
  ['ó', '↔'],
  ['ñ', '↑'],
]);

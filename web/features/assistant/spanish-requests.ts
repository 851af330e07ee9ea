const VERB = '(?:escríbeme|escribe|créame|crea|hazme|haz|dame|genera|prepara)';
const LESSON = '(?:esta|la|este|el) (?:lección|clase|vídeo|video|documento|texto)';
const NUMBERS = 'un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez'.split('|');
const ENGLISH_NUMBERS = 'a|a|two|three|four|five|six|seven|eight|nine|ten'.split('|');
const REQUEST = new RegExp(
  `^(?:resume|resúmeme|de qué trata|ponme a prueba|pregúntame|examíname|(?:${VERB}|\\d+|${NUMBERS.join('|')}) )`,
  'u',
);

/** Replacements, applied in this order. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`^(?:resume|resúmeme|de qué trata|${VERB} (?:un|el) resumen(?: de)?)(?: ${LESSON})?$`, 'u'),
    'summarize',
  ],
  [/^(?:ponme a prueba|pregúntame|examíname)/u, 'quiz me'],
  [new RegExp(`^${VERB} `, 'u'), 'write '],
  [/ (?:sobre|de|en) (?:la|las) (?:páginas?|diapositivas?) /u, ' on page '],
  [/ (\d+) a (\d+)$/u, ' $1 to $2'],
  [/ (\d+) y (\d+)$/u, ' $1 and $2'],
  [/preguntas? difícil(?:es)?/u, 'hard preguntas'],
  [/preguntas? fácil(?:es)?/u, 'easy preguntas'],
  [/preguntas? de opción múltiple/u, 'multiple-choice preguntas'],
  [/preguntas? de desarrollo/u, 'essay preguntas'],
  [/preguntas?/u, 'questions'],
  [/(?:cuestionario|examen|test)/u, 'quiz'],
  [new RegExp(` (?:sobre|de) ${LESSON}`, 'u'), ' about this lesson'],
  [/ (?:sobre|acerca de) /u, ' about '],
];

/** A Spanish request as its English equivalent; any other text unchanged. */
export function toEnglishRequest(words: string): string {
  const plain = words
    .replace(/[¿¡]/gu, '')
    .replace(/^por favor,? |,? por favor(?=[.!?]*$)/gu, '')
    .trim();
  const bare = plain.replace(/[.!?… ]+$/u, '');
  if (!REQUEST.test(`${bare} `)) return words;
  const english = WORDS.reduce((text, [spanish, word]) => text.replace(spanish, word), bare);
  return english.replace(
    new RegExp(`(^|write )(${NUMBERS.join('|')}) `, 'u'),
    (_, before: string, number: string) => `${before}${ENGLISH_NUMBERS[NUMBERS.indexOf(number)] ?? number} `,
  );
}

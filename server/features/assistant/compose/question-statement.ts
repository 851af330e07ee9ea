import { plainQuestion } from './question-kinds.ts';

const AUXILIARY = '(?:is|are|was|were|do|does|did|can|could|will|would|should|must|has|have|had|may|might)';
const FORMS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^(?:and |but |so )?(?:why|how come) (?:${AUXILIARY}(?:n't)? )?(.+)$`, 'u'), '$1 because'],
  [new RegExp(`^how (?:many|much) (.+?) ${AUXILIARY} (.+)$`, 'u'), '$2 a number of $1'],
  [new RegExp(`^how (?:long|far|fast|old|often|heavy|big|tall|deep|high|hot) ${AUXILIARY} (.+)$`, 'u'), '$1'],
  [new RegExp(`^(?:who|which \\S+|what) (?!${AUXILIARY} )(.+)$`, 'u'), 'something $1'],
  [new RegExp(`^(?:who|what|where|when)(?:'s|s)? ?(?:${AUXILIARY})? (.+?)(?: called| mean)?$`, 'u'), '$1'],
  [new RegExp(`^(?:in |at |to |from )?(?:what|which) (?:\\S+ )?${AUXILIARY} (.+)$`, 'u'), '$1'],
  [new RegExp(`^how (?:${AUXILIARY} )?(.+)$`, 'u'), '$1'],
  [new RegExp(`^${AUXILIARY} (.+)$`, 'u'), '$1'],
];

/** The question as the beginning of its answer: "who invented it" as "something invented it". */
export function tellAsStatement(text: string): string {
  const plain = plainQuestion(text);
  for (const [pattern, form] of FORMS) if (pattern.test(plain)) return plain.replace(pattern, form);
  return plain;
}

/** Printed and exported files have Lectern's own words in English or Spanish: readers of other languages get English. */
export const printLanguageOf = (language: string): 'en' | 'es' => (language === 'es' ? 'es' : 'en');

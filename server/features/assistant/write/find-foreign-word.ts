import { isKnownVerb, isSameOrKindOf, nounKind } from '../../../language/wordnet.ts';
import { contentStems, isStopWord, listWords, stemWord } from '../../../../items/words.ts';

/**
 * WordNet's kinds of nouns that name no things of their own, so that another way to say something may need one: acts,
 * attributes, thoughts, talk, events, feelings, motives, phenomena, processes, quantities, relations, shapes, states, times.
 */
const ABSTRACT_KINDS = new Set([3, 4, 7, 9, 10, 11, 12, 16, 19, 22, 23, 24, 25, 26, 28]);
/** Looked at in long passages; the first hundred words or so decide. */
const MOST_COMPARED = 150;

/**
 * A word of a sentence that cannot be another way to say what its passage says: a thing, a being or a name that the passage
 * has no word for. Verbs, adverbs and nouns of abstract kinds may be an author's own.
 */
export function findForeignWord(text: string, context: string): string | undefined {
  const known = contentStems(context);
  const words = listWords(text);
  return words.find((word, index) => {
    // Numbers are looked at by themselves.
    if (isStopWord(word) || /\d/u.test(word) || word.endsWith('ly')) return false;
    if (known.has(stemWord(word))) return false;
    // At the beginning of a sentence a name looks like any other word.
    if (index === 0) return true;
    const forms = formsOf(word);
    if (forms.some((form) => isKnownVerb(form))) return false;
    const noun = forms.find((form) => nounKind(form) > 0);
    if (noun === undefined) return !looksDescribing(word);
    return !ABSTRACT_KINDS.has(nounKind(noun)) && !hasKin(noun, context);
  });
}

/** The word, and what it may be a form of. */
const formsOf = (word: string): string[] => {
  const stem = stemWord(word);
  return [...new Set([word, word.replace(/s$/u, ''), stem, `${stem}e`])];
};

/** Adjectives by their ending; WordNet's nouns and verbs hold no others. */
const looksDescribing = (word: string): boolean =>
  /(?:able|ible|al|ant|ar|ary|ed|en|ent|er|est|ful|ic|ing|ive|less|ory|ous|y)$/u.test(word);

function hasKin(noun: string, context: string): boolean {
  const words = [...new Set(listWords(context))].filter((word) => !isStopWord(word)).slice(0, MOST_COMPARED);
  return words.some((word) =>
    formsOf(word).some((form) => isSameOrKindOf(noun, form) || isSameOrKindOf(form, noun)),
  );
}

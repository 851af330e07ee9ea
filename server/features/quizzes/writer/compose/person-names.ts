import type { LessonAnalysis } from '../../../../language/analysis.ts';
import { nounKind, PERSON_KIND, PLACE_KIND } from '../../../../language/wordnet.ts';

/** A person's name: known to WordNet as one, or two capitalised words that are not a place or an organisation. */
export function isPersonName(subject: string, analysis: LessonAnalysis): boolean {
  if (/^(?:the|a|an)\s/u.test(subject)) return false;
  const names = subject.split(' ');
  const kind = nounKind(subject);
  if (kind === PERSON_KIND) return /^\p{Lu}/u.test(subject);
  if (kind === PLACE_KIND || kind >= 0) return false;
  if (
    /(?:Act|Bank|Company|University|Party|Congress|Council|Committee|States|Kingdom|Empire|Union|Court|Railway|Canal|System|Institute|Society|Museum|War|Treaty|Law|Effect|Theorem)$/u.test(
      subject,
    )
  )
    return false;
  return (
    names.length >= 2 &&
    names.length <= 4 &&
    names.every((name) => /^\p{Lu}\p{Ll}+$|^(?:and|de|van|von|\p{Lu}\.)$/u.test(name)) &&
    names.every((name) => name === 'and' || analysis.casing.isName(name))
  );
}

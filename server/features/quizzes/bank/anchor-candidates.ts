import { evidenceOfPassage } from '../../../language/evidence-of-passage.ts';
import { listSections, sectionOfPassages } from '../../../language/list-sections.ts';
import type { Dependencies } from '../../../ports.ts';
import { getLessonText } from '../../lessons/get-lesson-text.ts';
import { deleteCandidates, listAllCandidates, updateEvidence } from './candidate.store.ts';

/**
 * Fits a bank to its lesson's new text: evidence points at the passage that contains the quote now, and candidates whose
 * quote the text no longer contains are deleted. Rejected ones are kept even so, since the words may return.
 * @returns whether the bank had candidates.
 */
export async function anchorCandidates(
  dependencies: Pick<Dependencies, 'database'>,
  lessonId: number,
): Promise<boolean> {
  const { database } = dependencies;
  const candidates = await listAllCandidates(database, lessonId);
  if (candidates.length === 0) return false;
  const { text, timeEvidence } = await getLessonText(dependencies, lessonId);
  const sectionOf = sectionOfPassages(listSections(text.passages));
  const lost: number[] = [];
  for (const { id, question, is_rejected: isRejected } of candidates) {
    const { quote } = question.evidence;
    const passage = text.passages.find((each) => each.text.includes(quote));
    if (passage === undefined) {
      if (!isRejected) lost.push(id);
      continue;
    }
    const evidence = timeEvidence(evidenceOfPassage(passage, quote));
    await updateEvidence(database, id, { evidence, section: sectionOf.get(passage.id) ?? 0 });
  }
  await deleteCandidates(database, lost);
  return true;
}

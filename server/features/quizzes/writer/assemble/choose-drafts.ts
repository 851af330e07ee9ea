import type { Form, QuestionDraft } from './question-draft.ts';

/** The share of a set that a form may have: sets that ask one way all through bore students. */
const MOST_OF_FORM: Readonly<Record<Form, number>> = { name: 0.8, describe: 0.4 };
/** What a further draft of the same section loses. */
const SAME_SECTION = 0.08;

/** The best drafts, spread over the sections of the lesson, no two about the same thing. */
export function chooseDrafts(drafts: readonly QuestionDraft[], count: number): QuestionDraft[] {
  const chosen: QuestionDraft[] = [];
  const topics = new Set<string>();
  const forms = new Map<Form, number>();
  const sections = new Map<number, number>();
  while (chosen.length < count) {
    const open = drafts
      .filter((draft) => !topics.has(draft.topic))
      .filter(({ form }) => (forms.get(form) ?? 0) < Math.max(1, Math.round(MOST_OF_FORM[form] * count)))
      .map((draft) => ({
        draft,
        rank: draft.worth - SAME_SECTION * (sections.get(draft.passage.section) ?? 0),
      }))
      .sort((one, other) => other.rank - one.rank);
    const best = open[0]?.draft;
    if (best === undefined) break;
    chosen.push(best);
    topics.add(best.topic);
    forms.set(best.form, (forms.get(best.form) ?? 0) + 1);
    sections.set(best.passage.section, (sections.get(best.passage.section) ?? 0) + 1);
  }
  return chosen;
}

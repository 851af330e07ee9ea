import type { BloomLevel } from '#contract/quizzes.ts';
import type { WrittenQuestion } from '#server/features/quizzes/writer/written-question.ts';
import type { Message } from '#contract/messages/message.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import type { writeCandidates } from '#server/features/quizzes/writer/write-candidates.ts';
import type { WriteCandidatesRequest } from '#server/features/quizzes/writer/written-candidate.ts';
import { listSections, sectionOfPassages } from '#server/language/list-sections.ts';

const RIVERS = [
  ['Amber', 'granite'],
  ['Birch', 'timber'],
  ['Cedar', 'copper ore'],
  ['Dover', 'barley'],
  ['Elder', 'marble'],
  ['Falcon', 'cotton'],
  ['Grove', 'salt'],
  ['Heron', 'sugar beet'],
  ['Iris', 'limestone'],
  ['Jasper', 'wool'],
  ['Kestrel', 'coal'],
  ['Laurel', 'olives'],
  ['Maple', 'sulphur'],
  ['Nettle', 'clay'],
  ['Osprey', 'peat'],
  ['Poplar', 'tin'],
  ['Quarry', 'slate'],
  ['Raven', 'apples'],
  ['Sorrel', 'gravel'],
  ['Thistle', 'linen'],
] as const;

const sentenceOf = (river: string, cargo: string): string =>
  `Barges on the ${river} carry ${cargo} down to the coast each spring.`;

/** A lesson of one fact for each river, from `from` to before `to`; 20 at most. */
export const riverText = (from = 0, to: number = RIVERS.length): string =>
  RIVERS.slice(from, to)
    .map(([river, cargo]) => sentenceOf(river, cargo))
    .join('\n\n');

const LEVELS: readonly BloomLevel[] = ['remember', 'understand', 'apply'];
const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

function questionOf(
  index: number,
  lesson: LessonText,
  type: WrittenQuestion['type'],
): WrittenQuestion | undefined {
  const [river, cargo] = RIVERS[index] ?? ['', ''];
  const quote = sentenceOf(river, cargo);
  const passage = lesson.passages.find(({ text }) => text.includes(quote));
  if (passage === undefined) return undefined;
  const wrong = [1, 2, 3].map((step) => RIVERS[(index + step) % RIVERS.length]?.[1] ?? '');
  const isEssay = type === 'essay';
  return {
    text: isEssay
      ? `Explain what the ${river} means for the coast.`
      : `What do barges carry on the ${river}?`,
    type,
    blooms_taxonomy: LEVELS[index % LEVELS.length] ?? 'remember',
    difficulty: DIFFICULTIES[index % DIFFICULTIES.length] ?? 'easy',
    outcome: null,
    explanation: quote,
    evidence: evidenceOfPassage(passage, quote),
    options: isEssay
      ? []
      : [{ text: cargo, is_correct: true }, ...wrong.map((text) => ({ text, is_correct: false }))],
    key_points: isEssay ? [quote] : [],
    rubric: isEssay ? 'Total: 2 points.' : null,
    flaws: [],
  };
}

/** Writes a question on each river that the lesson names and the bank lacks, in order, and remembers what it was asked. */
export function createScriptedBankWriter(
  options: {
    readonly beforeEach?: (written: number, request: WriteCandidatesRequest) => Promise<void> | void;
    readonly note?: Message;
  } = {},
): { readonly requests: WriteCandidatesRequest[]; readonly write: typeof writeCandidates } {
  const requests: WriteCandidatesRequest[] = [];
  const write: typeof writeCandidates = async (lesson, request) => {
    requests.push(request);
    const known = new Set(request.avoid.map(({ text }) => text));
    const sectionOf = sectionOfPassages(listSections(lesson.passages));
    let written = 0;
    for (let index = 0; index < RIVERS.length && written < request.count; index += 1) {
      const question = questionOf(index, lesson, request.answerStyle);
      if (question === undefined || known.has(question.text)) continue;
      const { levels = [], sections = [] } = request;
      if (levels.length > 0 && !levels.includes(question.blooms_taxonomy)) continue;
      if (sections.length > 0 && !sections.includes(sectionOf.get(question.evidence.passage_id) ?? -1))
        continue;
      await options.beforeEach?.(written, request);
      request.signal?.throwIfAborted();
      await request.onCandidate({
        question,
        writtenBy: 'language_model',
        score: 1 - index / 100,
      });
      written += 1;
    }
    const isShort = written < request.count;
    return {
      written,
      inputTokens: 100 * written,
      outputTokens: 10 * written,
      note: isShort ? (options.note ?? null) : null,
    };
  };
  return { requests, write };
}

import { runInTurns, type Steps } from '#server/in-turns.ts';
import type { LessonAnalysis } from '#server/language/analysis.ts';
import { isQuotable } from '#server/language/analysis.ts';
import { createRandom } from '#server/language/random.ts';
import type { Sentence } from '#server/language/sentence.ts';
import { createSimilarity } from '#server/language/similarity.ts';
import { containment, contentStems, overlap } from '#contract/question-rules/words.ts';
import { checkQuestion } from '#contract/question-rules/checks/check-question.ts';
import { evidenceOfSentence } from '#server/language/evidence-of-passage.ts';
import { matchOutcome, type ComposedCandidate, type ComposeRequest } from './composed-question.ts';
import { listEssayPrompts, type EssayPrompt } from './list-essay-prompts.ts';

/** No lesson carries more essays that differ. */
const MOST = 50;

/** Essay questions with key points (complete statements of the lesson) and a marking rubric, the best first. */
export async function composeEssays(
  analysis: LessonAnalysis,
  request: ComposeRequest,
): Promise<ComposedCandidate[]> {
  const { levels = [], sections = [], seed, signal } = request;
  const random = createRandom(seed);
  const prompts = listEssayPrompts(analysis)
    .filter(({ sentence }) => sections.length === 0 || sections.includes(sentence.section))
    .filter(({ level }) => levels.length === 0 || levels.includes(level))
    .map((prompt) => ({ ...prompt, worth: prompt.worth + random() * 0.1 }));
  const outcomes = analysis.lesson.outcomes ?? [];
  const drafts = await runInTurns(pickPrompts(prompts, analysis));
  const similarity = await createSimilarity(
    [...drafts.map(({ prompt }) => prompt.text), ...outcomes.map(({ description }) => description)],
    outcomes.length > 0 ? request.embed : undefined,
    signal,
  );
  return drafts.map(({ prompt, points }, place) => ({
    score: 1 - place / (drafts.length + 1),
    question: {
      text: prompt.text,
      type: 'essay',
      blooms_taxonomy: prompt.level,
      difficulty: prompt.level === 'analyze' ? 'hard' : 'medium',
      outcome: matchOutcome(prompt.text, outcomes, similarity),
      explanation: prompt.sentence.text,
      evidence: evidenceOfSentence(prompt.sentence),
      options: [],
      key_points: points.map(({ text }) => text),
      rubric: writeRubric(
        prompt,
        points.map(({ text }) => text),
      ),
      flaws: [],
    },
  }));
}

/** With only one, the answer would be a sentence of the lesson. */
const FEWEST_POINTS = 2;

function* pickPrompts(
  prompts: readonly EssayPrompt[],
  analysis: LessonAnalysis,
): Steps<{ prompt: EssayPrompt; points: Sentence[] }[]> {
  const chosen: { prompt: EssayPrompt; points: Sentence[] }[] = [];
  const sections = new Map<number, number>();
  const levels = new Map<string, number>();
  const left = [...prompts];
  while (left.length > 0 && chosen.length < MOST) {
    yield;
    const value = (prompt: EssayPrompt): number =>
      prompt.worth -
      0.5 * (sections.get(prompt.sentence.section) ?? 0) -
      0.25 * (levels.get(prompt.level) ?? 0);
    const best = left.reduce((one, other) => (value(other) > value(one) ? other : one));
    left.splice(left.indexOf(best), 1);
    if (
      chosen.some(
        ({ prompt }) =>
          overlap(contentStems(prompt.text), contentStems(best.text)) > 0.6 ||
          (prompt.sentence === best.sentence && prompt.level === best.level),
      )
    )
      continue;
    const points = keyPointsOf(best, analysis);
    if (
      points.length < FEWEST_POINTS ||
      checkQuestion({ text: best.text, type: 'essay', options: [], quote: best.sentence.quote }).length > 0
    )
      continue;
    chosen.push({ prompt: best, points });
    sections.set(best.sentence.section, (sections.get(best.sentence.section) ?? 0) + 1);
    levels.set(best.level, (levels.get(best.level) ?? 0) + 1);
  }
  return chosen;
}

/** Statements of the lesson about the prompt's topic: its own first, then those that share most of the topic, in order. */
function keyPointsOf(prompt: EssayPrompt, analysis: LessonAnalysis): Sentence[] {
  const others = analysis.sentences
    .filter(
      (sentence) =>
        sentence !== prompt.sentence &&
        isQuotable(sentence) &&
        sentence.tokens.length <= 45 &&
        overlap(sentence.stems, prompt.sentence.stems) < 0.7,
    )
    .map((sentence) => ({
      sentence,
      near:
        containment(prompt.topic, sentence.stems) +
        (Math.abs(sentence.index - prompt.sentence.index) <= 3 ? 0.25 : 0) +
        (sentence.section === prompt.sentence.section ? 0.1 : 0),
    }))
    .filter(
      ({ near, sentence }) => near >= 0.6 && containment(prompt.topic, sentence.stems) >= prompt.leastTopic,
    )
    .sort((one, other) => other.near - one.near)
    .slice(0, 4)
    .map(({ sentence }) => sentence);
  return [prompt.sentence, ...others].sort((one, other) => one.index - other.index);
}

function writeRubric(prompt: EssayPrompt, points: readonly string[]): string {
  const total = points.length * 2 + 2;
  const lines = points.map((point) => `2 points for this: ${point}`);
  lines.push(`2 points when the answer ${prompt.demand}.`);
  return [
    `Total: ${total} points.`,
    ...lines,
    'Give 1 of 2 points where a statement is right but incomplete.',
  ].join('\n');
}

import type { LessonAnalysis } from '../../../language/analysis.ts';
import { isQuotable } from '../../../language/analysis.ts';
import { collectFacts } from '../../../language/collect-facts.ts';
import { subjectText } from '../../../language/clause-text.ts';
import type { Statement } from '../../../language/facts.ts';
import { createRandom } from '../../../language/random.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { createSimilarity } from '../../../language/similarity.ts';
import { containment, contentStems, overlap } from '../../../../items/words.ts';
import { checkItem } from '../../../../items/checks/check-item.ts';
import { evidenceOfSentence } from '../../../language/evidence-of-passage.ts';
import type { BloomLevel, ComposedQuestion, ComposeRequest } from './composed-question.ts';
import { listCandidates, weighStems, worthOf } from './list-candidates.ts';
import { matchOutcome } from './match-outcomes.ts';

/** A prompt that could be set: what it asks, and the statement it starts from. */
interface Prompt {
  readonly level: BloomLevel;
  readonly text: string;
  readonly sentence: Sentence;
  /** Words a key point must be about. */
  readonly topic: ReadonlySet<string>;
  readonly worth: number;
  /** What a full answer does beside naming the key points. */
  readonly demand: string;
}

const ALL_LEVELS = new Set<BloomLevel>(['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create']);

/** Essay questions with key points (complete statements of the lesson) and a marking rubric. */
export async function composeEssays(
  analysis: LessonAnalysis,
  request: ComposeRequest,
): Promise<ComposedQuestion[]> {
  const random = createRandom(request.seed);
  const asked = request.taxonomyLevels ?? [];
  const levels = asked.length > 0 ? new Set(asked) : ALL_LEVELS;
  const sections = new Set(request.sections ?? []);
  const prompts = listPrompts(analysis)
    .filter(({ sentence }) => sections.size === 0 || sections.has(sentence.section))
    .filter((prompt) => levels.has(prompt.level))
    .map((prompt) => ({ ...prompt, worth: prompt.worth + random() * 0.1 }));
  const drafts = pickPrompts(prompts, analysis, request.count);
  const outcomes = (analysis.lesson.outcomes ?? []).filter(
    (outcome) => (request.outcomes?.length ?? 0) === 0 || request.outcomes?.includes(outcome.short_name),
  );
  const texts =
    outcomes.length > 0
      ? [...drafts.map(({ prompt }) => prompt.text), ...outcomes.map((outcome) => outcome.description)]
      : [];
  const similarity = await createSimilarity(
    texts,
    outcomes.length > 0 ? request.embed : undefined,
    request.signal,
  );
  return drafts.map(({ prompt, points }): ComposedQuestion => ({
    text: prompt.text,
    type: 'essay',
    blooms_taxonomy: prompt.level,
    difficulty:
      prompt.level === 'remember'
        ? 'easy'
        : prompt.level === 'understand' || prompt.level === 'apply'
          ? 'medium'
          : 'hard',
    outcome: matchOutcome(prompt.text, outcomes, similarity),
    explanation: prompt.sentence.text,
    evidence: evidenceOfSentence(prompt.sentence),
    options: [],
    key_points: points.map((point) => point.text),
    rubric: writeRubric(
      prompt,
      points.map((point) => point.text),
    ),
    flaws: [],
  }));
}

/** To judge takes something to weigh; a cause explained is a whole answer. */
const NEEDED_POINTS: Readonly<Partial<Record<BloomLevel, number>>> = {
  remember: 1,
  understand: 1,
  evaluate: 3,
};

function pickPrompts(
  prompts: readonly Prompt[],
  analysis: LessonAnalysis,
  count: number,
): { prompt: Prompt; points: Sentence[] }[] {
  const chosen: { prompt: Prompt; points: Sentence[] }[] = [];
  const sections = new Map<number, number>();
  const levels = new Map<string, number>();
  const left = [...prompts];
  while (left.length > 0 && chosen.length < count) {
    const value = (prompt: Prompt): number =>
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
    const needed = NEEDED_POINTS[best.level] ?? 2;
    if (
      points.length < needed ||
      checkItem({ text: best.text, type: 'essay', options: [], quote: best.sentence.quote }).length > 0
    )
      continue;
    chosen.push({ prompt: best, points });
    sections.set(best.sentence.section, (sections.get(best.sentence.section) ?? 0) + 1);
    levels.set(best.level, (levels.get(best.level) ?? 0) + 1);
  }
  return chosen;
}

/** Statements of the lesson about the prompt's topic: its own first, then those that share most of the topic, in order. */
function keyPointsOf(prompt: Prompt, analysis: LessonAnalysis): Sentence[] {
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
    .filter(({ near, sentence }) => near >= 0.6 && containment(prompt.topic, sentence.stems) >= 0.5)
    .sort((one, other) => other.near - one.near)
    .slice(0, 4)
    .map(({ sentence }) => sentence);
  return [prompt.sentence, ...others].sort((one, other) => one.index - other.index);
}

function listPrompts(analysis: LessonAnalysis): Prompt[] {
  const centrality = weighStems(analysis);
  const prompts: Prompt[] = [];
  const add = (
    level: BloomLevel,
    text: string,
    sentence: Sentence,
    topic: string,
    worth: number,
    demand: string,
  ): void => {
    prompts.push({ level, text, sentence, topic: contentStems(topic), worth, demand });
  };
  for (const fact of collectFacts(analysis)) {
    const { sentence } = fact;
    const central =
      [...sentence.stems].reduce((sum, stem) => sum + (centrality.get(stem) ?? 0), 0) /
      Math.sqrt(Math.max(4, sentence.stems.size));
    const worth = 0.5 + Math.min(0.4, central * 0.2);
    if (fact.kind === 'definition') {
      const { be } = fact;
      add(
        'remember',
        `Define ${fact.term}.`,
        sentence,
        fact.bareTerm,
        worth,
        'gives a complete definition in correct terms',
      );
      add(
        'understand',
        `Explain in your own words what ${fact.term} ${be}, and describe why ${fact.plural ? 'they matter' : 'it matters'}.`,
        sentence,
        fact.bareTerm,
        worth + 0.15,
        'explains in words of its own instead of reciting',
      );
      add(
        'create',
        `Design a short worked example that would teach a beginner what ${fact.term} ${be}.`,
        sentence,
        fact.bareTerm,
        worth,
        'is a new example, and every feature of the definition can be seen in it',
      );
    }
    if (fact.kind === 'cause' && fact.marker === 'because') {
      add(
        'understand',
        `Explain why ${fact.effectText}.`,
        sentence,
        fact.effectText,
        worth + 0.25,
        'links cause and effect step by step',
      );
      add(
        'evaluate',
        `Evaluate how fully the following explains why ${fact.effectText}: ${fact.cause}.`,
        sentence,
        `${fact.effectText} ${fact.cause}`,
        worth + 0.1,
        'reaches a judgement and supports it with evidence',
      );
    }
    if (fact.kind === 'condition' && !fact.past && fact.word !== 'after') {
      add(
        'apply',
        `Suppose that ${fact.condition}. Use what you know to predict what happens, and explain each step.`,
        sentence,
        `${fact.condition} ${fact.outcome}`,
        worth + 0.25,
        'applies the rule to the case and explains each step',
      );
    }
    if (fact.kind === 'statement' && isWorthAnEssay(fact, analysis)) {
      add(
        'understand',
        `Describe the part played by ${fact.subject}, and explain how it comes about.`,
        sentence,
        fact.subject,
        worth - 0.05,
        'connects its statements instead of listing them',
      );
      add(
        'evaluate',
        `Assess the importance of ${fact.subject}, and support your judgement with evidence.`,
        sentence,
        fact.subject,
        worth - 0.05,
        'reaches a judgement and supports it with evidence',
      );
    }
    if (fact.kind === 'contrast') {
      const first = subjectText(sentence, fact.first, analysis.casing);
      const second = subjectText(sentence, fact.second, analysis.casing);
      add(
        'analyze',
        `Compare ${first} with ${second}: how do they differ, and why does the difference matter?`,
        sentence,
        `${first} ${second}`,
        worth + 0.3,
        'treats both sides under the same points',
      );
      add(
        'evaluate',
        `Assess in what circumstances ${first} would be preferable to ${second}.`,
        sentence,
        `${first} ${second}`,
        first.length + second.length < 50 && !/\bdemand|supply\b/iu.test(first) ? worth - 0.3 : -1,
        'weighs both sides before it judges',
      );
    }
  }
  for (const candidate of listCandidates(analysis, createRandom(1)).filter(
    (item) => item.form === 'comparison' && item.stem.startsWith('How ') && item.level === 'analyze',
  )) {
    const pair = /^How (?:do|does|did) (.+) differ from (.+)\?$/u.exec(candidate.stem);
    if (pair?.[1] === undefined || pair[2] === undefined) continue;
    add(
      'analyze',
      `Compare ${pair[1]} with ${pair[2]}, and analyze how the two are related.`,
      candidate.sentence,
      `${pair[1]} ${pair[2]}`,
      worthOf(candidate, analysis, centrality) * 0.8,
      'treats both sides under the same points',
    );
  }
  return prompts;
}

/** A subject that the lesson names in several places, and that is not merely "the cycle" or "a table". */
function isWorthAnEssay({ subject, clause }: Statement, analysis: LessonAnalysis): boolean {
  const bare = subject.replace(/^(?:a|an|the)\s+/iu, '');
  const named = bare.includes(' ') || bare === subject;
  const stems = contentStems(bare);
  const uses = analysis.sentences.filter((sentence) => containment(stems, sentence.stems) === 1).length;
  return named && uses >= 2 && clause.subjectEnd - clause.subjectStart <= 4 && !/\band\b/u.test(subject);
}

function writeRubric(prompt: Prompt, points: readonly string[]): string {
  const total = points.length * 2 + 2;
  const lines = points.map((point) => `2 points for this: ${point}`);
  lines.push(`2 points when the answer ${prompt.demand}.`);
  return [
    `Total: ${total} points.`,
    ...lines,
    'Give 1 of 2 points where a statement is right but incomplete.',
  ].join('\n');
}

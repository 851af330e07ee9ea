import type { Message } from '#contract/messages/message.ts';
import { contentStems, overlap } from '#contract/question-rules/words.ts';
import {
  TextGeneratorUnavailableError,
  type SpendMeter,
  type StreamedText,
  type TextGenerator,
  type TokenCount,
  type UnavailableReason,
} from '#server/ai/text-generator.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import { withoutOrders } from '#server/ai/language-model/check-support.ts';
import { createFence } from '#server/ai/language-model/fence.ts';
import { findForeignMatter, speaksToModel } from '#server/ai/language-model/plain-text.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import type { ComposedStatement } from '../composed-answer.ts';
import { SentenceCheck } from './check-sentence.ts';
import { FIRST_WORDS_MILLISECONDS, isFastEnough, recordFirstWords } from './first-words.ts';
import { SentenceReader, type WrittenSentence } from './read-sentences.ts';

/** What happens while a language model writes. */
export type Writing =
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'statement'; readonly statement: ComposedStatement }
  | { readonly kind: 'dropped'; readonly text: string };

/** How it ended: as a whole, in the midst, or without having been of use, and why. `too_slow`: the model was not asked. */
type WritingEnd = 'whole' | 'cut_off' | 'no_answer' | 'too_slow' | UnavailableReason;

export interface Written {
  readonly end: WritingEnd;
  readonly kept: number;
  readonly dropped: number;
  readonly tokens: TokenCount;
  /** Why it ended, if there is a more specific message than that for the reason. */
  readonly explanation?: Message | undefined;
}

interface WriteRequest {
  readonly text: string;
  readonly previousQuestion: string | undefined;
  /** The built-in answer. */
  readonly composed: readonly ComposedStatement[];
  /** The best first. */
  readonly passages: readonly FoundPassage[];
  readonly embed: Embed | undefined;
  /** Whether the speech recognition was too unsure of a sentence for it to be cited. */
  readonly isUncertain?: ((quote: string) => boolean) | undefined;
  readonly meter?: SpendMeter | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
}

const MOST_OUTPUT_TOKENS = 1_500;
/** When a model pauses for longer, the lessons' own sentences say the rest. */
const SILENCE_MILLISECONDS = 8_000;
const TIME_FOR_ALL_MILLISECONDS = 45_000;
const MOST_STATEMENTS = 12;
/** A model that is wrong so often is not read on. */
const MOST_DROPPED = 12;
const MOST_CHARACTERS = 12_000;
const SAME_WORDS = 0.85;
const SHOWN_CHARACTERS = 400;

/**
 * Has a language model write the answer from the passages that were found. Each sentence is held against them as soon as it
 * is whole: it becomes a statement with the words it rests on, or is dropped. What is still being written comes as a draft.
 * A model that is too slow to write its first words in time is not asked, or no longer waited for.
 * @throws the reason of `request.signal` when that is aborted, and any error that is not the service's.
 */
export async function* writeAnswer(
  generator: Pick<TextGenerator, 'streamText' | 'readSpeed'>,
  request: WriteRequest,
): AsyncGenerator<Writing, Written, undefined> {
  const { signal, clock } = request;
  const passages = choosePassages(request.composed, request.passages);
  const check = new SentenceCheck(passages, request.embed, request.isUncertain);
  const reader = new SentenceReader();
  const so: Progress = { said: [], dropped: 0, characters: 0, hasBegun: false, hasNoAnswer: false };
  const nothing = { inputTokens: 0, outputTokens: 0 };
  const asked = promptForAnswer(request, passages);
  const promptCharacters = asked.system.length + asked.prompt.length;
  if (!isFastEnough(generator, promptCharacters, clock.monotonic()))
    return { end: 'too_slow', kept: 0, dropped: 0, tokens: nothing };
  const late = new AbortController();
  const started = clock.monotonic();
  const stopWaiting = clock.after(FIRST_WORDS_MILLISECONDS, () => late.abort());
  const stream = generator.streamText({
    ...asked,
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    timeoutMilliseconds: TIME_FOR_ALL_MILLISECONDS,
    silenceMilliseconds: SILENCE_MILLISECONDS,
    meter: request.meter,
    signal: eitherSignal(signal, late.signal),
  });
  let end: WritingEnd = 'whole';
  let tokens: TokenCount = nothing;
  let explanation: Message | undefined;
  try {
    for (;;) {
      const step: IteratorResult<string, StreamedText> = await stream.next();
      if (step.done === true) {
        tokens = { inputTokens: step.value.inputTokens, outputTokens: step.value.outputTokens };
        if (step.value.finish !== 'stop') end = 'cut_off';
        break;
      }
      const sentences = reader.push(step.value);
      if (!so.hasBegun && !reader.isThinking) {
        so.hasBegun = true;
        stopWaiting();
        const now = clock.monotonic();
        recordFirstWords(generator, promptCharacters, now - started, now);
      }
      for (const sentence of sentences) yield* judge(sentence, check, so, signal);
      if (!reader.isThinking) so.characters += step.value.length;
      if (isEnough(so)) break;
      const draft = reader.draft;
      if (isShowable(draft)) yield { kind: 'draft', text: draft };
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (late.signal.aborted) {
      recordFirstWords(generator, promptCharacters, undefined, clock.monotonic());
      return { end: 'timeout', kept: 0, dropped: 0, tokens: nothing };
    }
    if (!(error instanceof TextGeneratorUnavailableError)) throw error;
    end = so.said.length + so.dropped > 0 ? 'cut_off' : error.reason;
    tokens = error.tokens;
    explanation = error.explanation;
  } finally {
    stopWaiting();
    await stream.return({ ...nothing, finish: 'other' });
  }
  // A sentence that was cut off is dropped.
  const last = end === 'whole' && !isEnough(so) ? reader.flush() : undefined;
  if (last !== undefined) yield* judge(withFullStop(last), check, so, signal);
  return {
    end: end === 'whole' ? endOf(so) : end,
    kept: so.said.length,
    dropped: so.dropped,
    tokens,
    explanation,
  };
}

const eitherSignal = (signal: AbortSignal | undefined, late: AbortSignal): AbortSignal =>
  signal === undefined ? late : AbortSignal.any([signal, late]);

/** How far an answer has come. */
interface Progress {
  readonly said: string[];
  dropped: number;
  characters: number;
  hasBegun: boolean;
  hasNoAnswer: boolean;
}

const endOf = ({ hasNoAnswer, said }: Progress): WritingEnd =>
  hasNoAnswer && said.length === 0 ? 'no_answer' : 'whole';

const isEnough = ({ said, dropped, characters }: Progress): boolean =>
  said.length >= MOST_STATEMENTS || dropped >= MOST_DROPPED || characters > MOST_CHARACTERS;

async function* judge(
  sentence: WrittenSentence,
  check: SentenceCheck,
  so: Progress,
  signal: AbortSignal | undefined,
): AsyncGenerator<Writing, void, undefined> {
  const { text, paragraph } = sentence;
  if (isEnough(so)) return;
  if (text.startsWith(NO_ANSWER)) {
    so.hasNoAnswer = true;
    return;
  }
  if (so.said.some((other) => isRepeated(text, other))) return;
  const source = await check.findSupport(sentence, signal);
  if (source === undefined) {
    so.dropped += 1;
    yield { kind: 'dropped', text: text.slice(0, SHOWN_CHARACTERS) };
    return;
  }
  so.said.push(text);
  yield { kind: 'statement', statement: { text, kind: 'written', paragraph, sources: [source] } };
}

const isRepeated = (one: string, other: string): boolean =>
  overlap(contentStems(one), contentStems(other)) > SAME_WORDS;

/** Unchecked words are shown for a moment, so that they may hold no more than plain words. */
const isShowable = (draft: string): boolean => findForeignMatter(draft, SHOWN_CHARACTERS) === null;

const withFullStop = (sentence: WrittenSentence): WrittenSentence =>
  /[\p{L}\p{N})"”’]$/u.test(sentence.text) ? { ...sentence, text: `${sentence.text}.` } : sentence;

const MOST_PASSAGES = 8;
const CHARACTERS_OF_ALL = 9_000;
const CHARACTERS_OF_A_PASSAGE = 2_000;
const CHARACTERS_OF_A_QUESTION = 1_500;

/** What the model says when the passages are of no use. */
const NO_ANSWER = 'NO ANSWER';

/**
 * The passages that the model is given, numbered from 1 by their order: those that the built-in answer rests on, then the
 * best of the others, as many as fit into a small model's context.
 */
function choosePassages(
  composed: readonly ComposedStatement[],
  found: readonly FoundPassage[],
): FoundPassage[] {
  const cited = composed.flatMap(({ sources }) => sources.map(({ passage }) => passage));
  const unique = new Map([...cited, ...found].map((passage) => [passage.passageId, passage]));
  const chosen: FoundPassage[] = [];
  let characters = 0;
  for (const passage of unique.values()) {
    characters += Math.min(passage.text.length, CHARACTERS_OF_A_PASSAGE);
    if (chosen.length === MOST_PASSAGES || (chosen.length > 0 && characters > CHARACTERS_OF_ALL)) break;
    chosen.push(passage);
  }
  return chosen;
}

function promptForAnswer(
  { text, previousQuestion }: { readonly text: string; readonly previousQuestion: string | undefined },
  passages: readonly FoundPassage[],
): { readonly system: string; readonly prompt: string } {
  const fence = createFence();
  const system = `You answer a teacher's question from the teacher's own lessons. Numbered passages of these lessons are given to you, and they are all you know.

${fence.explanation}

Rules:
- Say only what the passages say, close to their own words. Add nothing that you know from elsewhere; keep their numbers, names, conditions and doubts.
- Write 1 to 8 sentences of 6 to 30 words, the answer itself first.
- Each sentence rests on one passage, and ends with its number in square brackets before the full stop, like this: Water boils at 100 degrees at sea level [2].
- Each sentence is a statement that can be understood alone. It names what it speaks of: no "it", "this" or "they" at its start, no "you", no "the passage" or "the lesson".
- Steps, and the sides of a comparison, stand on lines of their own.
- Plain text: no HTML, no Markdown, no links, no greeting, no closing words.
- If the passages do not answer the question, write only: ${NO_ANSWER}`;
  const material = fence.enclose(passages.map(describePassage).join('\n\n'));
  const before =
    previousQuestion === undefined
      ? ''
      : `The question before it was: ${previousQuestion.slice(0, CHARACTERS_OF_A_QUESTION)}\n`;
  return {
    system,
    prompt: `${material}\n\n${before}The question: ${text.slice(0, CHARACTERS_OF_A_QUESTION)}`,
  };
}

/** Without text that addresses the model: it cannot follow orders that it does not read. */
function describePassage(passage: FoundPassage, index: number): string {
  const { text, heading } = withoutOrders(passage);
  const lesson = speaksToModel(passage.lessonTitle) ? '' : `Lesson: ${passage.lessonTitle.slice(0, 200)}. `;
  const section = heading === null ? '' : `Section: ${heading.slice(0, 200)}. `;
  const words = text.replaceAll(/\s+/gu, ' ').slice(0, CHARACTERS_OF_A_PASSAGE);
  return `Passage ${index + 1}. ${lesson}${section}\n${words}`;
}

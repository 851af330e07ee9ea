import {
  TextGeneratorUnavailableError,
  type StreamedText,
  type TextGenerator,
  type TokenCount,
  type UnavailableReason,
} from '../../../ai/text-generator.ts';
import { findForeignMatter } from '../../../language-model/plain-text.ts';
import type { Embed } from '../../../language/lesson-text.ts';
import { contentStems, overlap } from '../../../../items/words.ts';
import type { FoundPassage } from '../../search/found-passage.ts';
import type { ComposedStatement } from '../composed-answer.ts';
import { SentenceCheck } from './check-sentence.ts';
import { FIRST_WORDS_MILLISECONDS, isFastEnough, recordFirstWords } from './first-words.ts';
import { choosePassages, NO_ANSWER, promptForAnswer } from './prompt-for-answer.ts';
import { SentenceReader, type WrittenSentence } from './read-sentences.ts';

/** What happens while a language model writes. */
export type Writing =
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'statement'; readonly statement: ComposedStatement }
  | { readonly kind: 'dropped'; readonly text: string };

/** How it ended: as a whole, in the midst, or without having been of use, and why. `too_slow`: the model was not asked. */
export type WritingEnd = 'whole' | 'cut_off' | 'no_answer' | 'too_slow' | UnavailableReason;

export interface Written {
  readonly end: WritingEnd;
  readonly kept: number;
  readonly dropped: number;
  readonly tokens: TokenCount;
}

export interface WriteRequest {
  readonly text: string;
  readonly previousQuestion: string | undefined;
  /** The built-in answer. */
  readonly composed: readonly ComposedStatement[];
  /** The best first. */
  readonly passages: readonly FoundPassage[];
  readonly embed: Embed | undefined;
  readonly signal?: AbortSignal | undefined;
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
  const { signal } = request;
  const passages = choosePassages(request.composed, request.passages);
  const check = new SentenceCheck(passages, request.embed);
  const reader = new SentenceReader();
  const so = { said: [] as string[], dropped: 0, characters: 0, hasBegun: false, hasNoAnswer: false };

  async function* judge(sentence: WrittenSentence): AsyncGenerator<Writing, void, undefined> {
    if (sentence.text.startsWith(NO_ANSWER)) {
      so.hasNoAnswer = true;
      return;
    }
    if (so.said.some((other) => isRepeated(sentence.text, other))) return;
    const source = await check.findSupport(sentence, signal);
    if (source === undefined) {
      so.dropped += 1;
      yield { kind: 'dropped', text: sentence.text.slice(0, SHOWN_CHARACTERS) };
      return;
    }
    so.said.push(sentence.text);
    const { text, paragraph } = sentence;
    yield { kind: 'statement', statement: { text, kind: 'written', paragraph, sources: [source] } };
  }
  const isEnough = (): boolean =>
    so.said.length >= MOST_STATEMENTS || so.dropped >= MOST_DROPPED || so.characters > MOST_CHARACTERS;

  const nothing = { inputTokens: 0, outputTokens: 0 };
  const asked = promptForAnswer(request, passages);
  const promptCharacters = asked.system.length + asked.prompt.length;
  if (!isFastEnough(generator, promptCharacters))
    return { end: 'too_slow', kept: 0, dropped: 0, tokens: nothing };
  const late = new AbortController();
  const started = performance.now();
  const timer = setTimeout(() => late.abort(), FIRST_WORDS_MILLISECONDS);
  const stream = generator.streamText({
    ...asked,
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    timeoutMilliseconds: TIME_FOR_ALL_MILLISECONDS,
    silenceMilliseconds: SILENCE_MILLISECONDS,
    signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
  });
  let end: WritingEnd = 'whole';
  let tokens: TokenCount = nothing;
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
        clearTimeout(timer);
        recordFirstWords(generator, promptCharacters, performance.now() - started);
      }
      for (const sentence of sentences) if (!isEnough()) yield* judge(sentence);
      if (!reader.isThinking) so.characters += step.value.length;
      if (isEnough()) break;
      const draft = reader.draft;
      if (isShowable(draft)) yield { kind: 'draft', text: draft };
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (late.signal.aborted) {
      recordFirstWords(generator, promptCharacters, undefined);
      return { end: 'timeout', kept: 0, dropped: 0, tokens: nothing };
    }
    if (!(error instanceof TextGeneratorUnavailableError)) throw error;
    end = so.said.length > 0 || so.dropped > 0 ? 'cut_off' : error.reason;
    tokens = error.tokens;
  } finally {
    clearTimeout(timer);
    await stream.return({ ...nothing, finish: 'other' });
  }
  // What was left in the midst of a sentence is none.
  const last = end === 'whole' && !isEnough() ? reader.flush() : undefined;
  if (last !== undefined) yield* judge(withFullStop(last));
  return {
    end: end === 'whole' && so.hasNoAnswer && so.said.length === 0 ? 'no_answer' : end,
    kept: so.said.length,
    dropped: so.dropped,
    tokens,
  };
}

const isRepeated = (one: string, other: string): boolean =>
  overlap(contentStems(one), contentStems(other)) > SAME_WORDS;

/** Unchecked words are shown for a moment, so that they may hold no more than plain words. */
const isShowable = (draft: string): boolean => findForeignMatter(draft, SHOWN_CHARACTERS) === null;

const withFullStop = (sentence: WrittenSentence): WrittenSentence =>
  /[\p{L}\p{N})"”’]$/u.test(sentence.text) ? { ...sentence, text: `${sentence.text}.` } : sentence;

import { readFile } from 'node:fs/promises';
import { InferenceSession } from 'onnxruntime-node';
import { serveRequests } from '#server/child-processes/serve-requests.ts';
import { measureLevels } from '../cues/place-cues.ts';
import { reduceNoise } from '../sound/reduce-noise.ts';
import { createMoonshineDecoder } from './moonshine-decoder.ts';
import type { MoonshineRequest, MoonshineResult, MoonshineSettings } from './moonshine-protocol.ts';
import { parseMoonshineTokenizer } from './moonshine-tokenizer.ts';
import { searchBeams } from './search-beams.ts';
import { createTermBias, type TermBias } from './term-bias.ts';
import { pickToken, toLogProbabilities } from './token-probabilities.ts';
import { rateWords } from './rate-words.ts';

const START_TOKEN = 1;
const END_TOKEN = 2;
/** No one speaks faster; more tokens mean a loop. */
const TOKENS_PER_SECOND = 6.5;
const SAMPLE_RATE = 16_000;
/** Speech that is not this much louder than its pauses counts as noisy. */
const NOISY_DECIBELS = 22;
/** Texts that are weighed against each other. */
const BEAMS = 4;
/** For each character of an expected word, as a log probability (decision 51). */
const TERM_BONUS = 0.3;

const findLimit = (samples: Float32Array): number =>
  Math.ceil((samples.length / SAMPLE_RATE) * TOKENS_PER_SECOND) + 4;

serveRequests<MoonshineSettings, MoonshineRequest, MoonshineResult>(async (settings) => {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  };
  const decoder = createMoonshineDecoder(
    await InferenceSession.create(settings.encoderPath, options),
    await InferenceSession.create(settings.decoderPath, options),
  );
  const tokenizer = parseMoonshineTokenizer(await readFile(settings.tokenizerPath));
  const tokenTexts = tokenizer.listTexts();

  let known: { readonly words: string; readonly bias: TermBias } | undefined;
  /** Kept from one segment to the next: they are of one recording. */
  function biasTowards(terms: readonly string[]): TermBias | undefined {
    if (terms.length === 0) return undefined;
    const words = terms.join('\n');
    if (known?.words === words) return known.bias;
    known = { words, bias: createTermBias(terms, tokenTexts, TERM_BONUS) };
    return known.bias;
  }

  /** Greedy decoding of all segments at once; a finished row is computed, unused, until the longest ends. */
  async function listenOnce(requests: readonly MoonshineRequest[]): Promise<MoonshineResult[]> {
    const run = await decoder.listen(requests.map(({ samples }) => samples));
    const rows = requests.map((request) => ({
      limit: findLimit(request.samples),
      tokens: [] as number[],
      tokenLogProbabilities: [] as number[],
      logProbability: 0,
      ended: false,
    }));
    let next = rows.map(() => START_TOKEN);
    const isDone = (row: (typeof rows)[number]): boolean => row.ended || row.tokens.length >= row.limit;
    while (!rows.every(isDone)) {
      const best = (await run.step(next)).map(pickToken);
      next = best.map(({ token }) => token);
      best.forEach(({ token, logProbability }, index) => {
        const row = rows[index];
        if (row === undefined || isDone(row)) return;
        row.logProbability += logProbability;
        if (token === END_TOKEN) row.ended = true;
        else {
          row.tokens.push(token);
          row.tokenLogProbabilities.push(logProbability);
        }
      });
    }
    return rows.map(({ tokens, tokenLogProbabilities, logProbability, ended }) => ({
      text: tokenizer.decode(tokens),
      wordConfidences: rateWords(tokenizer.listWordsOf(tokens), tokenLogProbabilities),
      isLooping: !ended,
      confidence: Math.exp(logProbability / (tokens.length + 1)),
    }));
  }

  async function weighTexts(samples: Float32Array, terms: TermBias | undefined): Promise<MoonshineResult> {
    const run = await decoder.listen([samples]);
    const { tokens, ended, logProbability, tokenLogProbabilities } = await searchBeams({
      width: BEAMS,
      startToken: START_TOKEN,
      endToken: END_TOKEN,
      limit: findLimit(samples),
      terms,
      step: async (beams) => {
        run.keepRows(beams.map(({ parent }) => parent));
        return (await run.step(beams.map(({ token }) => token))).map(toLogProbabilities);
      },
    });
    return {
      text: tokenizer.decode(tokens),
      wordConfidences: rateWords(tokenizer.listWordsOf(tokens), tokenLogProbabilities),
      isLooping: !ended,
      confidence: Math.exp(logProbability),
    };
  }

  /** Compares several texts. Noise reduction helps with noisy speech, and hurts with echo and telephone sound. */
  async function listenAgain({ samples, terms }: MoonshineRequest): Promise<MoonshineResult> {
    const { quiet, loud } = measureLevels(samples);
    const isNoisy = loud - quiet < NOISY_DECIBELS;
    return weighTexts(isNoisy ? reduceNoise(samples) : samples, biasTowards(terms));
  }

  return async (requests) => {
    const [first] = requests;
    // The pool puts no two of these into one batch.
    return first?.isDoubtful === true ? [await listenAgain(first)] : listenOnce(requests);
  };
});

import { readFile } from 'node:fs/promises';
import { InferenceSession } from 'onnxruntime-node';
import { serveRequests } from '#server/sandbox/serve-requests.ts';
import { isNoisy, reduceNoise } from '../sound/reduce-noise.ts';
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

  /** Greedy decoding. */
  async function listenOnce(samples: Float32Array): Promise<MoonshineResult> {
    const run = await decoder.listen(samples);
    const limit = findLimit(samples);
    const tokens: number[] = [];
    const tokenLogProbabilities: number[] = [];
    let sum = 0;
    let next = START_TOKEN;
    while (tokens.length < limit) {
      const [logits = new Float32Array()] = await run.step([next]);
      const { token, logProbability } = pickToken(logits);
      next = token;
      sum += logProbability;
      if (token === END_TOKEN) break;
      tokens.push(token);
      tokenLogProbabilities.push(logProbability);
    }
    return {
      text: tokenizer.decode(tokens),
      wordConfidences: rateWords(tokenizer.listWordsOf(tokens), tokenLogProbabilities),
      isLooping: next !== END_TOKEN,
      confidence: Math.exp(sum / (tokens.length + 1)),
    };
  }

  async function weighTexts(samples: Float32Array, terms: TermBias | undefined): Promise<MoonshineResult> {
    const run = await decoder.listen(samples);
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

  return async (requests) => {
    const results: MoonshineResult[] = [];
    for (const { samples, isDoubtful, terms } of requests)
      results.push(
        await (isDoubtful
          ? weighTexts(isNoisy(samples) ? reduceNoise(samples) : samples, biasTowards(terms))
          : listenOnce(samples)),
      );
    return results;
  };
});

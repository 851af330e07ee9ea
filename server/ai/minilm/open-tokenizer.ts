import { readFile } from 'node:fs/promises';
import * as tokenizersModule from '@huggingface/tokenizers';

/** BERT's marks for where a text begins and ends. */
export const START_TOKEN = 101;
export const SEPARATOR_TOKEN = 102;

/** What is used of the tokenizer. Its own types import without extensions, which Node's resolution does not find. */
interface TokenizersModule {
  readonly Tokenizer: new (
    definition: object,
    config: object,
  ) => { encode(text: string): { readonly ids: number[] } };
}
const { Tokenizer } = tokenizersModule as unknown as TokenizersModule;

/** Reads MiniLM's tokenizer. What it gives turns a text into token ids, without the marks around it. */
export async function openTokenizer(tokenizerPath: string): Promise<(text: string) => number[]> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(tokenizerPath, 'utf8')) as object, {});
  return (text) => tokenizer.encode(text).ids.slice(1, -1);
}

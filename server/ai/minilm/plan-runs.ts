/** Tokens in one run, filling included: larger runs leave the processor's cache and gain nothing. */
const MAXIMUM_RUN_TOKENS = 512;

export interface TokenizedText {
  /** Among all that were given. */
  readonly position: number;
  readonly tokens: readonly number[];
}

/** Texts of like length together, so that little is filled up. */
export function* planRuns<Text extends TokenizedText>(texts: readonly Text[]): Generator<Text[]> {
  const sorted = texts.toSorted((first, second) => first.tokens.length - second.tokens.length);
  let run: Text[] = [];
  for (const text of sorted) {
    if (run.length > 0 && (run.length + 1) * text.tokens.length > MAXIMUM_RUN_TOKENS) {
      yield run;
      run = [];
    }
    run.push(text);
  }
  if (run.length > 0) yield run;
}

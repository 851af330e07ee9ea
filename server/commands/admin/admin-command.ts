import type { ParseArgsConfig } from 'node:util';

/** What was typed after the command's name. */
export interface CommandArguments {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
}

/** What a command prints: `value` with `--json`, else `text`. Without a `value`, `text` in either case. */
export interface CommandResult {
  readonly value?: unknown;
  readonly text: string | AsyncIterable<string>;
}

export interface AdminCommand {
  /** As typed after `npm run admin --`, with the names of its arguments. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  /** How many arguments it takes. */
  readonly positionals?: number;
  /** `print` writes the result to standard output. */
  run(
    given: CommandArguments,
    print: (result: CommandResult) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}

import type { Dependencies } from '#server/dependencies.ts';

/** What was typed after the command's name. */
export interface CommandArguments {
  /** As many as the command takes, otherwise empty. */
  readonly positionals: readonly [string, string];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
}

/** What a command prints: `value` with `--json`, else `text`. Without a `value`, `text` in either case. */
export interface CommandResult {
  readonly value?: unknown;
  readonly text: string | AsyncIterable<string>;
}

export interface AdminCommand {
  /**
   * As typed after `npm run admin --`, and the only description of its arguments: `NAME` for a positional one, then `[--name VALUE]` or
   * `[--name]`.
   */
  readonly usage: string;
  readonly summary: string;
  /**
   * Reads what was typed before anything is opened.
   * @throws {AdminError} when it is wrong.
   */
  readonly prepare: (given: CommandArguments) => (dependencies: Dependencies) => Promise<CommandResult>;
}

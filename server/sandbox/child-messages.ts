/** What a pool sends to its child process. */
export type ToChild<Settings, Request> =
  | { readonly type: 'load'; readonly settings: Settings }
  | { readonly type: 'run'; readonly requests: readonly Request[] }
  /** No one waits for the batch that runs. The child still answers it. */
  | { readonly type: 'cancel' };

/** What a child process sends back. Each `load` and `run` gets exactly one answer, after any number of pieces. */
export type FromChild<Result> =
  | { readonly type: 'loaded' }
  | { readonly type: 'piece'; readonly piece: unknown }
  | { readonly type: 'results'; readonly results: readonly Result[] }
  | { readonly type: 'failed'; readonly message: string };

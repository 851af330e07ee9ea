/** What a pool sends to its model process. */
export type ToModelProcess<Settings, Request> =
  | { readonly type: 'load'; readonly settings: Settings }
  | { readonly type: 'run'; readonly requests: readonly Request[] };

/** What a model process answers. Exactly one answer follows each message. */
export type FromModelProcess<Result> =
  | { readonly type: 'loaded' }
  | { readonly type: 'results'; readonly results: readonly Result[] }
  | { readonly type: 'failed'; readonly message: string };

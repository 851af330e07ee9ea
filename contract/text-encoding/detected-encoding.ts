/** The most likely encoding of non-Unicode bytes, as a label of the Encoding Standard. */
export type DetectedEncoding =
  | { readonly isCertain: true; readonly encoding: string }
  /** `encoding` is null if none fits. */
  | { readonly isCertain: false; readonly encoding: string | null };

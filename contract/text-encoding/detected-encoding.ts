/** What bytes that are no Unicode are most likely encoded as, by the label of the Encoding Standard. */
export type DetectedEncoding =
  | { readonly isCertain: true; readonly encoding: string }
  /** `encoding` is null where nothing fits. */
  | { readonly isCertain: false; readonly encoding: string | null };

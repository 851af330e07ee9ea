import { randomBytes } from 'node:crypto';

/** A document source's identity, which callers must not interpret. */
export const newDocsourceId = (): string => `ds_${randomBytes(16).toString('base64url')}`;

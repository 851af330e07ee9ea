import { createHmac, randomBytes } from 'node:crypto';
import { openSealed, seal } from './seal.ts';
import type { Secrets } from './secrets.ts';

/** A new key for a person's scripts: 192 random bits behind a prefix that secret scanners can find. */
export const createApiKey = (): string => `lk_${randomBytes(24).toString('base64url')}`;

/** Keyed, so that a stolen database alone does not tell whether a guessed key is right. */
export const hashApiKey = (secrets: Secrets, apiKey: string): Buffer =>
  createHmac('sha256', secrets.apiKeyHashKey).update(apiKey).digest();

/** Lets each login return the key without storing it in clear. */
export const encryptApiKey = (secrets: Secrets, apiKey: string): Buffer =>
  seal(secrets.apiKeyEncryptionKey, apiKey);

/** The key, or undefined when it was encrypted under another secret or its bytes were changed. */
export const recoverApiKey = (secrets: Secrets, encrypted: Buffer): string | undefined =>
  openSealed(secrets.apiKeyEncryptionKey, encrypted);

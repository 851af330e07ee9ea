import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new key for a person's scripts: 192 random bits behind a prefix that secret scanners can find. */
export const createApiKey = (): string => `lk_${randomBytes(24).toString('base64url')}`;

/** Keyed, so that a stolen database alone does not tell whether a guessed key is right. */
export const hashApiKey = (secrets: Secrets, apiKey: string): Buffer =>
  createHmac('sha256', secrets.apiKeyHashKey).update(apiKey).digest();

/** AES-256-GCM: nonce, tag, ciphertext. Lets each login return the key without storing it in clear. */
export function encryptApiKey(secrets: Secrets, apiKey: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secrets.apiKeyEncryptionKey, nonce);
  const ciphertext = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** The key, or undefined when it was encrypted under another secret or its bytes were changed. */
export function recoverApiKey(secrets: Secrets, encrypted: Buffer): string | undefined {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', secrets.apiKeyEncryptionKey, nonce);
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    // GCM does not say whether the secret or the bytes differ.
    return undefined;
  }
}

/** What a browser must bring back from the provider, and what the answer is checked against. */
export interface ProviderTransaction {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Whom the provider signed in. */
export interface ProviderAccount {
  readonly issuer: string;
  /** Never changes and is never given to another person; unlike the email address. */
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
}

/** An institution's server that signs people in. */
export interface SignInProvider {
  readonly issuer: string;
  /** The address to send a browser to. @throws {SignInProviderError} unreachable. */
  begin(redirectUri: string): Promise<{ address: string; transaction: ProviderTransaction }>;
  /**
   * Whom the browser was signed in as that came back to `redirectUri` with this query.
   * @throws {SignInProviderError}
   */
  finish(redirectUri: string, query: string, transaction: ProviderTransaction): Promise<ProviderAccount>;
}

/** `cancelled`: the person, or the provider on their behalf, said no. `refused`: the answer does not hold. */
export class SignInProviderError extends Error {
  override readonly name = 'SignInProviderError';
  readonly reason: 'unreachable' | 'cancelled' | 'refused';

  constructor(reason: SignInProviderError['reason'], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Who acts: a signed-in instructor. */
export interface Actor {
  readonly userId: number;
  /** The same number: each user is their own instructor. */
  readonly instructorId: number;
  /** The session whose access token was sent; absent with an API key alone. */
  readonly sessionId?: string;
  /** The named API key that was sent. */
  readonly apiKeyId?: string;
  readonly isAdministrator?: boolean;
  /** The session may do nothing but set up the second factor. */
  readonly mustSetUpTwoFactor?: boolean;
}

/** Who administers: an administrator's account, or null for the command line on the server. */
export interface Administrator {
  readonly userId: number | null;
}

/** What clients say when the server does not: its answer is not Lectern's, or there is none. */
export const CLIENT_MESSAGES = {
  client_bad_request: 'Invalid request. Please check your input.',
  client_bad_credentials: 'Invalid credentials. Please check your email and password.',
  client_login_failed: 'Failed to login.',
  client_server_error: 'Server error. Please try again later.',
  client_server_unreachable: 'The server cannot be reached.',
  client_unexpected: 'An unexpected error occurred.',
  client_unexpected_answer: 'An unexpected error occurred. Please try again.',
  client_unexpected_of_service: 'An unexpected error occurred',
} as const;

/**
 * What helmet adds to every answer, for the two kinds that no hook sees: an address that cannot be read, and bytes that
 * are no HTTP.
 */
export const bareAnswerHeaders = (publicUrl: string | undefined): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-site',
  'Cache-Control': 'no-store',
  ...(publicUrl?.startsWith('https:') === true
    ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
    : {}),
});

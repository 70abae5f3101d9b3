/** What every answer carries besides its own: taken for what it says it is, and by nobody else's pages. */
const ofEverything = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Headers of what a browser may show by itself: pages, files, certificates. */
export const shownHeaders = {
  'Content-Security-Policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ...ofEverything,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};

/**
 * Headers of data. Nothing of it may be loaded, run or framed, should it ever be shown; what else is said of a page would
 * weigh more than most answers.
 */
export const dataHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  ...ofEverything,
};

/** Headers that say something about a page only; on each of its many small files they would weigh half as much as it. */
export const pageOnly = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-Request-Id',
] as const;

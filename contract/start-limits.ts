/** Sizes that the sign-in page needs, which is kept small: apart from all others. */
export const startLimits = {
  /** Shortest password that the sign-in form accepts. */
  passwordTyped: 3,
  /** Milliseconds the client waits for an answer. */
  timeout: 30_000,
  /** Milliseconds without an answer after which the client checks whether the portal answers at all. */
  hanging: 2_000,
  /**
   * Milliseconds in which a check must be answered, or the portal counts as unreachable: five times what the first byte needs
   * on a line of 400 ms. The check whether it is back (`returnTakes`) may take longer.
   */
  lookTakes: 2_000,
  returnTakes: 6_000,
  /** Events of at least so many last milliseconds come again to a live stream that asks for recent ones. */
  liveRecent: 10_000,
  /** Milliseconds after which a page that came late no longer shows what was asked for before it. */
  prefetchedAge: 60_000,
} as const;

/** Longest login and password that the server takes. */
export const credentialLimits = { login: 100, password: 200 } as const;

/** Sizes that browser and server share. Those that a university may set come with the config reply instead. */
export const limits = {
  /** News items a page (wire.md 3.4). */
  newsPage: 10,
  /** Chat messages a page (specification, section 9). */
  chatPage: 20,
  /** Unicode code points of one chat message. */
  messageLength: 4000,
  /** Unicode code points of one announcement. */
  newsLength: 10_000,
  /** Files of one message or announcement. */
  fileCount: 10,
  /** Characters of a file's name. */
  fileName: 255,
  /** Characters of a file's name on screen; the rest becomes an ellipsis. */
  fileNameShown: 20,
  /** Shortest password that the sign-in form accepts. */
  passwordTyped: 3,
  /** Milliseconds the client waits for an answer. */
  timeout: 30_000,
} as const;

/** Longest reason that a clerk gives, in Unicode code points. */
export const reasonLength = 500;
/** Orders a page of the clerk's queue, and the most that are moved at once. */
export const queuePage = 25;

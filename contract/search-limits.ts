/** Sizes of the one search that browser and server share. */
export const searchLimits = {
  /** Characters of a search, at most and at least. */
  text: 100,
  shortest: 2,
  /** Rows of a group among others, and alone. */
  shown: 4,
  alone: 30,
} as const;

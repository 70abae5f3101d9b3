/** Caches of this name hold the files that a person keeps for reading without a network; the person's number follows. */
export const offlineCachePrefix = 'bilim-kept-';

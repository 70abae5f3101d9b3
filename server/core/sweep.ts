/** Removes what its owner no longer needs; called again and again, in every process. */
export type Sweep = () => Promise<void>;

/** Chance that is the same for the same seed on every machine. */
export interface SeededRandom {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 to count - 1. */
  below(count: number): number;
  /** One of the list. */
  one<T>(list: readonly T[]): T;
  /** True in that share of the calls. */
  in(share: number): boolean;
}

/** Chance from a seed (mulberry32: 32 bits of state are plenty for names and seats). */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  const one = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  };
  return { next, below, one, in: (share) => next() < share };
}

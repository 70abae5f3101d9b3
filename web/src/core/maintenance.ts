import { useEffect, useState } from 'react';
import { useAtom } from './atom.ts';
import { now } from './clock.ts';
import { session } from './session.ts';

/** The longest pause that a browser's timer knows, in milliseconds. */
const longestPause = 2 ** 31 - 1;

/** Whether a moment has come. */
function useHasCome(moment: string | undefined): boolean {
  const left = moment === undefined ? Number.POSITIVE_INFINITY : Date.parse(moment) - now().getTime();
  const [, wake] = useState(0);
  useEffect(() => {
    if (left <= 0 || left === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => wake((times) => times + 1), Math.min(left, longestPause));
    return () => clearTimeout(timer);
  }, [left]);
  return left <= 0;
}

/** Whether work on the server goes on: nothing can be changed until it ends. */
export const useIsUnderMaintenance = (): boolean => useHasCome(useAtom(session).config?.maintenance?.begins);

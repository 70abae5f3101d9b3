import { useSyncExternalStore } from 'react';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';

/** From this width on the table fits; below it a class is marked line by line. */
const roomForTable = matchMedia('(min-width: 600px)');

const hasRoom = () => roomForTable.matches;

function watch(changed: () => void): () => void {
  roomForTable.addEventListener('change', changed);
  return () => roomForTable.removeEventListener('change', changed);
}

/** Whether the screen is too narrow for the table: a phone, not a tablet. */
export function useIsNarrowScreen(): boolean {
  const { mobile } = useAtom(screenState);
  const fits = useSyncExternalStore(watch, hasRoom, hasRoom);
  return mobile && !fits;
}

import { type ReactNode, useEffect, useRef } from 'react';
import { useAtom } from '../../core/atom.ts';
import { screenState, updateScreenState } from '../../core/screen.ts';
import styles from './ChatInbox.module.css';

/** Where the list stood when a conversation was opened on the phone. */
let place = 0;

/** A list that scrolls, and is back where it was when one comes back to it from a conversation. */
export function ScrollRestore({ isReady, children }: { isReady: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const { inConversation } = useAtom(screenState);
  useEffect(() => {
    // The tabs must be back first: without them the list is higher and ends earlier.
    if (!isReady || inConversation || !box.current) return;
    if (screenState.get().backFromChat) box.current.scrollTop = place;
    updateScreenState({ backFromChat: false });
  }, [isReady, inConversation]);
  return (
    <div
      ref={box}
      className={styles.list}
      onClickCapture={(event) => {
        place = event.currentTarget.scrollTop;
      }}
    >
      {children}
    </div>
  );
}

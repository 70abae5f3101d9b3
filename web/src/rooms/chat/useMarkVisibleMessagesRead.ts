import { type RefObject, useEffect, useRef } from 'react';
import type { Conversation } from './chat.address.ts';
import { markConversationRead } from './chat.data.ts';
import { closeConversationNotification } from './closeConversationNotification.ts';
import type { LoadedMessages } from './loaded-messages.ts';

/** A message counts as read when it has been in view this long, in milliseconds. */
const inView = 1_000;

/** Marks as read what has been on screen for a second: a whole screen with one call, up to its last message. */
export function useMarkVisibleMessagesRead(
  of: Conversation,
  loaded: LoadedMessages,
  log: RefObject<HTMLDivElement | null>,
): void {
  const marked = useRef(0);
  const latest = useRef(loaded);
  latest.current = loaded;

  const isRead = loaded.unreadTotal === 0;
  useEffect(() => {
    if (isRead) closeConversationNotification(of.key);
  }, [of, isRead]);

  useEffect(() => {
    const box = log.current;
    if (!box) return;
    let before = 0;
    const look = () => {
      const { unreadTotal, messages } = latest.current;
      const seen = unreadTotal > 0 && document.visibilityState === 'visible' ? lastInView(box) : 0;
      // In view now and a second ago: the smaller of both was there all the time.
      const read = Math.min(seen, before);
      before = seen;
      if (!read) return;
      const last = messages.findLast(({ id_message, ismine }) => id_message <= read && !ismine)?.id_message ?? 0;
      if (last <= marked.current) return;
      const earlier = marked.current;
      marked.current = last;
      markConversationRead(of, last).catch(() => {
        marked.current = earlier;
      });
    };
    const timer = setInterval(look, inView);
    return () => clearInterval(timer);
  }, [of, log]);
}

/** The newest message whose upper edge is in view. */
function lastInView(box: HTMLElement): number {
  const foot = box.getBoundingClientRect().bottom;
  const shown = [...box.querySelectorAll<HTMLElement>('[data-id]')].findLast(
    (one) => one.getBoundingClientRect().top < foot - 16,
  );
  return Number(shown?.dataset.id ?? 0);
}

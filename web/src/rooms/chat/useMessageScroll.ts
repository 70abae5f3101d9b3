import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Conversation } from './chat.address.ts';
import { loadMessagePage, loadNewestMessages } from './chat.data.ts';
import type { LoadedMessages } from './loaded-messages.ts';

/** Pages load when their edge is this near, in pixels. */
const near = 300;
/** Within this many pixels of the foot one counts as being at the end. */
const atFoot = 48;

interface Scrolling {
  log: RefObject<HTMLDivElement | null>;
  /** More than one screen above the end. */
  far: boolean;
  /** A page could not be loaded. */
  failed: boolean;
  onScroll: () => void;
  toEnd: () => Promise<void>;
  /** Brings a message into the middle of the view. */
  show: (id: number) => void;
}

const messageAt = (log: HTMLElement, id: number) => log.querySelector<HTMLElement>(`[data-id="${id}"]`);

/**
 * The scroll position of a conversation: opens at the first unread message, else at the end; stays at the end while
 * one is there; otherwise what is read stays where it is, whatever comes in above or below.
 */
export function useMessageScroll(
  of: Conversation,
  loaded: LoadedMessages,
  pending: number,
  divider: number | null,
): Scrolling {
  const log = useRef<HTMLDivElement>(null);
  const { atEnd, far, note, keepPlace } = usePlace(log, loaded, divider === null);
  const { wanted, showWanted } = useWanted(log, atEnd);
  const { failed, loadNear } = usePages(log, of, loaded);
  const placed = useRef(false);
  const wantEnd = useRef(false);

  // Before every paint: the first time to the place to begin with, later back to where one was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when what is listed changes
  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    if (wantEnd.current && loaded.atEnd) {
      wantEnd.current = false;
      atEnd.current = true;
    }
    if (showWanted()) placed.current = true;
    else if (placed.current) keepPlace();
    else {
      placed.current = true;
      begin(box, divider !== null);
    }
    note();
    loadNear();
  }, [loaded.messages, pending]);

  // Pictures, the composer and the phone's keyboard change heights without any message.
  useEffect(() => {
    const box = log.current;
    if (!box) return;
    const watch = new ResizeObserver(keepPlace);
    watch.observe(box);
    if (box.firstElementChild) watch.observe(box.firstElementChild);
    return () => watch.disconnect();
  }, [keepPlace]);

  return {
    log,
    far,
    failed,
    onScroll: () => {
      note();
      loadNear();
    },
    toEnd: async () => {
      wantEnd.current = !loaded.atEnd;
      atEnd.current = loaded.atEnd;
      await loadNewestMessages(of);
      keepPlace();
    },
    show: (id) => {
      wanted.current = id;
      if (showWanted()) note();
    },
  };
}

/** Goes to the first unread message, else to the end. */
function begin(box: HTMLElement, unread: boolean): void {
  const start = unread ? box.querySelector<HTMLElement>('[data-divider]') : null;
  if (start) box.scrollTop += start.getBoundingClientRect().top - box.getBoundingClientRect().top - 56;
  else box.scrollTop = box.scrollHeight;
}

/** Where one is: at the end, or at the message that is the first in view; `keepPlace` goes back there. */
function usePlace(log: RefObject<HTMLDivElement | null>, loaded: LoadedMessages, beginsAtEnd: boolean) {
  const atEnd = useRef(beginsAtEnd);
  const anchor = useRef<{ id: string; top: number } | null>(null);
  /** Where the box stood when it was looked at last: a scroll of which the browser has not reported yet is the reader's. */
  const stood = useRef(0);
  const [far, setFar] = useState(false);

  const note = useCallback(() => {
    const box = log.current;
    if (!box) return;
    const top = box.getBoundingClientRect().top;
    const seen = [...box.querySelectorAll<HTMLElement>('[data-id]')].find(
      (one) => one.getBoundingClientRect().bottom > top,
    );
    anchor.current = seen
      ? { id: seen.dataset.id ?? '', top: seen.getBoundingClientRect().top - top + box.scrollTop }
      : null;
    stood.current = box.scrollTop;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    atEnd.current = loaded.atEnd && below < atFoot;
    setFar(!loaded.atEnd || below > box.clientHeight);
  }, [log, loaded.atEnd]);

  const keepPlace = useCallback(() => {
    const box = log.current;
    if (!box) return;
    const pushed = box.scrollTop >= box.scrollHeight - box.clientHeight - 1;
    if (atEnd.current && (pushed || box.scrollTop >= stood.current - 1)) box.scrollTop = box.scrollHeight;
    else if (anchor.current) {
      const before = box.querySelector(`[data-id="${anchor.current.id}"]`);
      if (!before) return;
      // What the box scrolled since then was the reader, unless it became too short to stay where it was.
      const from = pushed && box.scrollTop < stood.current ? stood.current : box.scrollTop;
      const top = before.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
      box.scrollTop = from + top - anchor.current.top;
      anchor.current.top = top;
    }
    stood.current = box.scrollTop;
  }, [log]);

  return { atEnd, far, note, keepPlace };
}

/** A message that is to be shown, as soon as it is there. */
function useWanted(log: RefObject<HTMLDivElement | null>, atEnd: RefObject<boolean>) {
  const wanted = useRef<number | null>(null);
  /** Brings it into the middle of the view; false while it is not there. */
  const showWanted = useCallback((): boolean => {
    const message = log.current && wanted.current !== null ? messageAt(log.current, wanted.current) : null;
    if (!message) return false;
    wanted.current = null;
    atEnd.current = false;
    message.scrollIntoView({ block: 'center' });
    return true;
  }, [log, atEnd]);

  return { wanted, showWanted };
}

/** Loads the pages before and after, when their edge is near. */
function usePages(log: RefObject<HTMLDivElement | null>, of: Conversation, loaded: LoadedMessages) {
  const [failed, setFailed] = useState(false);
  const loadNear = useCallback(() => {
    const box = log.current;
    if (!box) return;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    const loads = [
      box.scrollTop < near && !loaded.atStart && loadMessagePage(of, 'older'),
      below < near && !loaded.atEnd && loadMessagePage(of, 'newer'),
    ].filter((one) => one !== false);
    if (loads.length) void Promise.all(loads).then((done) => setFailed(done.includes(false)));
  }, [log, of, loaded.atStart, loaded.atEnd]);

  return { failed, loadNear };
}

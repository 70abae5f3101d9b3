import { permissionsKey } from '@bilim/contract/access.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import type { RoomChange } from '@bilim/contract/live.ts';
import { startLimits } from '@bilim/contract/start-limits.ts';
import { isShowingPrefetchedReplies } from '../../start/prefetched.ts';
import { callServer } from '../api.ts';
import { checkReachability, isPortalReachable } from '../isPortalReachable.ts';
import { session } from '../session.ts';
import { refreshPermissions } from './rights.ts';

/**
 * The live line: one event stream a browser. The tab that holds it passes events on to the others; where the browser
 * has no locks (plain http), the visible tab alone holds one.
 */
const path = `${import.meta.env.BASE_URL}api/live`;
const lockName = 'bilim-live';
/** A stream that is silent for this long is reopened, and a tab that sends no heartbeat is replaced as its holder (ms). */
const silence = 60_000;
const beatEvery = 15_000;
/** What was read and the recent events overlap by at least so many milliseconds. */
const spare = 1_000;
const shortestWait = 1_000;
const longestWait = 30_000;

type Passed = { kind: 'changed'; changed: RoomChange } | { kind: 'again' } | { kind: 'beat' };
type Watcher = (key: string | null) => void;

const watchers = new Map<string, Set<Watcher>>();
const anyWatchers = new Set<(changed: RoomChange) => void>();
const againWatchers = new Set<() => void>();

/** Calls back when a room changed; gives a function that ends it. */
export function onRoomChanged(room: string, watcher: Watcher): () => void {
  const those = watchers.get(room) ?? new Set();
  watchers.set(room, those.add(watcher));
  return () => those.delete(watcher);
}

/** Calls back for a change in any room. */
export function onAnyChange(watcher: (changed: RoomChange) => void): () => void {
  anyWatchers.add(watcher);
  return () => anyWatchers.delete(watcher);
}

/** Calls back when the line was broken and is there again: everything on screen may be old. */
export function onReconnected(watcher: () => void): () => void {
  againWatchers.add(watcher);
  return () => againWatchers.delete(watcher);
}

function receive(passed: Passed): void {
  if (passed.kind === 'again') for (const watcher of [...againWatchers]) watcher();
  if (passed.kind !== 'changed') return;
  const { changed } = passed;
  if (changed.room === 'login') void checkSession();
  for (const watcher of [...anyWatchers]) watcher(changed);
  for (const watcher of [...(watchers.get(changed.room) ?? [])]) watcher(changed.key);
}

/** An event stream has no status: a small call finds out whether the session has ended, and ends it here too. */
async function checkSession(): Promise<void> {
  await callServer(discipline.currentYear, {}).catch(() => {});
}

/**
 * Holds one event stream, reopening it with growing pauses; gives a function that ends it.
 * `takingOver`: another stream went before, so that something may have been missed in between. `began`: when the oldest
 * of what is on screen may have been asked for.
 */
function holdStream(pass: (passed: Passed) => void, takingOver: boolean, began: number): () => void {
  let source: EventSource | null = null;
  let again = takingOver;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const restartWatchdog = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(reopen, silence);
  };
  const open = () => {
    const { user } = session.get();
    const knows = new URLSearchParams({
      ...(!again && { recent: '1' }),
      ...(user && { rights: permissionsKey(user) }),
    });
    source = new EventSource(`${path}?${knows}`);
    restartWatchdog();
    source.onopen = () => {
      failures = 0;
      restartWatchdog();
      // What was read before the recent events that come first may be old too.
      if (again || performance.now() - began > startLimits.liveRecent - spare) pass({ kind: 'again' });
      again = true;
    };
    source.addEventListener('alive', restartWatchdog);
    source.addEventListener('changed', (event: MessageEvent<string>) => {
      restartWatchdog();
      const changed = JSON.parse(event.data) as RoomChange;
      // Only this tab has the stream open; it forwards the events to the others.
      if (changed.room === 'login' && changed.key !== null) void refreshPermissions();
      else pass({ kind: 'changed', changed });
    });
    source.onerror = () => {
      void checkReachability();
      reopen();
    };
  };
  function reopen(): void {
    source?.close();
    clearTimeout(watchdog);
    clearTimeout(timer);
    if (ended) return;
    again = true;
    const wait = Math.min(longestWait, shortestWait * 2 ** failures++) * (0.5 + Math.random() / 2);
    timer = setTimeout(async () => {
      if (failures > 1) await checkSession();
      if (!ended) open();
    }, wait);
  }
  open();
  // The network is back: no need to wait for the end of a long pause.
  const back = isPortalReachable.subscribe(() => {
    if (!isPortalReachable.get()) return;
    failures = 0;
    reopen();
  });
  return () => {
    ended = true;
    back();
    source?.close();
    clearTimeout(timer);
    clearTimeout(watchdog);
  };
}

/** Without locks: this tab streams while it is visible. */
function whileVisible(after: Promise<void>, began: number): () => void {
  const leaving = new AbortController();
  let close: (() => void) | null = null;
  let before = false;
  const follow = () => {
    if (document.visibilityState === 'visible' && !close) {
      close = holdStream(receive, before, began);
      before = true;
    } else if (document.visibilityState === 'hidden') {
      close?.();
      close = null;
    }
  };
  void after.then(() => {
    if (leaving.signal.aborted) return;
    follow();
    document.addEventListener('visibilitychange', follow, { signal: leaving.signal });
  });
  return () => {
    leaving.abort();
    close?.();
  };
}

/** With locks: whoever holds the lock streams, beats, and passes on; the others listen and take over from the silent. */
function oneForAll(after: Promise<void>, began: number): () => void {
  const channel = new BroadcastChannel(lockName);
  const leaving = new AbortController();
  let lastBeat = performance.now();
  let holding = false;

  let asked = performance.now();
  const hold = () =>
    new Promise<void>((done) => {
      holding = true;
      const pass = (passed: Passed) => {
        channel.postMessage(passed);
        receive(passed);
      };
      const close = holdStream(pass, performance.now() - asked > shortestWait, began);
      const beat = setInterval(() => channel.postMessage({ kind: 'beat' } satisfies Passed), beatEvery);
      stopHolding = () => {
        holding = false;
        close();
        clearInterval(beat);
        done();
      };
      leaving.signal.addEventListener('abort', stopHolding, { once: true });
    });
  let stopHolding = () => {};
  const queue = (options: LockOptions) =>
    navigator.locks.request(lockName, options, hold).catch(() => {
      // Left while waiting, or another tab took the lock over: then wait for it again.
      if (holding) stopHolding();
      if (!leaving.signal.aborted) void queue({ signal: leaving.signal });
    });

  channel.onmessage = ({ data }: MessageEvent<Passed>) => {
    lastBeat = performance.now();
    receive(data);
  };
  void after.then(() => {
    asked = performance.now();
    if (!leaving.signal.aborted) void queue({ signal: leaving.signal });
  });
  const guard = setInterval(() => {
    if (holding) lastBeat = performance.now();
    else if (performance.now() - lastBeat > silence) {
      lastBeat = performance.now();
      void queue({ steal: true });
    }
  }, beatEvery);
  return () => {
    clearInterval(guard);
    leaving.abort();
    channel.close();
  };
}

/**
 * Opens the live line for the person who is signed in, `after` what may not wait; gives a function that closes it. What
 * happens meanwhile comes with the recent events, or all is read again.
 */
export function openLiveConnection(after: Promise<void>): () => void {
  const now = performance.now();
  // A page's first calls are made with its first script, or as soon as its person has signed in.
  const { begunAt = 0 } = window;
  const isLate = now - begunAt > startLimits.liveRecent;
  // What a late page was given is older than the recent events, which may come to another tab besides.
  if (isLate) void after.then(() => isShowingPrefetchedReplies() && receive({ kind: 'again' }));
  const began = isLate ? now : begunAt;
  return ('locks' in navigator && 'BroadcastChannel' in window ? oneForAll : whileVisible)(after, began);
}

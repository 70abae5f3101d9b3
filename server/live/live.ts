import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { permissionsKey } from '@bilim/contract/access.ts';
import type { RoomChange } from '@bilim/contract/live.ts';
import { startLimits } from '@bilim/contract/start-limits.ts';
import type { Caller, SessionStore } from '../auth/session.ts';
import { Refusal } from '../core/refusal.ts';
import type { Database } from '../database/database.ts';

/**
 * Whom an event is for: one person, everybody, everybody of a role, the people of a faculty and role, or the
 * holders of a permission.
 */
export type LiveAudience = `u:${number}` | 'all' | `r:${1 | 2}` | `f:${number}:${1 | 2}` | `p:${string}`;

interface Event {
  readonly to: readonly LiveAudience[];
  readonly room: string;
  readonly key: string | null;
  /** Idempotency-Key of the call that caused it, for its caller alone. */
  readonly cause?: string;
}

/** What a page has when its line opens. */
interface PageState {
  readonly recent: boolean;
  readonly rights: string | null;
}

interface Stream {
  readonly response: ServerResponse;
  readonly sid: string;
  caller: Caller;
  tags: readonly LiveAudience[];
}

/** What nodes send each other for the browsers. */
export const liveChannel = 'bilim_live';
const batch = 20;
const largestPayload = 7000;
/** So many are in one event; a payload of PostgreSQL has 8000 bytes. Rooms name as many as there are. */
const maxKeysInEvent = 300;
const aliveEvery = 25_000;
/** Every stream's session is read again within about a minute, a few each second: all at once would hold up every call. */
const rechecksAMinute = 60;
const streamsOfOne = 10;
const slowReader = 256 * 1024;
/**
 * So many browsers get an event at once, the others in slices with pauses between (ms), the last of them at most
 * `notifyWithin` later: each refetches what the event is about, and a whole university at one moment would hold up
 * everybody.
 */
const atOnce = 500;
const slice = 250;
const slicePause = 250;
const notifyWithin = 5_000;
/** Milliseconds between two groups of streams that a stopping node ends. */
const endPause = 100;

function tagsOf(caller: Caller): LiveAudience[] {
  return [
    `u:${caller.uid}`,
    'all',
    `r:${caller.role}`,
    ...caller.faculties.map((faculty) => `f:${faculty}:${caller.role}` as const),
    ...caller.permissions.map((permission) => `p:${permission}` as const),
  ];
}

/** The live line: events of all nodes to the browsers that hang on this one (docs/architecture.md#live). */
export class LiveEvents {
  readonly #database: Database;
  readonly #sessions: SessionStore;
  readonly #rooms: readonly string[];
  readonly #byTag = new Map<LiveAudience, Set<Stream>>();
  readonly #streams = new Set<Stream>();
  /** Texts of the last events by whom they were for; the older half goes every few seconds. */
  #recent = new Map<LiveAudience, Set<string>>();
  #lessRecent = new Map<LiveAudience, Set<string>>();
  #waiting: Event[] = [];
  #timer: NodeJS.Timeout | null = null;
  #beat: NodeJS.Timeout | null = null;
  #forgetting: NodeJS.Timeout | null = null;
  #recheck: NodeJS.Timeout | null = null;
  #checking: SetIterator<Stream> | null = null;
  readonly #later = new Set<NodeJS.Timeout>();

  constructor(database: Database, sessions: SessionStore, rooms: readonly string[]) {
    this.#database = database;
    this.#sessions = sessions;
    this.#rooms = rooms;
  }

  async start(): Promise<void> {
    await this.#database.listen(
      liveChannel,
      (payload) => {
        for (const event of JSON.parse(payload) as Event[]) this.#deliver(event);
      },
      // Events were lost while the connection was: everything on screen may be out of date.
      () => {
        for (const room of this.#rooms) this.#deliver({ to: ['all'], room, key: null });
      },
    );
    this.#sessions.onChange((uid) => {
      for (const stream of this.#byTag.get(`u:${uid}`) ?? []) void this.#checkAgain(stream);
    });
    this.#beat = setInterval(() => {
      for (const stream of this.#streams) this.#write(stream, 'event: alive\ndata: {}\n\n: alive\n\n');
    }, aliveEvery);
    this.#recheck = setInterval(() => this.#checkSome(), 60_000 / rechecksAMinute);
    this.#forgetting = setInterval(() => {
      this.#lessRecent = this.#recent;
      this.#recent = new Map();
    }, startLimits.liveRecent);
    this.#forgetting.unref();
    this.#beat.unref();
    this.#recheck.unref();
  }

  /** Sends events to all nodes, together with those of the same few milliseconds; never inside a transaction. */
  publish(events: readonly Event[]): void {
    if (!events.length) return;
    this.#waiting.push(...events);
    this.#timer ??= setTimeout(() => this.#flush(), batch);
  }

  #flush(): void {
    this.#timer = null;
    const events = this.#waiting;
    this.#waiting = [];
    const payloads: Event[][] = [[]];
    let size = 2;
    for (const event of events)
      for (let from = 0; from < event.to.length; from += maxKeysInEvent) {
        const part = { ...event, to: event.to.slice(from, from + maxKeysInEvent) };
        const length = Buffer.byteLength(JSON.stringify(part)) + 1;
        if (size + length > largestPayload && payloads.at(-1)?.length) {
          payloads.push([]);
          size = 2;
        }
        payloads.at(-1)?.push(part);
        size += length;
      }
    for (const payload of payloads)
      void this.#database.autocommit`select pg_notify(${liveChannel}, ${JSON.stringify(payload)})`.catch(
        () => undefined,
      );
  }

  /** Refuses an eleventh stream of one session with 429; asked while the answer can still be a refusal. */
  checkRoom(caller: Caller, sid: string): void {
    let ofSession = 0;
    for (const stream of this.#byTag.get(`u:${caller.uid}`) ?? []) if (stream.sid === sid) ofSession++;
    if (ofSession >= streamsOfOne) throw new Refusal('call.tooOften', 429, { values: { seconds: 60 } });
  }

  /**
   * Adds a browser's event stream. With `recent` it first gets the events of the last seconds; with `rights`, the
   * permissions that it knows, an event when the caller's are others by now.
   */
  open(caller: Caller, sid: string, response: ServerResponse, { recent, rights }: PageState): void {
    const stream: Stream = { response, sid, caller, tags: tagsOf(caller) };
    this.#streams.add(stream);
    this.#tag(stream);
    response.on('close', () => this.#forget(stream));
    const missed = new Set<string>();
    for (const tag of recent ? stream.tags : [])
      for (const texts of [this.#lessRecent.get(tag), this.#recent.get(tag)])
        for (const text of texts ?? []) missed.add(text);
    if (rights !== null && rights !== permissionsKey(caller)) missed.add(otherRights);
    this.#write(stream, `: bilim\nretry: 3000\n\n${[...missed].join('')}`);
  }

  #tag(stream: Stream): void {
    for (const tag of stream.tags) {
      const set = this.#byTag.get(tag) ?? new Set();
      this.#byTag.set(tag, set.add(stream));
    }
  }

  #untag(stream: Stream): void {
    for (const tag of stream.tags) {
      const set = this.#byTag.get(tag);
      if (set?.delete(stream) && !set.size) this.#byTag.delete(tag);
    }
  }

  #forget(stream: Stream): void {
    this.#streams.delete(stream);
    this.#untag(stream);
  }

  /** The next of all streams, in turn. */
  #checkSome(): void {
    for (let left = Math.ceil(this.#streams.size / rechecksAMinute); left > 0; left--) {
      this.#checking ??= this.#streams.values();
      const { value: stream } = this.#checking.next();
      if (stream) void this.#checkAgain(stream);
      else this.#checking = null;
    }
  }

  /** A withdrawn right takes the tags with it at once, and its page is notified; an ended session the whole stream. */
  async #checkAgain(stream: Stream): Promise<void> {
    try {
      this.#sessions.drop(stream.sid);
      const caller =
        (await this.#sessions.find(stream.sid)) ?? (await this.#sessions.findRenewed(stream.caller.sessionId));
      if (!this.#streams.has(stream)) return;
      if (!caller) {
        this.#write(stream, changed({ room: 'login', key: null }));
        this.#forget(stream);
        stream.response.end();
        return;
      }
      if (permissionsKey(caller) !== permissionsKey(stream.caller)) this.#write(stream, otherRights);
      this.#untag(stream);
      stream.caller = caller;
      stream.tags = tagsOf(caller);
      this.#tag(stream);
    } catch {
      // The database is away: better silent than telling somebody who may no longer be notified.
      this.#forget(stream);
      stream.response.end();
    }
  }

  #deliver(event: Event): void {
    const text = changed(event);
    // A page that opens its line later knows no call of this one.
    const recent = changed({ room: event.room, key: event.key });
    const receivers = new Set<Stream>();
    for (const tag of event.to) {
      const texts = this.#recent.get(tag) ?? new Set();
      this.#recent.set(tag, texts.add(recent));
      for (const stream of this.#byTag.get(tag) ?? []) receivers.add(stream);
    }
    const streams = [...receivers];
    for (const stream of streams.slice(0, atOnce)) this.#write(stream, text);
    if (streams.length > atOnce) this.#deliverLater(event, text, streams.slice(atOnce));
  }

  /** Whoever may not get the event any more when their turn comes does not. */
  #deliverLater(event: Event, text: string, streams: readonly Stream[]): void {
    const size = Math.max(slice, Math.ceil((streams.length * slicePause) / notifyWithin));
    const timer = setTimeout(() => {
      this.#later.delete(timer);
      for (const stream of streams.slice(0, size))
        if (this.#streams.has(stream) && event.to.some((tag) => stream.tags.includes(tag))) this.#write(stream, text);
      if (streams.length > size) this.#deliverLater(event, text, streams.slice(size));
    }, slicePause);
    this.#later.add(timer);
  }

  /** A reader that does not keep up is dropped; on coming back it reads everything again. */
  #write(stream: Stream, text: string): void {
    if (stream.response.writableLength > slowReader) {
      this.#forget(stream);
      stream.response.destroy();
    } else stream.response.write(text);
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Ends the streams a few at a time within so many milliseconds; the browsers come back to the nodes that are ready. */
  async endGradually(within: number): Promise<void> {
    for (let left = Math.max(1, Math.floor(within / endPause)); left > 0; left--) {
      for (const stream of [...this.#streams].slice(0, Math.ceil(this.#streams.size / left))) {
        this.#forget(stream);
        stream.response.end();
      }
      await wait(Math.min(endPause, within));
    }
  }

  /** Ends all streams; the browsers come back to whichever node runs. */
  stop(): void {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#flush();
    }
    if (this.#beat) clearInterval(this.#beat);
    if (this.#recheck) clearInterval(this.#recheck);
    if (this.#forgetting) clearInterval(this.#forgetting);
    for (const timer of this.#later) clearTimeout(timer);
    for (const stream of this.#streams) stream.response.end();
    this.#streams.clear();
    this.#byTag.clear();
  }
}

/** Tells a page that its person's permissions are others by now. */
const otherRights = changed({ room: 'login', key: 'rights' });

function changed(event: RoomChange): string {
  const { room, key, cause } = event;
  return `event: changed\ndata: ${JSON.stringify({ room, key, cause })}\n\n`;
}

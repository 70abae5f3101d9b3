import type { ConversationRead, History, MessageWrite, ValueRead, ValueWrite, WriteKind } from './history.ts';
import { writeKinds } from './history.ts';

/** What must never be: `stopped` is a time without writes that is too long, `strange` an answer that nothing explains. */
export type FindingKind = 'lost' | 'doubled' | 'oversold' | 'stale' | 'stopped' | 'strange';

/** One thing that is not as it must be. */
export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}

/** A time in which writes of a kind, or all of them (null), could not go on whatever was done. */
export interface AllowedOutage {
  readonly kind: WriteKind | null;
  readonly from: number;
  readonly to: number;
}

/** What has to be known of the run besides its history. */
export interface AuditedRun {
  /** How many seats the people of the run may have in each stream. */
  readonly seats: ReadonlyMap<string, number>;
  readonly from: number;
  readonly to: number;
  /** Milliseconds without any write of a kind that are too many. */
  readonly within: number;
  readonly allowedOutages: readonly AllowedOutage[];
}

/**
 * Judges a run by requests and answers alone. A write holds from its answer on: whoever asks later has to see it, or one
 * that came after it. Before its answer it may be seen or not.
 */
export function auditHistory(history: History, run: AuditedRun): Finding[] {
  return [
    ...findUnexplained(history),
    ...findLostMessages(history),
    ...findDoubled(history),
    ...history.conversationReads.flatMap((read) => findMissing(read, history.messageWrites)),
    ...findWrongValues(history),
    ...findOversold(history, run.seats),
    ...findStops(history, run),
  ];
}

function findUnexplained({ unexplained }: History): Finding[] {
  const times = Map.groupBy(unexplained, (text) => text);
  return [...times].map(([text, all]) => ({ kind: 'strange', text: `${text}, ${all.length} times` }));
}

/** Acknowledged messages that are not there in the end, and messages that nobody sent. */
function findLostMessages({ messageWrites, conversationReads }: History): Finding[] {
  const ends = new Map(
    conversationReads.filter(({ isLast }) => isLast).map((read) => [read.conversation, textsOf(read)]),
  );
  const lost = messageWrites
    .filter(({ outcome, conversation, text }) => outcome === 'yes' && ends.get(conversation)?.has(text) !== true)
    .map((message): Finding => ({ kind: 'lost', text: `${nameOf(message)} is not there in the end` }));
  const sent = new Set(messageWrites.map(({ text }) => text));
  const foreign = [...ends.values()].flatMap((texts) => [...texts].filter((text) => !sent.has(text)));
  return [...lost, ...foreign.map((text): Finding => ({ kind: 'strange', text: `nobody sent "${text}"` }))];
}

const textsOf = ({ found }: ConversationRead) => new Set(found.map(({ text }) => text));
const nameOf = ({ kind, text, person, to }: MessageWrite) =>
  `${kind} "${text}" of ${person}, acknowledged at ${seconds(to)}`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Texts that stand at two positions. */
function findDoubled({ messageWrites, conversationReads }: History): Finding[] {
  const positions = new Map<string, Set<number>>();
  const repeated = new Set<string>();
  const note = (text: string, position: number) => {
    const known = positions.get(text) ?? new Set();
    positions.set(text, known.add(position));
  };
  for (const { text, position } of messageWrites) if (position !== null) note(text, position);
  for (const { found } of conversationReads) {
    const seen = new Set<string>();
    for (const { text, position } of found) {
      if (seen.has(text)) repeated.add(text);
      seen.add(text);
      note(text, position);
    }
  }
  for (const [text, all] of positions) if (all.size > 1) repeated.add(text);
  return [...repeated].map((text) => ({ kind: 'doubled', text: `"${text}" is there more than once` }));
}

/** Messages that were acknowledged before somebody asked for what is new, and are not in the answer. */
function findMissing(read: ConversationRead, messageWrites: readonly MessageWrite[]): Finding[] {
  if (read.isLast) return [];
  const there = textsOf(read);
  const end = read.isFull ? (read.found.at(-1)?.position ?? 0) : Number.POSITIVE_INFINITY;
  const isDue = ({ conversation, outcome, to, position }: MessageWrite) =>
    conversation === read.conversation &&
    outcome === 'yes' &&
    to <= read.from &&
    position !== null &&
    position > read.after &&
    position <= end;
  return messageWrites
    .filter((message) => isDue(message) && !there.has(message.text))
    .map((message) => ({
      kind: 'stale',
      text: `${read.person} asked at ${seconds(read.from)} and did not get ${message.person === read.person ? 'their own ' : ''}${nameOf(message)}`,
    }));
}

/** Values that were read although a later one was acknowledged before. */
function findWrongValues({ valueWrites, valueReads }: History): Finding[] {
  const byKey = Map.groupBy(valueWrites, ({ key }) => key);
  return valueReads.flatMap((get) => {
    const written = (byKey.get(get.key) ?? []).toSorted((one, other) => one.from - other.from);
    const wrong = explainValue(get, written);
    return wrong ? [wrong] : [];
  });
}

function explainValue(get: ValueRead, written: readonly ValueWrite[]): Finding | null {
  const acknowledged = written.findLastIndex(({ outcome, to }) => outcome === 'yes' && to <= get.from);
  const due = written[acknowledged];
  // What was there before anybody wrote is not known.
  if (!due) return null;
  const mayBeSeen = ({ outcome, from }: ValueWrite, at: number) =>
    outcome !== 'no' && from < get.to && (at >= acknowledged || outcome === 'unknown');
  if (written.some((put, at) => mayBeSeen(put, at) && put.value === get.value)) return null;
  const who = due.person === get.person ? 'their own ' : '';
  const text = `${get.person} read "${get.value}" at ${seconds(get.from)} where ${who}"${due.value}" was acknowledged at ${seconds(due.to)} (${get.kind} ${get.key})`;
  return { kind: get.isLast ? 'lost' : 'stale', text };
}

/** Streams in which more people certainly had a seat at one moment than there are seats. */
function findOversold({ valueWrites, valueReads }: History, seats: ReadonlyMap<string, number>): Finding[] {
  const turns: { at: number; stream: string; by: 1 | -1 }[] = [];
  const ofSeats = valueWrites.filter(({ kind, outcome }) => kind === 'seat' && outcome !== 'no');
  for (const all of Map.groupBy(ofSeats, ({ key }) => key).values()) {
    const inOrder = all.toSorted((one, other) => one.from - other.from);
    for (const [at, { outcome, value, to }] of inOrder.entries()) {
      if (outcome !== 'yes' || value === '') continue;
      turns.push({ at: to, stream: value, by: 1 });
      turns.push({ at: inOrder[at + 1]?.from ?? Number.POSITIVE_INFINITY, stream: value, by: -1 });
    }
  }
  // At the same moment whoever leaves goes first: what may have been right is no finding.
  turns.sort((one, other) => (one.at === other.at ? one.by - other.by : one.at - other.at));
  const [taken, worst] = [new Map<string, number>(), new Map<string, number>()];
  const count = (stream: string, people: number) => worst.set(stream, Math.max(worst.get(stream) ?? 0, people));
  for (const { stream, by } of turns) {
    const people = (taken.get(stream) ?? 0) + by;
    taken.set(stream, people);
    count(stream, people);
  }
  const inTheEnd = valueReads.filter(({ kind, isLast, value }) => kind === 'seat' && isLast && value !== '');
  for (const [stream, all] of Map.groupBy(inTheEnd, ({ value }) => value)) count(stream, all.length);
  return [...worst]
    .filter(([stream, people]) => people > (seats.get(stream) ?? 0))
    .map(([stream, people]) => ({
      kind: 'oversold',
      text: `stream ${stream} had ${people} people at once and ${seats.get(stream) ?? 0} seats`,
    }));
}

/** How long no write of each kind was acknowledged, at most, without the times that are excused. */
export function longestStops(
  { messageWrites, valueWrites }: History,
  run: AuditedRun,
): Map<WriteKind, { from: number; ms: number }> {
  const writes = [...messageWrites, ...valueWrites].filter(({ outcome }) => outcome === 'yes');
  const stops = new Map<WriteKind, { from: number; ms: number }>();
  for (const kind of writeKinds) {
    const moments = writes.filter((write) => write.kind === kind).map(({ to }) => to);
    const inOrder = [run.from, ...moments.filter((at) => at > run.from && at < run.to).sort((a, b) => a - b), run.to];
    for (const [at, to] of inOrder.entries()) {
      const from = inOrder[at - 1] ?? to;
      const ms = to - from - allowedWithin(from, to, kind, run.allowedOutages);
      if (ms > (stops.get(kind)?.ms ?? -1)) stops.set(kind, { from, ms });
    }
  }
  return stops;
}

function findStops(history: History, run: AuditedRun): Finding[] {
  return [...longestStops(history, run)]
    .filter(([, { ms }]) => ms > run.within)
    .map(([kind, { from, ms }]) => ({
      kind: 'stopped',
      text: `no ${kind} was acknowledged for ${seconds(ms)}, from ${seconds(from)} on`,
    }));
}

/** Milliseconds of a time that are excused; allowedOutages of one kind do not overlap, for faults come one after the other. */
function allowedWithin(from: number, to: number, kind: WriteKind, allowedOutages: readonly AllowedOutage[]): number {
  return allowedOutages
    .filter((excuse) => excuse.kind === null || excuse.kind === kind)
    .map((excuse) => Math.max(0, Math.min(to, excuse.to) - Math.max(from, excuse.from)))
    .reduce((sum, ms) => sum + ms, 0);
}

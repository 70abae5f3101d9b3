import type { Output } from '@bilim/contract/call.ts';
import type { chat } from '@bilim/contract/chat.ts';
import { limits } from '@bilim/contract/limits.ts';

export type Message = Output<typeof chat.old>[number];
export type Changes = Output<typeof chat.changes>[number];

/** The part of a conversation that is loaded: without gaps, oldest first. */
export interface Window {
  readonly messages: readonly Message[];
  /** Up to which change this is known. */
  readonly revision: number;
  /** Nothing older, nothing newer is left to load. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** Oldest unread message of others, and how many there are. */
  readonly unreadStart: number | null;
  readonly unreadTotal: number;
}

/** A page with fewer than 20 messages is the last one in its direction (CHAT-04). */
export const isLast = (page: readonly unknown[]): boolean => page.length < limits.chatPage;

/** The window that an opened conversation begins with. */
export function opened(reply: Output<typeof chat.messages>): Window {
  return {
    messages: reply.messages,
    revision: reply.revision,
    atStart: isLast(reply.messages),
    atEnd: true,
    unreadStart: reply.unreades_start,
    unreadTotal: reply.unreades_total,
  };
}

/** Adds older messages before the window. */
export function withOlder(window: Window, page: readonly Message[]): Window {
  const first = window.messages[0]?.id_message ?? Number.POSITIVE_INFINITY;
  const older = page.filter(({ id_message }) => id_message < first);
  return { ...window, messages: [...older, ...window.messages], atStart: isLast(page) };
}

/** Adds newer messages after the window. */
export function withNewer(window: Window, page: readonly Message[]): Window {
  const last = window.messages.at(-1)?.id_message ?? 0;
  const newer = page.filter(({ id_message }) => id_message > last);
  return { ...window, messages: [...window.messages, ...newer], atEnd: isLast(page) };
}

/**
 * Takes in what happened meanwhile: every message once and in order; edited ones replaced, deleted ones gone, also
 * from the quotations of others. What lies outside the window comes when its pages are loaded.
 */
export function withChanges(window: Window, changes: Changes): Window {
  const gone = new Set(changes.deleted);
  const changed = new Map(changes.messages.map((message) => [message.id_message, message]));
  const seen = new Map(changes.seen.map((one) => [one.id_message, one]));
  const first = window.atStart ? 0 : (window.messages[0]?.id_message ?? 0);
  const last = window.messages.at(-1)?.id_message ?? 0;
  const known = new Set(window.messages.map(({ id_message }) => id_message));
  const kept = window.messages
    .filter(({ id_message }) => !gone.has(id_message))
    .map((old) => {
      const message = changed.get(old.id_message) ?? old;
      const mark = seen.get(old.id_message);
      return quoted(mark ? { ...message, readAt: mark.readAt, seenBy: mark.seenBy } : message, gone, changed);
    });
  const added = changes.messages.filter(
    ({ id_message }) => !known.has(id_message) && (id_message > last ? window.atEnd : id_message > first),
  );
  return {
    ...window,
    messages: added.length ? [...kept, ...added].sort((a, b) => a.id_message - b.id_message) : kept,
    revision: changes.revision,
    unreadStart: changes.unreades_start,
    unreadTotal: changes.unreades_total,
  };
}

/** A message whose quotation follows what became of the quoted one. */
function quoted(message: Message, gone: ReadonlySet<number>, changed: ReadonlyMap<number, Message>): Message {
  const { replyTo } = message;
  if (!replyTo) return message;
  if (gone.has(replyTo.id_message)) return { ...message, replyTo: { ...replyTo, message: null } };
  const now = changed.get(replyTo.id_message);
  return now ? { ...message, replyTo: { ...replyTo, message: [...now.message].slice(0, 200).join('') } } : message;
}

/** The window without a message (CHAT-07). */
export function without(window: Window, id: number): Window {
  return {
    ...window,
    messages: window.messages
      .filter(({ id_message }) => id_message !== id)
      .map((message) => quoted(message, new Set([id]), new Map())),
  };
}

/** Messages of one author within these milliseconds and the same day stand together. */
const together = 5 * 60_000;

export interface Group {
  readonly day: string;
  readonly author: number;
  readonly messages: readonly Message[];
}

/** Messages in groups by author; `dayOf` gives the calendar day of a moment, `cut` begins a new group at that id. */
export function grouped(messages: readonly Message[], dayOf: (instant: string) => string, cut: number | null): Group[] {
  const groups: { day: string; author: number; messages: Message[] }[] = [];
  for (const message of messages) {
    const group = groups.at(-1);
    const before = group?.messages.at(-1);
    const day = dayOf(message.created);
    if (
      group &&
      before &&
      group.author === message.id_author &&
      group.day === day &&
      message.id_message !== cut &&
      Date.parse(message.created) - Date.parse(before.created) <= together
    )
      group.messages.push(message);
    else groups.push({ day, author: message.id_author, messages: [message] });
  }
  return groups;
}

import type { Output } from '@bilim/contract/call.ts';
import type { chat } from '@bilim/contract/chat.ts';
import { limits } from '@bilim/contract/limits.ts';
import { disambiguateNames, shortName, surnameAndName } from '../../kit/person.ts';

type ServerMessage = Output<typeof chat.old>[number];

/** A message; `apart` of its author, and of whom it answers, where somebody else in the conversation is called the same. */
export interface Message extends ServerMessage {
  readonly apart?: string | undefined;
  readonly replyTo: (NonNullable<ServerMessage['replyTo']> & { readonly apart?: string | undefined }) | null;
}

export type MessageChanges = Output<typeof chat.sync>[number];

/** The part of a conversation that is loaded: without gaps, oldest first. */
export interface LoadedMessages {
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
export const isLastPage = (page: readonly unknown[]): boolean => page.length < limits.chatPageSize;

/** What an opened conversation begins with. */
export function toLoadedMessages(reply: Output<typeof chat.messages>): LoadedMessages {
  return {
    messages: reply.messages,
    revision: reply.revision,
    atStart: isLastPage(reply.messages),
    atEnd: true,
    unreadStart: reply.unreades_start,
    unreadTotal: reply.unreades_total,
  };
}

/** Adds older messages before the loaded part. */
export function prependMessages(loaded: LoadedMessages, page: readonly Message[]): LoadedMessages {
  const first = loaded.messages[0]?.id_message ?? Number.POSITIVE_INFINITY;
  const older = page.filter(({ id_message }) => id_message < first);
  return { ...loaded, messages: [...older, ...loaded.messages], atStart: isLastPage(page) };
}

/** Adds newer messages after the loaded part. */
export function appendMessages(loaded: LoadedMessages, page: readonly Message[]): LoadedMessages {
  const last = loaded.messages.at(-1)?.id_message ?? 0;
  const newer = page.filter(({ id_message }) => id_message > last);
  return { ...loaded, messages: [...loaded.messages, ...newer], atEnd: isLastPage(page) };
}

/**
 * Takes in what happened meanwhile: every message once and in order; edited ones replaced, deleted ones gone, also
 * from the quotations of others. What lies outside the loaded part comes when its pages are loaded.
 */
export function applyMessageChanges(loaded: LoadedMessages, changes: MessageChanges): LoadedMessages {
  const gone = new Set(changes.deleted);
  const changed = new Map(changes.messages.map((message) => [message.id_message, message]));
  const seen = new Map(changes.seen.map((one) => [one.id_message, one]));
  const first = loaded.atStart ? 0 : (loaded.messages[0]?.id_message ?? 0);
  const last = loaded.messages.at(-1)?.id_message ?? 0;
  const known = new Set(loaded.messages.map(({ id_message }) => id_message));
  const kept = loaded.messages
    .filter(({ id_message }) => !gone.has(id_message))
    .map((old) => {
      const message = changed.get(old.id_message) ?? old;
      const mark = seen.get(old.id_message);
      return quoted(mark ? { ...message, readAt: mark.readAt, seenBy: mark.seenBy } : message, gone, changed);
    });
  const added = changes.messages.filter(
    ({ id_message }) => !known.has(id_message) && (id_message > last ? loaded.atEnd : id_message > first),
  );
  return {
    ...loaded,
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

/** The loaded part without a message (CHAT-07). */
export function excludeMessage(loaded: LoadedMessages, id: number): LoadedMessages {
  return {
    ...loaded,
    messages: loaded.messages
      .filter(({ id_message }) => id_message !== id)
      .map((message) => quoted(message, new Set([id]), new Map())),
  };
}

/** The loaded part with what distinguishes authors who are called the same, by their ids. */
export function addAuthorNamesakeHints(loaded: LoadedMessages, hints: ReadonlyMap<number, string>): LoadedMessages {
  if (!hints.size) return loaded;
  const hinted = loaded.messages.map((message): Message => {
    const { replyTo } = message;
    const quote = replyTo && { ...replyTo, apart: hints.get(replyTo.id_author) };
    return { ...message, apart: hints.get(message.id_author), replyTo: quote };
  });
  return { ...loaded, messages: hinted };
}

/** How authors are called, by their ids: teachers with initials, students by two names, where that distinguishes them. */
export function disambiguateAuthorNames(messages: readonly Message[]): ReadonlyMap<number, string> {
  const authors = new Map(messages.map((message) => [message.id_author, message]));
  const [teachers = [], students = []] = [true, false].map((isTeacher) =>
    [...authors.values()]
      .filter(({ authorType }) => (authorType === 1) === isTeacher)
      .map(({ id_author: id, fio: name, apart }) => ({ id, name, apart })),
  );
  const called = [...disambiguateNames(teachers, shortName), ...disambiguateNames(students, surnameAndName)];
  return new Map([...teachers, ...students].map(({ id }, place) => [id, called[place] ?? '']));
}

/** Messages of one author within these milliseconds and the same day are together. */
const together = 5 * 60_000;

export interface AuthorMessages {
  readonly day: string;
  readonly author: number;
  readonly messages: readonly Message[];
}

/** Messages in groups by author; `toCalendarDay` gives the calendar day of a moment, a new group begins at each id of `cuts`. */
export function groupMessagesByAuthor(
  messages: readonly Message[],
  dayOf: (instant: string) => string,
  cuts: ReadonlySet<number>,
): AuthorMessages[] {
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
      !cuts.has(message.id_message) &&
      Date.parse(message.created) - Date.parse(before.created) <= together
    )
      group.messages.push(message);
    else groups.push({ day, author: message.id_author, messages: [message] });
  }
  return groups;
}

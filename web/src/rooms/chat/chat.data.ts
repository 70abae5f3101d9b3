import type { Input } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { setUnreadCount } from '../../conversations/unread.data.ts';
import { callServer } from '../../core/api.ts';
import { Failure, toFailure } from '../../core/failure.ts';
import { buildFileUrl } from '../../core/fileAddress.ts';
import { enqueueEntry, onEntrySent, outbox } from '../../core/offline/outbox.ts';
import { noteOwnChange, queryClient, queryForCall, queryWhenInputKnown } from '../../core/queryClient.ts';
import type { Conversation } from './chat.address.ts';
import {
  appendMessages,
  applyMessageChanges,
  excludeMessage,
  type LoadedMessages,
  type Message,
  prependMessages,
  toLoadedMessages,
} from './loaded-messages.ts';

/** Browsers keep what was read under this name; another would lose it. */
const loadedKey = (of: Conversation) => ['chat', 'window', of.key] as const;
const maxChangePages = 10;

/** Opens a conversation: its newest page, or the pages around the first unread message when that is further up. */
async function open(of: Conversation, signal: AbortSignal, newest: boolean): Promise<LoadedMessages> {
  const reply = of.isGroup
    ? await callServer(chat.groupMessages, of.fields, { signal })
    : await callServer(chat.messages, of.fields, { signal });
  const loaded = toLoadedMessages(reply);
  const first = loaded.messages[0]?.id_message ?? 0;
  const start = loaded.unreadStart;
  return newest || start === null || start >= first ? loaded : await around(of, loaded, start, signal);
}

/** A part with a message and a page on each side of it. */
async function around(
  of: Conversation,
  loaded: LoadedMessages,
  id: number,
  signal?: AbortSignal,
): Promise<LoadedMessages> {
  const [older, newer] = await Promise.all([
    callServer(chat.old, { ...of.fields, id_top_message: id }, { signal }),
    callServer(chat.new, { ...of.fields, id_last_message: id - 1 }, { signal }),
  ]);
  return prependMessages(appendMessages({ ...loaded, messages: [] }, newer), older);
}

/** Brings a known part up to date: what was written, edited, deleted and seen since. */
async function sync(of: Conversation, known: LoadedMessages, signal: AbortSignal): Promise<LoadedMessages> {
  let revision = known.revision;
  for (let page = 0; page < maxChangePages; page++) {
    const top = known.messages[0]?.id_message ?? 0;
    const [changes] = await callServer(chat.sync, { ...of.fields, revision, id_top_message: top }, { signal });
    if (!changes) throw new Failure('UNKNOWN_ERROR');
    revision = changes.revision;
    // Pages that were loaded meanwhile stay: the changes go into what is there now.
    const now = queryClient.getQueryData<LoadedMessages>(loadedKey(of)) ?? known;
    const next = applyMessageChanges(now, changes);
    if (!changes.more) return next;
    queryClient.setQueryData(loadedKey(of), next);
  }
  return await open(of, signal, false);
}

const loadedOf = (of: Conversation) =>
  queryOptions<LoadedMessages, Failure, LoadedMessages, ReturnType<typeof loadedKey>>({
    queryKey: loadedKey(of),
    meta: { liveKey: of.key, holdsOwn: true },
    queryFn: ({ signal }) => {
      const known = queryClient.getQueryData<LoadedMessages>(loadedKey(of));
      return known ? sync(of, known, signal) : open(of, signal, false);
    },
  });

/** The loaded part of a conversation; events, reconnecting and coming back bring it up to date. */
export function useLoadedMessages(of: Conversation) {
  return useQuery(loadedOf(of));
}

/** How many belong to a group's conversation; known apart from its messages, which do not change it. */
export function useMemberCount(of: Conversation) {
  return useQuery(queryWhenInputKnown('chat.members', chat.members, of.isGroup ? of.fields : null));
}

function change(of: Conversation, next: (loaded: LoadedMessages) => LoadedMessages): void {
  queryClient.setQueryData<LoadedMessages>(loadedKey(of), (loaded) => loaded && next(loaded));
}

const loading = new Set<string>();

/** Loads one page in a direction, unless it is under way or there is none; false when it failed. */
export async function loadMessagePage(of: Conversation, direction: 'older' | 'newer'): Promise<boolean> {
  const loaded = queryClient.getQueryData<LoadedMessages>(loadedKey(of));
  const name = `${of.key}|${direction}`;
  if (!loaded || loading.has(name) || (direction === 'older' ? loaded.atStart : loaded.atEnd)) return true;
  loading.add(name);
  try {
    if (direction === 'older') {
      const top = loaded.messages[0]?.id_message ?? Number.MAX_SAFE_INTEGER;
      const page = await callServer(chat.old, { ...of.fields, id_top_message: top });
      change(of, (now) => prependMessages(now, page));
    } else {
      const last = loaded.messages.at(-1)?.id_message ?? 0;
      const page = await callServer(chat.new, { ...of.fields, id_last_message: last });
      change(of, (now) => appendMessages(now, page));
    }
    return true;
  } catch {
    return false;
  } finally {
    loading.delete(name);
  }
}

/** Loads the part around a message that is not in the loaded part. */
export async function loadAroundMessage(of: Conversation, id: number): Promise<void> {
  const loaded = queryClient.getQueryData<LoadedMessages>(loadedKey(of));
  if (!loaded || loaded.messages.some(({ id_message }) => id_message === id)) return;
  const next = await around(of, loaded, id);
  change(of, () => next);
}

/** Loads the newest page, leaving whatever part was shown. */
export async function loadNewestMessages(of: Conversation): Promise<void> {
  if (queryClient.getQueryData<LoadedMessages>(loadedKey(of))?.atEnd) return;
  const next = await open(of, new AbortController().signal, true);
  change(of, () => next);
}

/** Marks as read up to a message (null: all) and notes at once how many are left. */
export async function markConversationRead(of: Conversation, to: number | null): Promise<void> {
  const [reply] = await callServer(chat.readAll, { ...of.fields, ...(to !== null && { id_last_message: to }) });
  if (!reply) return;
  change(of, (loaded) => ({
    ...loaded,
    unreadTotal: reply.countMessages,
    unreadStart: reply.countMessages ? loaded.unreadStart : null,
  }));
  setUnreadCount(of.counted, reply.countMessages);
}

/** What a person sends. */
export interface OutgoingMessage {
  /** How the conversation is called. */
  readonly title: string;
  readonly message: string;
  readonly files: readonly File[];
  readonly replyTo: Message | null;
  /** Members who were chosen for names in it. */
  readonly mentions: readonly number[];
}

/** The type of outbox entry that a message is. */
export const messageEntryType = 'chat.insert';

/** Puts a message into the outbox; it goes out in order, once, as soon as it can. */
export async function sendMessage(
  of: Conversation,
  { title, message, files, replyTo, mentions }: OutgoingMessage,
): Promise<void> {
  await enqueueEntry({
    name: messageEntryType,
    queueKey: of.key,
    title,
    call: chat.insert,
    input: {
      ...{ ...of.sendTo, message },
      ...(replyTo && { replyTo: replyTo.id_message }),
      ...(mentions.length > 0 && { mentions }),
    },
    files,
  });
}

/** Sends one message to several own groups; all have it or none. */
export function useWriteToGroups() {
  return useMutation<
    unknown,
    Failure,
    { input: Input<typeof chat.writeToGroups>; files: readonly File[]; key: string }
  >({
    mutationFn: ({ input, ...options }) => callServer(chat.writeToGroups, input, options),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['chat', chat.conversations.path] }),
  });
}

/** The key of the message of a conversation that this page is sending now; null: there is none. */
function sendingKey(of: Conversation): string | null {
  const { entries, sending } = outbox.get();
  return entries.some(({ key, name, queueKey }) => key === sending && name === messageEntryType && queueKey === of.key)
    ? sending
    : null;
}

/**
 * While a conversation is open: what arrives from the outbox takes its place among the messages, and the event about it, which
 * may come before the answer, asks for nothing.
 */
export function subscribeSentMessages(of: Conversation): () => void {
  const stopNoting = outbox.subscribe(() => {
    const key = sendingKey(of);
    if (key !== null) noteOwnChange(key);
  });
  const stopFollowing = onEntrySent(messageEntryType, chat.insert, async (entry, messages, replayed) => {
    if (entry.queueKey !== of.key) return;
    // It may have been edited or deleted since it was sent.
    if (replayed) await queryClient.refetchQueries({ queryKey: loadedKey(of) }, { throwOnError: true });
    else change(of, (loaded) => (loaded.atEnd ? { ...appendMessages(loaded, messages), atEnd: true } : loaded));
  });
  return () => {
    stopNoting();
    stopFollowing();
    // Nobody puts its answer into what was read.
    if (sendingKey(of) !== null) void queryClient.invalidateQueries({ queryKey: loadedKey(of) });
  };
}

/** Deletes an own message; it leaves the list only when the reply's first entry says 1. */
export function useDeleteMessage(of: Conversation) {
  return useMutation<number, Failure, { id: number; key: string }>({
    mutationFn: async ({ id, key }) => {
      const [reply] = await callServer(chat.delete, { id_message: id }, { key });
      if (reply?.result !== 1) throw new Failure('UNKNOWN_ERROR');
      return id;
    },
    onSuccess: (id) => change(of, (loaded) => excludeMessage(loaded, id)),
  });
}

/** Reports a message to those who moderate. */
export function useReportMessage() {
  return useMutation<unknown, Failure, { input: Input<typeof chat.report>; key: string }>({
    mutationFn: ({ input, key }) => callServer(chat.report, input, { key }),
  });
}

/** Puts another text into an own message. */
export function useEditMessage(of: Conversation) {
  return useMutation<Message | null, Failure, { id: number; message: string; key: string }>({
    mutationFn: async ({ id, message, key }) => {
      let replayed = false;
      const onReplayed = () => {
        replayed = true;
      };
      const [edited] = await callServer(chat.edit, { id_message: id, message }, { key, onReplayed });
      return (!replayed && edited) || null;
    },
    onSuccess: (edited) => {
      // A kept answer to an earlier try: meanwhile the message may have got yet another text.
      if (!edited) return void queryClient.invalidateQueries({ queryKey: loadedKey(of) });
      change(of, (loaded) => ({
        ...loaded,
        messages: loaded.messages.map((one) => (one.id_message === edited.id_message ? edited : one)),
      }));
    },
  });
}

/** Messages that hold a text, newest first. */
export function useMessageSearch(of: Conversation, text: string) {
  return useQuery({
    queryKey: ['chat-search', of.key, text],
    queryFn: async ({ signal }) => (await callServer(chat.search, { ...of.fields, text }, { signal })).toReversed(),
    enabled: text.length > 1,
    gcTime: 60_000,
  });
}

/** Who has read an own message. */
export function useMessageReaders(message: Message | null) {
  return useQuery({
    ...queryForCall('chat', chat.seen, { id_message: message?.id_message ?? 0 }),
    enabled: message !== null,
  });
}

/** The address of a message's file; to be saved, or shown as a picture inside the conversation, small or whole. */
export const buildMessageFileUrl = (id: number, shown?: 'small' | 'whole'): string =>
  buildFileUrl(chat.download, { id }, shown);

/** Whether a conversation is closed to the person, so that nothing of it may stay on screen. */
export const isConversationClosedError = (error: unknown): boolean => [403, 404].includes(toFailure(error).status);

import type { Input, Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queries, reading } from '../../core/queries.ts';
import type { Conversation } from './chat.address.ts';
import type { Loaded } from './loaded.ts';

type Read = Output<typeof chat.marks>;
/** What members put on one message. */
export type Mark = Read[number]['messages'][number];
/** A message that a moderator removed. */
export type Removed = Read[number]['removed'][number];
export type Pinned = Read[number]['pinned'];
export type Member = Output<typeof chat.people>[number];

/** The server names the room so in its events. */
const room = 'chat.marks';

const none: readonly Removed[] = [];

/** What is on the messages that are loaded, by id, what was removed among them, and the pinned message; events bring all up to date. */
export function useMarks(of: Conversation, loaded: Loaded | undefined) {
  // At the start and at the end also what is there no more, or still to come.
  const first = loaded?.atStart ? 0 : (loaded?.messages[0]?.id_message ?? 0);
  const last = loaded?.atEnd ? Number.MAX_SAFE_INTEGER : (loaded?.messages.at(-1)?.id_message ?? 0);
  const range = { id_top_message: first, id_last_message: last };
  const { data } = useQuery({
    queryKey: [room, of.key, range],
    meta: { liveKey: of.key },
    queryFn: ({ signal }) => ask(chat.marks, { ...of.fields, ...range }, { signal }),
    enabled: last > 0,
    placeholderData: keepPreviousData,
  });
  const [read] = data ?? [];
  const marks = useMemo(() => new Map(read?.messages.map((mark) => [mark.id_message, mark])), [read]);
  return { marks, removed: read?.removed ?? none, pinned: read?.pinned ?? null };
}

/** Puts a reaction on a message, or takes it back; seen at once, and as it was when that is refused. */
export function useReact(of: Conversation) {
  return useMutation<unknown, Failure, { id: number; sign: number; put: boolean }>({
    mutationFn: ({ id, sign, put }) => ask(chat.react, { id_message: id, sign, put }),
    onMutate: async ({ id, sign, put }) => {
      await queries.cancelQueries({ queryKey: [room, of.key] });
      queries.setQueriesData<Read>({ queryKey: [room, of.key] }, (read) =>
        read?.map((one) => ({ ...one, messages: withReaction(one.messages, id, sign, put) })),
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [room, of.key] }),
  });
}

function withReaction(messages: readonly Mark[], id: number, sign: number, put: boolean): Mark[] {
  const mark = messages.find(({ id_message }) => id_message === id) ?? { id_message: id, reactions: [], mentions: [] };
  const before = mark.reactions.find((one) => one.sign === sign)?.count ?? 0;
  const count = before + (put ? 1 : -1);
  const others = mark.reactions.filter((one) => one.sign !== sign);
  const reactions = count > 0 ? [...others, { sign, count, ismine: put }].sort((a, b) => a.sign - b.sign) : others;
  return [...messages.filter((one) => one !== mark), { ...mark, reactions }];
}

/** Makes a message the conversation's pinned one, or takes it from there. */
export function usePinMessage(of: Conversation) {
  return useMutation<unknown, Failure, { id: number; pinned: boolean }>({
    mutationFn: ({ id, pinned }) => ask(chat.pinMessage, { id_message: id, pinned }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [room, of.key] }),
  });
}

/** Who put which reaction on a message. */
export function useReactors(id: number, needed: boolean) {
  return useQuery({ ...reading(room, chat.reactors, { id_message: id }), enabled: needed });
}

/** The members of a group's conversation. */
export function usePeople(of: Conversation, needed: boolean) {
  return useQuery({
    ...reading('chat.members', chat.people, of.fields as Input<typeof chat.people>),
    enabled: of.isGroup && needed,
  });
}

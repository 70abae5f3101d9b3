import type { Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queryClient, queryForCall, queryWhenInputKnown } from '../../core/queryClient.ts';
import type { Conversation } from './chat.address.ts';
import type { LoadedMessages } from './loaded-messages.ts';

type Read = Output<typeof chat.marks>;
/** What members put on one message. */
export type MessageAnnotations = Read[number]['messages'][number];
/** A message that a moderator removed. */
export type ModeratedMessage = Read[number]['removed'][number];
export type PinnedMessage = Read[number]['pinned'];
export type GroupMember = Output<typeof chat.people>[number];

/** The server names the room so in its events. */
const room = 'chat.marks';

const none: readonly ModeratedMessage[] = [];

/** What is on the messages that are loaded, by id, what was removed among them, and the pinned message; events bring all up to date. */
export function useMessageAnnotations(of: Conversation, loaded: LoadedMessages | undefined) {
  // At the start and at the end also what is there no more, or still to come.
  const first = loaded?.atStart ? 0 : (loaded?.messages[0]?.id_message ?? 0);
  const last = loaded?.atEnd ? Number.MAX_SAFE_INTEGER : (loaded?.messages.at(-1)?.id_message ?? 0);
  const range = { id_top_message: first, id_last_message: last };
  const { data } = useQuery({
    queryKey: [room, of.key, range],
    meta: { liveKey: of.key },
    queryFn: ({ signal }) => callServer(chat.marks, { ...of.fields, ...range }, { signal }),
    enabled: last > 0,
    placeholderData: keepPreviousData,
  });
  const [read] = data ?? [];
  const marks = useMemo(() => new Map(read?.messages.map((mark) => [mark.id_message, mark])), [read]);
  const hints = useMemo(() => new Map(read?.namesakes?.map(({ idid, apart }) => [idid, apart])), [read]);
  return { marks, hints, removed: read?.removed ?? none, pinned: read?.pinned ?? null };
}

/** Puts a reaction on a message, or takes it back; seen at once, and as it was when that is refused. */
export function useSetReaction(of: Conversation) {
  return useMutation<unknown, Failure, { id: number; sign: number; put: boolean }>({
    mutationFn: ({ id, sign, put }) => callServer(chat.react, { id_message: id, sign, put }),
    onMutate: async ({ id, sign, put }) => {
      await queryClient.cancelQueries({ queryKey: [room, of.key] });
      queryClient.setQueriesData<Read>({ queryKey: [room, of.key] }, (read) =>
        read?.map((one) => ({ ...one, messages: withReaction(one.messages, id, sign, put) })),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [room, of.key] }),
  });
}

function withReaction(
  messages: readonly MessageAnnotations[],
  id: number,
  sign: number,
  put: boolean,
): MessageAnnotations[] {
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
    mutationFn: ({ id, pinned }) => callServer(chat.pinMessage, { id_message: id, pinned }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [room, of.key] }),
  });
}

/** Who put which reaction on a message. */
export function useMessageReactors(id: number, needed: boolean) {
  return useQuery({ ...queryForCall(room, chat.reactors, { id_message: id }), enabled: needed });
}

/** The members of a group's conversation. */
export function useGroupMembers(of: Conversation, needed: boolean) {
  return useQuery(queryWhenInputKnown('chat.members', chat.people, of.isGroup && needed ? of.fields : null));
}

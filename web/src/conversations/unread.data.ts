import type { Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { conversationFilters } from '@bilim/contract/conversation-filters.ts';
import { inboxPageSize } from '@bilim/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtom } from '../core/atom.ts';
import { isFirstPageReady } from '../core/lazy.ts';
import { queryClient, queryForCall, quietRetryOptions, takePrefetchedReply } from '../core/queryClient.ts';
import { session } from '../core/session.ts';
import { conversationListQuery } from './conversations.data.ts';

type Unread = Output<typeof chat.unreadContacts>;

/**
 * The day begins with the conversations that wait. Where one page has them all they say as well how much is unread, which
 * then is not asked for.
 */
function fromTheDay(): Unread | undefined {
  const first = takePrefetchedReply(chat.conversations, conversationFilters.unread);
  if (!first) return undefined;
  queryClient.setQueryData(conversationListQuery('unread').queryKey, { pages: [first], pageParams: [{}] });
  const year = session.get().settings?.[0]?.id_a_year_def;
  return first.length < inboxPageSize && year !== undefined
    ? first.filter((one) => one.id_office !== null || one.year === year)
    : undefined;
}

const options = () => ({
  ...queryForCall('chat', chat.unreadContacts, {}),
  // Who writes has no more to read for it.
  meta: { holdsOwn: true },
  initialData: () => takePrefetchedReply(chat.unreadContacts, {}) ?? fromTheDay(),
});

/** What names a discipline in a term, as far as counting needs it. */
interface Course {
  year: number;
  ws: number;
  id_discipline: number;
  kredit: number;
}

/** One conversation: with a person (id ≥ 1), or of a group or stream (-1); `id_office`: with an office or in its name. */
export interface UnreadConversation extends Course {
  idid: number;
  gr_potok: number;
  isSelect: boolean;
  id_office?: number | null;
}

const ofCourse = (one: Course, course: Course) =>
  one.year === course.year &&
  one.ws === course.ws &&
  one.id_discipline === course.id_discipline &&
  one.kredit === course.kredit;

const ofConversation = (one: Unread[number], of: UnreadConversation) =>
  ofCourse(one, of) &&
  one.idid === of.idid &&
  one.id_office === (of.id_office ?? null) &&
  (one.idid > 0 || (one.gr_potok === of.gr_potok && one.isSelect === of.isSelect));

/** How many messages wait for the person: in all, in a discipline, in a conversation. */
export function useUnreadCounts() {
  const { data } = useQuery({ ...options(), ...quietRetryOptions, enabled: useAtom(isFirstPageReady) });
  const { settings } = useAtom(session);
  return {
    total: data?.reduce((sum, { countMessages }) => sum + countMessages, 0) ?? 0,
    /** In how many conversations. */
    conversations: data?.length ?? 0,
    /** Without those in which one answers in the name of an office. */
    own: data?.filter(({ id_office, idid }) => id_office === null || id_office === idid).length ?? 0,
    in: (course: Course) =>
      data?.filter((one) => ofCourse(one, course)).reduce((sum, { countMessages }) => sum + countMessages, 0) ?? 0,
    /** Null while it is not known, and in past years: then the contact's own number holds. */
    of: (conversation: UnreadConversation) =>
      data && (conversation.id_office || conversation.year === settings?.[0]?.id_a_year_def)
        ? (data.find((one) => ofConversation(one, conversation))?.countMessages ?? 0)
        : null,
  };
}

/** Lowers the count at once; the next fetch brings the server's. */
export function setUnreadCount(of: UnreadConversation, left: number): void {
  const lessIn = <T extends Unread[number]>(rows: readonly T[]): T[] =>
    rows
      .map((one) => (ofConversation(one, of) ? { ...one, countMessages: left } : one))
      .filter(({ countMessages }) => countMessages > 0);
  queryClient.setQueryData(options().queryKey, (now: Unread | undefined) => now && lessIn(now));
  queryClient.setQueryData(
    conversationListQuery('unread').queryKey,
    (now) => now && { ...now, pages: now.pages.map(lessIn) },
  );
}

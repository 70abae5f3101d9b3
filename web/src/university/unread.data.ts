import type { Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { useQuery } from '@tanstack/react-query';
import { useCell } from '../core/cell.ts';
import { pageStands } from '../core/lazy.ts';
import { insisting, queries, reading } from '../core/queries.ts';
import { session } from '../core/session.ts';

type Unread = Output<typeof chat.unreadContacts>;

const options = () => reading('chat', chat.unreadContacts, {});

/** What names a discipline in a term, as far as counting needs it. */
interface Course {
  year: number;
  ws: number;
  id_discipline: number;
  kredit: number;
}

/** One conversation of a course: with a person (id ≥ 1), or of a group or stream (-1). */
export interface Conversation extends Course {
  idid: number;
  gr_potok: number;
  isSelect: boolean;
}

const ofCourse = (one: Course, course: Course) =>
  one.year === course.year &&
  one.ws === course.ws &&
  one.id_discipline === course.id_discipline &&
  one.kredit === course.kredit;

const ofConversation = (one: Unread[number], of: Conversation) =>
  ofCourse(one, of) &&
  one.idid === of.idid &&
  (one.idid > 0 || (one.gr_potok === of.gr_potok && one.isSelect === of.isSelect));

/** How many messages wait for the person: in all, in a discipline, in a conversation. */
export function useUnread() {
  const { data } = useQuery({ ...options(), ...insisting, enabled: useCell(pageStands) });
  const { settings } = useCell(session);
  return {
    total: data?.reduce((sum, { countMessages }) => sum + countMessages, 0) ?? 0,
    in: (course: Course) =>
      data?.filter((one) => ofCourse(one, course)).reduce((sum, { countMessages }) => sum + countMessages, 0) ?? 0,
    /** Null while it is not known, and in past years: then the contact's own number holds. */
    of: (conversation: Conversation) =>
      data && conversation.year === settings?.[0]?.id_a_year_def
        ? (data.find((one) => ofConversation(one, conversation))?.countMessages ?? 0)
        : null,
  };
}

/** Notes at once that fewer are unread; the next reading says what the server counts. */
export function noteRead(of: Conversation, left: number): void {
  queries.setQueryData(options().queryKey, (now: Unread | undefined) =>
    now
      ?.map((one) => (ofConversation(one, of) ? { ...one, countMessages: left } : one))
      .filter(({ countMessages }) => countMessages > 0),
  );
}

import { parseRole } from '@bilim/contract/access.ts';
import {
  buildDisciplineLink,
  type ClassOccurrence,
  type ClassViewer,
  filterGroupsWithJournal,
  findJournalPosition,
  findLinkedConversation,
  type LessonGroup,
} from '@bilim/contract/class-links.ts';
import type { UrlSelection } from '@bilim/contract/url-selection.ts';
import { useAtom } from '../core/atom.ts';
import { useUrlSelection } from '../core/searchParams.ts';
import { session } from '../core/session.ts';

/** Rooms that a class leads to. */
export type ClassLinkRoom = 'journal' | 'chat' | 'umk';

/** Who looks at classes. */
export function useClassViewer(): ClassViewer {
  const { user } = useAtom(session);
  return { teacher: parseRole(user?.role) === 1, group: user?.id_group ?? null };
}

/**
 * The part of the address with which a class of a group opens a room: the course and, in the room's own words, the class.
 * A class of several groups opens one table over all of their journals; other rooms take the first group.
 */
export function useClassLinks(): (
  room: ClassLinkRoom,
  occurrence: ClassOccurrence,
  groups: readonly (LessonGroup | null)[],
) => UrlSelection {
  const viewer = useClassViewer();
  const looked = useUrlSelection();
  return (room, occurrence, groups) => {
    const [group = null] = room === 'journal' ? filterGroupsWithJournal(groups) : groups;
    const course = buildDisciplineLink(occurrence.lesson, group, { ...looked, ...occurrence.term });
    if (room === 'journal') return { ...course, ...findJournalPosition(occurrence, groups) };
    return room === 'chat' ? { ...course, ...findLinkedConversation(occurrence.lesson, viewer) } : course;
  };
}

import { roleOf } from '@bilim/contract/access.ts';
import {
  conversationOf,
  courseOf,
  type Group,
  type Held,
  journalsOf,
  type Looker,
  placeInJournal,
} from '@bilim/contract/class-links.ts';
import { type Chosen, readChosen } from '@bilim/contract/url-selection.ts';
import { useSearch } from '@tanstack/react-router';
import { useCell } from '../core/atom.ts';
import { session } from '../core/session.ts';

/** Rooms that a class leads to. */
export type Led = 'journal' | 'chat' | 'umk';

/** Who looks at classes. */
export function useLooker(): Looker {
  const { user } = useCell(session);
  return { teacher: roleOf(user?.role) === 1, group: user?.id_group ?? null };
}

/**
 * The part of the address with which a class of a group opens a room: the course and, in the room's own words, the class.
 * A class of several groups opens one table over all of their journals; other rooms take the first group.
 */
export function useLead(): (room: Led, held: Held, groups: readonly (Group | null)[]) => Chosen {
  const looker = useLooker();
  const looked = readChosen(useSearch({ strict: false }));
  return (room, held, groups) => {
    const [group = null] = room === 'journal' ? journalsOf(groups) : groups;
    const course = courseOf(held.lesson, group, looked);
    if (room === 'journal') return { ...course, ...placeInJournal(held, groups) };
    return room === 'chat' ? { ...course, ...conversationOf(held.lesson, looker) } : course;
  };
}

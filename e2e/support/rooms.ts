import { type CallerPermissions, mayCall } from '@bilim/contract/access.ts';
import { permissions } from '@bilim/contract/permissions.ts';
import { type RoomEntry, rooms } from '@bilim/contract/rooms.ts';

/** Who enters rooms in tests that go through all of them. */
const people = {
  student: { role: 2, permissions: [] },
  teacher: { role: 1, permissions: [] },
  clerk: { role: 1, permissions: ['orders'] },
  admin: { role: 1, permissions },
} satisfies Record<string, CallerPermissions>;

/** The rooms that a named account enters, in the order of the registry. */
export const listAccessibleRooms = (login: keyof typeof people): RoomEntry[] =>
  rooms.filter(({ access }) => mayCall(people[login], access));

/**
 * Every room once, under the first account that enters it; `teacher` again has those that show teachers another page.
 */
export const roomsByLogin: Readonly<Record<keyof typeof people, readonly string[]>> = {
  student: namesOf('student'),
  teacher: ['chat', 'journal', 'umk', 'library'],
  clerk: namesOf('clerk').filter((name) => !namesOf('student').includes(name)),
  admin: namesOf('admin').filter((name) => ![...namesOf('student'), ...namesOf('clerk')].includes(name)),
};

function namesOf(login: keyof typeof people): string[] {
  return listAccessibleRooms(login).map(({ path }) => path.slice(1));
}

import type { Permission } from './permissions.ts';
import type { Role } from './role.ts';

export { parseRole, type Role } from './role.ts';

/**
 * The coarse right that a call asks for: anybody, anybody signed in, one role, or one permission. `staff`:
 * role 1, everybody who is no student. `mover`: who keeps the timetable, and teachers for their own classes where the
 * university lets them (the room decides).
 */
export type CallAccess = 'all' | 'in' | 'staff' | 'student' | 'mover' | Permission;

/** As much of a person as decides what they may call. */
export interface CallerPermissions {
  readonly role: Role;
  readonly permissions: readonly string[];
}

/** Whether a person (null: nobody is signed in) may make calls that ask for `access`. */
export function mayCall(person: CallerPermissions | null, access: CallAccess): boolean {
  if (access === 'all') return true;
  if (!person) return false;
  if (access === 'in') return true;
  if (access === 'staff') return person.role === 1;
  if (access === 'student') return person.role === 2;
  if (access === 'mover') return person.role === 1 || person.permissions.includes('timetable');
  return person.permissions.includes(access);
}

/** The permissions of a person in one word, by which a page and the server see whether they know the same. */
export function permissionsKey({ permissions }: { readonly permissions: readonly string[] }): string {
  return permissions.length > 0 ? [...permissions].sort().join() : 'none';
}

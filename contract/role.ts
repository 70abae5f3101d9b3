/** Role on the wire: 1 staff, 2 student. */
export type Role = 1 | 2;

/** Reads a role as it comes over the wire: 1 is staff, any other value a student (BASE-03). */
export function parseRole(value: unknown): Role {
  return value === 1 || value === '1' ? 1 : 2;
}

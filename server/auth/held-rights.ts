import type { Permission } from '@bilim/contract/permissions.ts';

/** A right of somebody: where it holds (null: everywhere), and its last day (null: for good). */
export interface HeldPermission {
  readonly code: Permission;
  readonly faculty: number | null;
  readonly until: string | null;
}

/** Whether the first right holds wherever the second one does. */
const holdsAt = (one: HeldPermission, { code, faculty }: HeldPermission) =>
  one.code === code && (one.faculty === null || one.faculty === faculty);

/** Whether the first right holds for as long as the second one. */
const lastsAs = (one: HeldPermission, { until }: HeldPermission) =>
  one.until === null || (until !== null && until <= one.until);

/** Whether these rights hold one at least as wide as this, and for as long. */
export const coversPermission = (rights: readonly HeldPermission[], right: HeldPermission): boolean =>
  rights.some((one) => holdsAt(one, right) && lastsAs(one, right));

/** The last day of the longest of these rights; null: one of them is for good. */
export function findLatestExpiry(rights: readonly HeldPermission[]): string | null {
  const days = rights.map(({ until }) => until);
  return days.includes(null) ? null : (days.toSorted().at(-1) ?? null);
}

/** Until when somebody with these rights may give one: null is for good, undefined never. */
export function findLatestGrantableDay(
  rights: readonly HeldPermission[],
  right: HeldPermission,
): string | null | undefined {
  const wide = rights.filter((one) => holdsAt(one, right));
  return wide.length > 0 ? findLatestExpiry(wide) : undefined;
}

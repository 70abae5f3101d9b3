import { createLazyPart } from '../../core/lazy.ts';
import { userMayCall } from '../../core/mayCall.ts';
import type { User } from '../../core/session.ts';

const load = async () => {
  const [{ StaffToday }, { OtherWorkCounts, WorkCards, WorkLists }] = await Promise.all([
    import('./StaffToday.tsx'),
    import('./WorkCounts.tsx'),
  ]);
  return { OtherWorkCounts, StaffToday, WorkCards, WorkLists };
};

/** What of the day is for who works here: students, most of all who begin with it, do not fetch it. */
export const staffWork = createLazyPart(load);

/** Whether the day of a person may have a part that is not a student's. */
export const hasStaffWork = (user: User | null): boolean =>
  userMayCall(user, 'staff') || (user?.permissions.length ?? 0) > 0;

/** Fetches it where it is shown; fails when it does not come. */
export async function prepareStaffWork(user: User | null): Promise<void> {
  if (!hasStaffWork(user)) return;
  await load();
  await staffWork.fetch();
}

import type { Db } from '../database/database.ts';

/**
 * The rooms in which the invented people act once in the life of a demo, in this order: first what a visitor sees first,
 * last what takes long. In a file of its own, so that a portal whose people have acted loads nothing else for them.
 */
export const activityRooms = [
  'news',
  'chat',
  'journal',
  'singlewindow',
  'registration',
  'notices',
  'library',
  'umk',
] as const;

export type ActivityRoom = (typeof activityRooms)[number];

/** In which rooms the people have not acted yet; none in a real university. */
export async function findRoomsWithoutActivity(db: Db): Promise<ActivityRoom[]> {
  const [university] = await db<{ demo: boolean; lived: string[] }[]>`
    select demo, demo_lived as lived from university`;
  return university?.demo ? activityRooms.filter((room) => !university.lived.includes(room)) : [];
}

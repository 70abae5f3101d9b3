import type { Db } from '../database/database.ts';

/**
 * The rooms in which the invented people act once in the life of a demo, in this order: `atStart` before the portal opens,
 * `later` what takes long. In a file of its own, so that a portal whose people have lived loads nothing else for them.
 */
export const activityRooms = {
  atStart: ['news', 'chat', 'journal', 'singlewindow', 'registration', 'notices'],
  later: ['library', 'umk'],
} as const;

export type ActivityPart = keyof typeof activityRooms;
export type ActivityRoom = (typeof activityRooms)[ActivityPart][number];

/** In which rooms of a part the people have not acted yet; none in a real university. */
export async function roomsWaiting(db: Db, part: ActivityPart): Promise<ActivityRoom[]> {
  const [university] = await db<{ demo: boolean; lived: string[] }[]>`
    select demo, demo_lived as lived from university`;
  return university?.demo ? activityRooms[part].filter((room) => !university.lived.includes(room)) : [];
}

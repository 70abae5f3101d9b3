import type { RoomName } from '@bilim/contract/rooms.ts';

/**
 * Modules below web/src that are fetched by themselves and that the first script asks for ahead (start.ts), because they stand
 * around a page or are a part of it. The build fails when one of them is no file of its own.
 */
export const preloadedModules = {
  /** The sign-in page of somebody unknown, and the one within the portal. */
  signIn: { alone: ['signIn.tsx'], inPortal: ['portal.tsx', 'rooms/login/LoginRoute.tsx'] },
  /** Around every page of whoever is signed in. */
  frame: ['portal.tsx', 'frame/Shell.tsx'],
  /** Beside the page on wide screens; the menus of the sidebar are dialogs. */
  sidebar: ['frame/Sidebar.tsx', 'kit/dialogs.tsx'],
  /** What of a room's page is for those who teach or work here. */
  staff: { journal: 'rooms/journal/TeacherPage.tsx', today: 'rooms/today/StaffToday.tsx' } satisfies {
    readonly [room in RoomName]?: string;
  },
};

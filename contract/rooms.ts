import type { CallAccess } from './access.ts';

/**
 * A room that people enter. Routes, rail, phone tabs, apps page, first paint, the names that each language needs and the
 * gallery follow from this list. A room of calls alone (sign-in, the live line) is not in it.
 */
interface Entry {
  /** The room's name, also that of its texts; `common:rooms.<name>` holds how it is called. */
  name: string;
  /** Rooms and parts whose texts its page uses as well. */
  texts?: readonly string[];
  /** Its address below /lms. */
  path: string;
  access: CallAccess;
  /** Whom its page serves, where that is more than those to whom it is shown. */
  opens?: CallAccess;
  /** Colour of its tile on the apps page; without one it has no tile. Red is left to what failed or is missing. */
  colour?: 'lake' | 'apricot' | 'juniper';
  /** Its place among the phone's tabs: 0 profile, 1 news, 2 chat, 3 today. */
  tab?: 0 | 1 | 2 | 3;
  /** Stands in the apps rail of the desktop. */
  rail?: true;
  /** Its second address, with what may follow the first: `/d/29` names a discipline. */
  subpath?: `/${string}/$${string}`;
  /** For whom the column of disciplines is beside its page on wide screens. */
  disciplines?: CallAccess;
  /** Its Phosphor icon: plain in rail and tabs, filled where it is open, in two tones on its tile. */
  icon: string;
  /** Where its page lies below web/src/rooms, unless it is `<name>/<Name>Page`. */
  page?: string;
}

/** In the order of the rail and of the apps page. A room that is not here does not show. */
const list = [
  {
    name: 'today',
    texts: ['notices'],
    // Where its page is at home (/lms); wide screens show the launcher here.
    path: '/apps',
    access: 'in',
    tab: 3,
    rail: true,
    icon: 'sun-horizon',
  },
  {
    name: 'news',
    path: '/news',
    access: 'in',
    colour: 'lake',
    tab: 1,
    rail: true,
    icon: 'newspaper',
  },
  {
    name: 'chat',
    path: '/chat',
    access: 'in',
    colour: 'lake',
    tab: 2,
    rail: true,
    icon: 'chats-circle',
  },
  {
    name: 'journal',
    path: '/journal',
    access: 'in',
    disciplines: 'staff',
    colour: 'apricot',
    rail: true,
    icon: 'notebook',
  },
  {
    name: 'schedule',
    path: '/schedule',
    access: 'in',
    colour: 'juniper',
    rail: true,
    icon: 'calendar-dots',
  },
  {
    name: 'umk',
    texts: ['reader', 'offline-files'],
    path: '/umk',
    access: 'in',
    disciplines: 'in',
    colour: 'lake',
    rail: true,
    icon: 'stack',
  },
  {
    name: 'discipline',
    texts: ['reader'],
    path: '/d',
    subpath: '/d/$id',
    access: 'in',
    disciplines: 'in',
    icon: 'graduation-cap',
  },
  {
    name: 'library',
    texts: ['reader', 'offline-files'],
    path: '/library',
    access: 'in',
    colour: 'apricot',
    rail: true,
    icon: 'books',
  },
  {
    name: 'registration',
    path: '/registration',
    access: 'student',
    colour: 'juniper',
    rail: true,
    icon: 'list-checks',
  },
  {
    name: 'office',
    path: '/office',
    access: 'registration',
    colour: 'juniper',
    rail: true,
    icon: 'clipboard-text',
  },
  {
    name: 'singlewindow',
    path: '/singlewindow',
    access: 'in',
    colour: 'apricot',
    rail: true,
    icon: 'stamp',
  },
  {
    name: 'paymentcode',
    path: '/paymentcode',
    access: 'student',
    colour: 'lake',
    rail: true,
    icon: 'barcode',
  },
  {
    name: 'desk',
    texts: ['singlewindow'],
    path: '/desk',
    access: 'orders',
    colour: 'apricot',
    rail: true,
    icon: 'tray',
    page: 'singlewindow/DeskPage',
  },
  {
    name: 'notices',
    path: '/notices',
    access: 'in',
    icon: 'bell',
  },
  {
    name: 'timetable-changes',
    texts: ['schedule'],
    path: '/changes',
    access: 'timetable',
    opens: 'mover',
    page: 'timetable-changes/TimetableChangesPage',
    colour: 'apricot',
    rail: true,
    icon: 'calendar-x',
  },
  {
    name: 'people',
    texts: ['forgotten', 'personaldata'],
    path: '/people',
    subpath: '/people/$id',
    access: 'accounts',
    colour: 'lake',
    rail: true,
    icon: 'users',
  },
  {
    name: 'data',
    texts: ['recipes'],
    path: '/data',
    access: 'import',
    colour: 'apricot',
    rail: true,
    icon: 'database',
  },
  {
    name: 'recipes',
    texts: ['reader'],
    path: '/recipes',
    access: 'import',
    icon: 'table',
  },
  {
    name: 'reports',
    path: '/reports',
    access: 'reports',
    colour: 'lake',
    rail: true,
    icon: 'chart-bar',
  },
  {
    name: 'audit',
    texts: ['people'],
    path: '/audit',
    access: 'audit',
    colour: 'juniper',
    rail: true,
    icon: 'footprints',
  },
  {
    name: 'moderation',
    path: '/moderation',
    access: 'moderation',
    colour: 'lake',
    rail: true,
    icon: 'flag',
  },
  {
    name: 'profile',
    texts: ['notification-settings', 'secondstep', 'passkeys', 'oidc', 'offline-files', 'reader', 'personaldata'],
    path: '/profile',
    subpath: '/profile/$part',
    access: 'in',
    tab: 0,
    icon: 'user-circle',
  },
] as const satisfies readonly Entry[];

type Listed = (typeof list)[number];
export type RoomName = Listed['name'];
/** Address of a room's page below /lms. */
export type RoomPath = Listed['path'];
/** The same, or with what may follow it: `/d`, `/d/$id`. */
export type RoomAddress = RoomPath | Extract<Listed, { subpath: string }>['subpath'];
export type RoomEntry = Entry & { name: RoomName; path: RoomPath; subpath?: RoomAddress };

export const rooms: readonly RoomEntry[] = list;

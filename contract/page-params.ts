import { bookLimits } from './book-limits.ts';
import { maxFacultiesAtOnce } from './limits.ts';
import * as options from './page-options.ts';
import { permissions } from './permissions.ts';
import { parseWholeNumber, type UrlSelection } from './url-selection.ts';

type Read<T> = (value: unknown) => T | undefined;

/** What no field takes: a null character, or half of a character. */
const isUnreadable = (value: string) => value.includes('\0') || /\p{Cs}/u.test(value);
/** Words of at most so many characters; a number or a truth value that somebody typed as words comes as one. */
const text =
  (longest: number): Read<string> =>
  (value) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
    const written = String(value);
    return written && [...written].length <= longest && !isUnreadable(written) ? written : undefined;
  };
/** What is searched for, as every field that searches takes it. */
const sought = text(100);
/** A key of the portal's own, such as that of a book; a journal's has four ids. */
const key = text(100);
const oneOf =
  <const Word extends string>(...offered: readonly Word[]): Read<Word> =>
  (value) =>
    offered.find((word) => word === value);
const day: Read<string> = (value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  // Earlier ones are refused by the calls, and weeks of later ones lead beyond the year 9999.
  if (value < '1900' || value >= '3000') return undefined;
  const read = new Date(`${value}T00:00:00Z`);
  // The 31st of a shorter month would be a day of the next one.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(value) ? value : undefined;
};
/** A time of day by which a strip of half hours is narrowed. */
const halfHour: Read<string> = (value) =>
  typeof value === 'string' && /^([01]\d|2[0-3]):[03]0$/.test(value) ? value : undefined;
const flag: Read<true> = (value) => value === true || undefined;
const between =
  (least: number, most: number): Read<number> =>
  (value) => {
    const number = parseWholeNumber(value);
    return number !== undefined && number >= least && number <= most ? number : undefined;
  };
const id = between(1, Number.MAX_SAFE_INTEGER);
const idOrNone = between(0, Number.MAX_SAFE_INTEGER);
const [year, term, yearOfStudy] = [between(0, 99), between(1, 3), between(1, 6)];
/** One of them or several, as many as a call takes. */
const ids =
  (most: number): Read<readonly number[]> =>
  (value) => {
    const read = [value].flat().flatMap((one) => id(one) ?? []);
    return read.length ? read.slice(0, most) : undefined;
  };

/**
 * What the pages at an address of the portal take behind the `?` besides what is chosen of the teaching
 * (url-selection.ts), and how each value is read. An address that takes nothing of its own is not here.
 */
export const pageParamParsers = {
  '/news': { item: id },
  '/chat': { m: id, q: sought },
  '/journal': { t: id, part: id, col: key, for: key, also: text(1000) },
  '/schedule': { day, view: oneOf(...options.scheduleViews) },
  // `add` asks for a new material: of this kind, or 0 of any.
  '/umk': { type: id, teacher: id, all: id, read: id, page: id, q: text(bookLimits.search), add: idOrNone },
  '/library': { q: text(bookLimits.search), cat: id, read: key, page: id },
  '/registration': { ry: year, rs: id, rc: key, part: oneOf(...options.registrationParts) },
  '/office': {
    part: oneOf(...options.registrationOfficeParts),
    only: oneOf(...options.streamFillLevels, ...options.incompleteRegistrationKinds),
    ...{ oy: year, ot: term, faculty: id, course: yearOfStudy, find: sought },
  },
  '/singlewindow': { new: id, order: id },
  '/desk': {
    ...{ status: oneOf(...options.orderQueueStatuses), document: id, faculty: id, find: sought },
    ...{ old: flag, handed: flag, lying: flag, scan: flag, order: id },
  },
  '/changes': {
    part: oneOf(...options.timetableChangeParts),
    kind: oneOf(...options.timetableOwnerKinds),
    ...{ id, day, at: id },
  },
  '/people': {
    state: oneOf(...options.peopleStateFilters),
    right: oneOf(...permissions),
    ...{ find: sought, role: between(1, 2), faculty: ids(maxFacultiesAtOnce), group: id },
    ...{ order: oneOf('last'), act: oneOf('password') },
  },
  '/data': {
    kind: oneOf(...options.importRunKinds),
    state: oneOf(...options.importRunStates),
    ...{ job: id, table: key, by: text(120), from: day, until: day },
  },
  '/recipes': { from: id },
  '/reports': {
    period: oneOf(...options.reportPeriods),
    ...{ faculty: id, course: yearOfStudy, group: id, teacher: id },
  },
  '/audit': {
    category: oneOf(...options.auditCategories),
    ...{ find: sought, who: sought, whose: sought, from: day, until: day, days: oneOf('all'), at: halfHour },
  },
  '/moderation': { state: oneOf(...options.moderationStates) },
  '/profile': { at: oneOf('devices'), linked: key },
  '/offline': { back: text(2000) },
} as const satisfies { readonly [address: `/${string}`]: { readonly [name: string]: Read<unknown> } };

/** An address whose pages take something of their own. */
export type PageAddress = keyof typeof pageParamParsers;

/** An address that may be one below a page's own: `/people/$id` takes what `/people` does. */
type PageOf<Address> = Address extends `${infer Page}/$${string}` ? PageOf<Page> : Address;

/** A page's own part behind the `?`. */
export type PageParams<Address> =
  PageOf<Address> extends infer Page extends PageAddress
    ? {
        readonly [name in keyof (typeof pageParamParsers)[Page]]?:
          | ((typeof pageParamParsers)[Page][name] extends Read<infer T> ? T : never)
          | undefined;
      }
    : { readonly [name in never]: never };

/** What is behind the `?` of the pages at an address. */
export type SearchParams<Address> = { readonly [name in keyof UrlSelection]: UrlSelection[name] } & PageParams<Address>;

/** What is behind the `?`, as it was typed. */
export type RawSearchParams = Readonly<Record<string, unknown>>;

/** Reads a page's own part of what is behind the `?`; what makes no sense there is undefined. */
export function parsePageParams<const Address extends string>(
  address: Address,
  search: RawSearchParams,
): PageParams<Address> {
  const [page = ''] = address.split('/$');
  const own: Readonly<Record<string, Read<unknown>>> = Object.hasOwn(pageParamParsers, page)
    ? pageParamParsers[page as PageAddress]
    : {};
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, read]) => (name in search ? [[name, read(search[name])]] : [])),
  ) as PageParams<Address>;
}

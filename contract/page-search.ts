import { bookLimits } from './book-limits.ts';
import { maxFacultiesAtOnce } from './limits.ts';
import { type UrlSelection, wholeNumber } from './url-selection.ts';

type Read<T> = (value: unknown) => T | undefined;

/** What no field takes: a control character, or half of a character. */
const unreadable = /[\p{Cc}\p{Cs}]/u;
/** Words of at most so many characters; a number or a truth value that somebody typed as words comes as one. */
const text =
  (longest: number): Read<string> =>
  (value) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
    const words = String(value);
    return words && [...words].length <= longest && !unreadable.test(words) ? words : undefined;
  };
/** What is searched for, as every field that searches takes it. */
const sought = text(100);
/** A word or a key of the portal's own. */
const word = text(40);
const day: Read<string> = (value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const read = new Date(`${value}T00:00:00Z`);
  // The 31st of a shorter month would be a day of the next one.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(value) ? value : undefined;
};
const flag: Read<true> = (value) => value === true || undefined;
const between =
  (least: number, most: number): Read<number> =>
  (value) => {
    const number = wholeNumber(value);
    return number !== undefined && number >= least && number <= most ? number : undefined;
  };
const id = between(1, Number.MAX_SAFE_INTEGER);
const [year, term] = [between(0, 99), between(1, 3)];
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
export const pageSearch = {
  '/news': { item: id },
  '/chat': { m: id, q: sought },
  '/journal': { t: id, part: id, col: word, for: word, also: text(400) },
  '/schedule': { day, view: word },
  // `add` asks for a new material: of this kind, or 0 of any.
  '/umk': { type: id, teacher: id, all: id, read: id, page: id, q: text(bookLimits.search), add: wholeNumber },
  '/library': { q: text(bookLimits.search), cat: id, read: word, page: id },
  '/registration': { ry: year, rs: id, rc: word, part: word },
  '/office': { part: word, oy: year, ot: term, only: word, faculty: id, course: id, find: sought },
  '/singlewindow': { new: id, order: id },
  '/desk': {
    ...{ status: word, document: id, faculty: id, find: sought },
    ...{ old: flag, handed: flag, lying: flag, scan: flag, order: id },
  },
  '/changes': { part: word, kind: word, id, day, at: id },
  '/people': {
    ...{ find: sought, state: word, right: word, role: id, faculty: ids(maxFacultiesAtOnce), group: id },
    ...{ order: word, act: word },
  },
  '/data': { job: id, kind: word, state: word, table: word, by: text(120), from: day, until: day },
  '/recipes': { from: id },
  '/reports': { faculty: id, course: between(1, 6), group: id, teacher: id, period: word },
  '/audit': { kind: word, find: sought, who: sought, whose: sought, from: day, until: day, days: word, at: word },
  '/moderation': { state: word },
  '/profile': { at: word, linked: word },
  '/offline': { back: text(2000) },
} as const satisfies { readonly [address: `/${string}`]: { readonly [name: string]: Read<unknown> } };

/** An address whose pages take something of their own. */
export type PageAddress = keyof typeof pageSearch;

/** An address that may be one below a page's own: `/people/$id` takes what `/people` does. */
type PageOf<Address> = Address extends `${infer Page}/$${string}` ? PageOf<Page> : Address;

/** A page's own part behind the `?`. */
export type PageParams<Address> =
  PageOf<Address> extends infer Page extends PageAddress
    ? {
        readonly [name in keyof (typeof pageSearch)[Page]]?:
          | ((typeof pageSearch)[Page][name] extends Read<infer T> ? T : never)
          | undefined;
      }
    : { readonly [name in never]: never };

/** What is behind the `?` of the pages at an address. */
export type SearchParams<Address> = { readonly [name in keyof UrlSelection]: UrlSelection[name] } & PageParams<Address>;

/** What is behind the `?`, as it was typed. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** Reads a page's own part of what is behind the `?`; what makes no sense there is undefined. */
export function readPageParams<const Address extends string>(address: Address, search: RawSearch): PageParams<Address> {
  const [page = ''] = address.split('/$');
  const own: Readonly<Record<string, Read<unknown>>> = Object.hasOwn(pageSearch, page)
    ? pageSearch[page as PageAddress]
    : {};
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, read]) => (name in search ? [[name, read(search[name])]] : [])),
  ) as PageParams<Address>;
}

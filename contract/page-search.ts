import { type UrlSelection, wholeNumber } from './url-selection.ts';

type Read<T> = (value: unknown) => T | undefined;

/** Words as they stand; a number or a truth value that somebody typed as words comes as one. */
const text: Read<string> = (value) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value) || undefined
    : undefined;
const day: Read<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
const flag: Read<true> = (value) => value === true || undefined;
const id: Read<number> = (value) => {
  const number = wholeNumber(value);
  return number !== undefined && number > 0 ? number : undefined;
};
/** One of them or several. */
const ids: Read<readonly number[]> = (value) => {
  const read = [value].flat().flatMap((one) => id(one) ?? []);
  return read.length ? read : undefined;
};

/**
 * What the pages at an address of the portal take behind the `?` besides what is chosen of the teaching
 * (url-selection.ts), and how each value is read. An address that takes nothing of its own is not here.
 */
export const pageSearch = {
  '/news': { item: id },
  '/chat': { m: id, q: text },
  '/journal': { t: id, part: id, col: text, for: text, also: text },
  '/schedule': { day, view: text },
  // `add` asks for a new material: of this kind, or 0 of any.
  '/umk': { type: wholeNumber, teacher: wholeNumber, all: wholeNumber, read: id, page: id, q: text, add: wholeNumber },
  '/library': { q: text, cat: wholeNumber, read: text, page: id },
  '/registration': { ry: id, rs: id, rc: text, part: text },
  '/office': { part: text, oy: id, ot: id, only: text, faculty: id, course: id, find: text },
  '/singlewindow': { new: id, order: id },
  '/desk': {
    ...{ status: text, document: id, faculty: id, find: text },
    ...{ old: flag, handed: flag, lying: flag, scan: flag, order: id },
  },
  '/changes': { part: text, kind: text, id, day, at: id },
  '/people': {
    ...{ find: text, state: text, right: text, role: id, faculty: ids, group: id },
    ...{ order: text, act: text },
  },
  '/data': { job: id, kind: text, state: text, table: text, by: text, from: day, until: day },
  '/recipes': { from: id },
  '/reports': { faculty: id, course: id, group: id, teacher: id, period: text },
  '/audit': { kind: text, find: text, who: text, whose: text, from: day, until: day, days: text, at: text },
  '/moderation': { state: text },
  '/profile': { at: text, linked: text },
  '/offline': { back: text },
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

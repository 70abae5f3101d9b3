import type { RoomAddress, RoomPath } from '@bilim/contract/rooms.ts';
import { readUrlSelection, type UrlSelection } from '@bilim/contract/url-selection.ts';
import { rootRouteId, type SearchSchemaInput, useRouterState, useSearch } from '@tanstack/react-router';

/**
 * What the pages at an address of the portal take behind the `?` besides what is chosen of the teaching. One that takes
 * nothing of its own is not here.
 */
interface OwnNames {
  '/news': 'item';
  '/chat': 'm' | 'q';
  '/journal': 't' | 'part' | 'col' | 'for' | 'also';
  '/schedule': 'day' | 'view';
  '/umk': 'type' | 'teacher' | 'all' | 'read' | 'page' | 'q' | 'add';
  '/library': 'q' | 'cat' | 'read' | 'page';
  '/registration': 'ry' | 'rs' | 'rc' | 'part';
  '/office': 'part' | 'oy' | 'ot' | 'only' | 'faculty' | 'course' | 'find';
  '/singlewindow': 'new' | 'order';
  '/desk': 'status' | 'document' | 'faculty' | 'find' | 'old' | 'handed' | 'lying' | 'scan' | 'order';
  '/changes': 'part' | 'kind' | 'id' | 'day' | 'at';
  '/people': 'find' | 'state' | 'right' | 'role' | 'faculty' | 'group' | 'order' | 'act';
  '/data': 'job' | 'kind' | 'state' | 'table' | 'by' | 'from' | 'until';
  '/recipes': 'from';
  '/reports': 'faculty' | 'course' | 'group' | 'teacher' | 'period';
  '/audit': 'kind' | 'find' | 'who' | 'whose' | 'from' | 'until' | 'days' | 'at';
  '/moderation': 'state';
  '/profile': 'at' | 'linked';
  '/offline': 'back';
}

/** An address whose pages take something of their own. */
export type PageAddress = keyof OwnNames & (RoomPath | '/offline');

type OwnName<Address> = Address extends `${infer Page}/$${string}`
  ? OwnName<Page>
  : Address extends PageAddress
    ? OwnNames[Address]
    : never;

/** A page's own part behind the `?`. Anybody can write an address: the page checks each value that it reads. */
export type PageParams<Address> = { readonly [name in OwnName<Address>]?: unknown };

/** A link to a page of a room: its address, and what that takes behind the `?`. */
export type PageLink = {
  [Address in RoomAddress]: { readonly to: Address; readonly search?: SearchParams<Address> } & PathParams<Address>;
}[RoomAddress];
type PathParams<Address> = Address extends `${string}/$${infer Name}`
  ? { readonly params: { readonly [name in Name]: string } }
  : unknown;

/** What is chosen of the teaching: any page's address may say it, and the root reads it for all of them. */
type Selection = { readonly [name in keyof UrlSelection]: UrlSelection[name] };

/** What is behind the `?` of the pages at an address. */
export type SearchParams<Address> = Selection & PageParams<Address>;

/** Reads what is chosen, for the root of all routes; what makes no sense leaves the address, and pages' own names stay. */
export function readSelection(
  search: { readonly [name in keyof UrlSelection]?: unknown } & SearchSchemaInput,
): Selection {
  const { year, ws, d, sem, g, c, o } = readUrlSelection(search);
  return Object.fromEntries(Object.entries({ year, ws, d, sem, g, c, o }).filter(([name]) => name in search));
}

/** What is behind the `?` of the page that is open, one of those at this address. */
export function useSearchParams<Address extends PageAddress = never>(): SearchParams<Address> {
  const search = useSearch({ from: rootRouteId });
  return search as SearchParams<Address>;
}

/** What is chosen of the teaching, as the address says it. */
export function useUrlSelection(): UrlSelection {
  return readUrlSelection(useSearch({ from: rootRouteId }));
}

/** A part of the path of the page that is open, such as the id in `/d/29`; undefined: the address has none. */
export function usePathParam(name: 'id' | 'part' | 'number' | 'code'): string | undefined {
  return useRouterState({
    select: ({ matches }) =>
      (matches.at(-1)?.params as Readonly<Record<string, string | undefined>> | undefined)?.[name],
  });
}

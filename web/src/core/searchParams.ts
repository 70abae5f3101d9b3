import { type PageAddress, parsePageParams, type SearchParams } from '@bilim/contract/page-params.ts';
import type { RoomAddress } from '@bilim/contract/rooms.ts';
import { readUrlSelection, type UrlSelection } from '@bilim/contract/url-selection.ts';
import { rootRouteId, type SearchSchemaInput, useRouterState, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

/** A link to a page of a room: its address, and what that takes behind the `?`. */
export type PageLink = {
  [Address in RoomAddress]: { readonly to: Address; readonly search?: SearchParams<Address> } & PathParams<Address>;
}[RoomAddress];
type PathParams<Address> = Address extends `${string}/$${infer Name}`
  ? { readonly params: { readonly [name in Name]: string } }
  : unknown;

/** What is chosen of the teaching: any page's address may say it, and the root reads it for all of them. */
type Selection = { readonly [name in keyof UrlSelection]: UrlSelection[name] };

/** Reads what is chosen, for the root of all routes; what makes no sense leaves the address, and pages' own names stay. */
export function parseUrlSelection(
  search: { readonly [name in keyof UrlSelection]?: unknown } & SearchSchemaInput,
): Selection {
  const { year, ws, d, sem, g, c, o } = readUrlSelection(search);
  return Object.fromEntries(Object.entries({ year, ws, d, sem, g, c, o }).filter(([name]) => name in search));
}

/** What is behind the `?` of the page that is open, one of those at this address. */
export function useSearchParams<const Address extends PageAddress>(address: Address): SearchParams<Address> {
  const search = useSearch({ from: rootRouteId });
  return useMemo(() => ({ ...readUrlSelection(search), ...parsePageParams(address, search) }), [address, search]);
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

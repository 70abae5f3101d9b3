import { rootRouteId, useRouterState, useSearch } from '@tanstack/react-router';

/** Names of what may stand behind the `?` of an address of the portal. */
export type SearchName =
  // What is chosen of the teaching (contract/url-selection.ts), and the journal's own choice.
  | ('year' | 'ws' | 'd' | 'sem' | 'g' | 'c' | 'o' | 't' | 'part' | 'col' | 'for' | 'also')
  // Where one comes from or goes to, and what is opened there.
  | ('to' | 'way' | 'back' | 'at' | 'linked' | 'new' | 'item' | 'order' | 'id' | 'm' | 'job' | 'act' | 'add' | 'scan')
  // What a list is narrowed to.
  | ('q' | 'find' | 'cat' | 'kind' | 'state' | 'status' | 'document' | 'faculty' | 'course' | 'group' | 'teacher')
  | (
      | 'type'
      | 'all'
      | 'old'
      | 'handed'
      | 'lying'
      | 'permission'
      | 'table'
      | 'by'
      | 'only'
      | 'from'
      | 'until'
      | 'days'
      | 'period'
    )
  // What is read or looked at.
  | ('read' | 'page' | 'day' | 'view' | 'ry' | 'rs' | 'rc' | 'oy' | 'ot');

/** What stands behind the `?`. Anybody can write an address: a page checks each value that it reads. */
export type SearchParams = { readonly [name in SearchName]?: unknown };

/** What stands behind the `?` of the page that is open. */
export function useSearchParams(): SearchParams {
  return useSearch({ from: rootRouteId });
}

/** A part of the path of the page that is open, such as the id in `/d/29`; undefined: the address has none. */
export function usePathParam(name: 'id' | 'part' | 'number' | 'code'): string | undefined {
  return useRouterState({
    select: ({ matches }) =>
      (matches.at(-1)?.params as Readonly<Record<string, string | undefined>> | undefined)?.[name],
  });
}

import type { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { allRows, keepRowsInPlace } from './rows-in-place.ts';
import type { SearchOption, SearchOptionGroup } from './search-option.ts';

interface Input {
  groups: readonly SearchOptionGroup[];
  typed: string;
  /** Another one for each list in which the first row is highlighted though nobody typed. */
  listId: string;
  /** Whether something is searched: only then rows arrive after others. */
  isTyped: boolean;
}

/**
 * The groups as they are shown, and the row that is highlighted in them. Without a choice that is the first row; once
 * somebody goes through the rows by keys they stay where they are until the text or the list is another one.
 */
export function useHighlightedRow({ groups, typed, listId, isTyped }: Input): {
  shown: readonly SearchOptionGroup[];
  highlighted: { readonly current: SearchOption | undefined };
  onItemHighlighted: NonNullable<Autocomplete.Root.Props<SearchOption>['onItemHighlighted']>;
} {
  const highlighted = useRef<SearchOption>(undefined);
  const of = `${listId} ${typed}`;
  const [held, setHeld] = useState<{ of: string; groups: readonly SearchOptionGroup[] } | null>(null);
  const isHeld = isTyped && held?.of === of;
  const rows = isHeld ? keepRowsInPlace(held.groups, groups) : groups;
  const count = allRows(rows).length;
  // What has come behind the rows has its place now, too.
  useEffect(() => {
    if (isHeld && count > allRows(held.groups).length) setHeld({ of, groups: rows });
  });
  // The list goes back to its first row when one types, or when it was empty: for the eye it never is.
  const [listed, setListed] = useState(listId);
  useLayoutEffect(() => setListed(listId), [listId]);
  const shown = listed === listId ? rows : [];
  return {
    shown,
    highlighted,
    onItemHighlighted: (option, { reason }) => {
      highlighted.current = option;
      if (reason === 'keyboard') setHeld({ of, groups: rows });
    },
  };
}

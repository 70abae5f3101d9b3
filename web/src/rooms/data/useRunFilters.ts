import { importTableNames } from '@bilim/contract/data-limits.ts';
import type { PageParams } from '@bilim/contract/page-search.ts';
import { useNavigate } from '@tanstack/react-router';
import { useSearchParams } from '../../core/searchParams.ts';
import type { RunQuery } from './data.data.ts';

/** What a stored import is, and what has become of it, as the filters name it. */
export const runKinds = ['load', 'undo'] as const;
export const runStates = ['open', 'undone', 'shut'] as const;

const maxNameLength = 120;

/** Which stored imports the address asks for; what it says wrong is not asked. */
function wantedOf(search: PageParams<'/data'>): RunQuery {
  const oneOf = (name: keyof PageParams<'/data'>, words: readonly string[]) =>
    words.find((word) => word === search[name]);
  const { by, from, until } = search;
  const [kind, state, table] = [oneOf('kind', runKinds), oneOf('state', runStates), oneOf('table', importTableNames)];
  return {
    ...(kind && { kind }),
    ...(table && { table }),
    ...(by && by.length <= maxNameLength && { by }),
    ...(state && { state }),
    ...(from && { from }),
    ...(until && { until }),
  };
}

/** The filters of the history: they live in the address. */
export function useRunFilters(): { wanted: RunQuery; choose: (change: RunQuery) => void } {
  const search = useSearchParams('/data');
  const navigate = useNavigate();
  return {
    wanted: wantedOf(search),
    choose: (change) => void navigate({ to: '.', search: { ...search, ...change }, replace: true }),
  };
}

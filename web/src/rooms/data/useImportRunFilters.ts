import { importTableNames } from '@bilim/contract/data-limits.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { useNavigate } from '@tanstack/react-router';
import { useSearchParams } from '../../core/searchParams.ts';
import type { ImportRunQuery } from './data.data.ts';

/** Which stored imports the address asks for; what it says wrong is not asked. */
function wantedOf({ kind, state, table, by, from, until }: PageParams<'/data'>): ImportRunQuery {
  return {
    ...(kind && { kind }),
    ...(importTableNames.some((one) => one === table) && { table }),
    ...(by && { by }),
    ...(state && { state }),
    ...(from && { from }),
    ...(until && { until }),
  };
}

/** The filters of the history: they live in the address. */
export function useImportRunFilters(): { wanted: ImportRunQuery; choose: (change: PageParams<'/data'>) => void } {
  const search = useSearchParams('/data');
  const navigate = useNavigate();
  return {
    wanted: wantedOf(search),
    choose: (change) => void navigate({ to: '.', search: { ...search, ...change }, replace: true }),
  };
}

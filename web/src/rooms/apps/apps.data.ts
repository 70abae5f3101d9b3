import { apps } from '@bilim/contract/apps.ts';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../core/queries.ts';

/** The external links of the university, in its order. */
export function useLinks() {
  return useQuery(reading('apps', apps.links, {}));
}

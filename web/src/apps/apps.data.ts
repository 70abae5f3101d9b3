import { apps } from '@bilim/contract/apps.ts';
import { useQuery } from '@tanstack/react-query';
import { queryForCall } from '../core/queryClient.ts';

/** The external links of the university, in its order. */
export function useExternalLinks() {
  return useQuery(queryForCall('apps', apps.links, {}));
}

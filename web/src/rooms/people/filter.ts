import type { SearchParams } from '@bilim/contract/page-search.ts';
import { permissions } from '@bilim/contract/permissions.ts';
import type { PeopleFilter } from './people.data.ts';

/** What the list can be narrowed to, besides role, faculty, group and right. */
export const peopleStateFilters = [
  'working',
  'never',
  'blocked',
  'closed',
  'ending',
  'nogroup',
  'asked',
  'double',
] as const;

/** Which people the list shows, as the address says it. */
export function filterFromUrl(search: SearchParams<'/people'>): PeopleFilter {
  const { find, state, right: permission, role, group, faculty: faculties } = search;
  return {
    ...(find && { search: find }),
    ...((role === 1 || role === 2) && { role }),
    ...(faculties && { faculties: [...faculties] }),
    ...(search.order === 'last' && { descending: true }),
    ...(group && { id_group: group }),
    ...(state && peopleStateFilters.some((one) => one === state) && { state }),
    ...(permission && permissions.some((one) => one === permission) && { permission }),
  };
}

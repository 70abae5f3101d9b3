import type { SearchParams } from '@bilim/contract/page-params.ts';
import type { PeopleFilter } from './people.data.ts';

/** Which people the list shows, as the address says it. */
export function parsePeopleFilter(search: SearchParams<'/people'>): PeopleFilter {
  const { find, state, right: permission, role, group, faculty: faculties } = search;
  return {
    ...(find && { search: find }),
    ...(role && { role }),
    ...(faculties && { faculties: [...faculties] }),
    ...(search.order && { descending: true }),
    ...(group && { id_group: group }),
    ...(state && { state }),
    ...(permission && { permission }),
  };
}

import type { SearchParams } from '../../core/searchParams.ts';
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
  const word = (name: keyof SearchParams<'/people'>) => (typeof search[name] === 'string' && search[name]) || undefined;
  const number = (name: keyof SearchParams<'/people'>) =>
    (Number.isSafeInteger(Number(search[name])) && Number(search[name])) || undefined;
  const [find, state, permission] = [word('find'), word('state'), word('right')];
  const [role, group] = [number('role'), number('group')];
  const faculties = [search.faculty]
    .flat()
    .map(Number)
    .filter((one) => Number.isSafeInteger(one) && one > 0);
  return {
    ...(find && { search: find }),
    ...((role === 1 || role === 2) && { role }),
    ...(faculties.length > 0 && { faculties }),
    ...(search.order === 'last' && { descending: true }),
    ...(group && { id_group: group }),
    ...(state && peopleStateFilters.some((one) => one === state) && { state }),
    ...(permission && { permission }),
  };
}

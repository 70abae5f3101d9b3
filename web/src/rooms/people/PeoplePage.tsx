import { usePathParam } from '../../core/searchParams.ts';

import { PeopleList } from './PeopleList.tsx';
import { PersonPage } from './PersonPage.tsx';

/** Everybody with an account, or all about one of them. */
export default function PeoplePage() {
  const id = usePathParam('id');
  const person = Number(id);
  return Number.isSafeInteger(person) && person > 0 ? <PersonPage key={person} id={person} /> : <PeopleList />;
}

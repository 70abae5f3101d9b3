import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPopupOpen, useKeyPress } from '../../core/keys.ts';
import { numberFormat } from '../../core/numbers.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Page } from '../../kit/Page.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { AccountHistory } from './AccountHistory.tsx';
import { AccountMerges } from './AccountMerges.tsx';
import { DuplicateAccounts } from './DuplicateAccounts.tsx';
import { parsePeopleFilter } from './filter.ts';
import styles from './People.module.css';
import { PersonHeader } from './PersonHeader.tsx';
import { PersonDetails, PersonGroupsAndPosts, PersonSessions, PersonSignInMethods } from './PersonPageSections.tsx';
import { PersonPermissions } from './PersonPermissions.tsx';
import { usePeopleList, usePerson } from './people.data.ts';
import { useRecentPeople } from './recent-people.ts';

/** Which of the people found this is, where the page was opened from the list; that may have more pages. */
function usePlaceInList(id: number): string | null {
  const { t } = useTranslation('people');
  const wanted = parsePeopleFilter(useSearchParams('/people'));
  const list = usePeopleList(wanted, Object.keys(wanted).length > 0);
  const rows = list.data?.pages.flat() ?? [];
  const place = rows.findIndex((one) => one.id_person === id) + 1;
  if (!place) return null;
  const count = `${numberFormat().format(rows.length)}${list.hasNextPage ? '+' : ''}`;
  return wanted.search ? t('placeOfSearch', { place, count, search: wanted.search }) : t('placeOf', { place, count });
}

/** All about one account, what was done with it, and what can be done. */
export function PersonPage({ id }: { id: number }) {
  const { t } = useTranslation('people');
  const { data, error, isPending, refetch } = usePerson(id);
  const [person] = data ?? [];
  const navigate = useNavigate();
  const { act: _, ...listSearch } = useSearchParams('/people');
  const place = usePlaceInList(id);
  const { mobile } = useAtom(screenState);
  const { add } = useRecentPeople();
  const remembered = useEffectEvent(add);
  const isKnown = Boolean(person);
  useEffect(() => {
    if (isKnown) remembered(id);
  }, [id, isKnown]);
  useKeyPress('Escape', () => {
    // What closes by this press is still on the page.
    if (!isPopupOpen()) void navigate({ to: '/people', search: listSearch });
  });
  return (
    <Page
      title={person?.fio ?? t('title')}
      heading={person && <span translate="no">{person.fio}</span>}
      above={!mobile && person ? t('title') : undefined}
      fromRoom="/people"
      roomSearch={listSearch}
      whole
      inlineFact
      fact={place && <p>{place}</p>}
    >
      {isPending && (
        <Skeleton className={styles.skeleton}>
          <SkeletonBar className={styles.headSkeleton} />
          <SkeletonBar className={styles.headSkeleton} />
        </Skeleton>
      )}
      {!person && error && <LoadFailure title={t('personFailed')} failure={error} onRetry={() => void refetch()} />}
      {person && (
        <div className={styles.stack}>
          <PersonHeader of={person} titled={!mobile} />
          <div className={styles.cards}>
            <div className={styles.stack}>
              <PersonDetails of={person} />
              <PersonGroupsAndPosts of={person} />
              <PersonSignInMethods of={person} />
            </div>
            <div className={styles.stack}>
              <PersonPermissions of={person} />
              <PersonSessions of={person} />
              <DuplicateAccounts of={person} />
              <AccountMerges of={person} />
            </div>
            <AccountHistory id={id} />
          </div>
        </div>
      )}
    </Page>
  );
}

import arrowDown from 'icon:arrow-down';
import arrowUp from 'icon:arrow-up';
import caretRight from 'icon:caret-right-bold';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { HighlightedWords } from '../../kit/HighlightedMatch.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { KeyHints } from '../../kit/KeyHints.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import styles from './People.module.css';
import results from './PeopleResults.module.css';
import { PersonSheet } from './PersonSheet.tsx';
import { type PeopleFilter, type PersonSummary, usePeopleList } from './people.data.ts';
import { useRecentPeople } from './recent-people.ts';
import { usePermissionName } from './texts.ts';

/** The list while it is on its way. */
export function PeopleSkeleton() {
  return (
    <Skeleton className={styles.skeleton}>
      {[1, 2, 3, 4, 5].map((place) => (
        <SkeletonBar key={place} className={styles.skeletonBar} />
      ))}
    </Skeleton>
  );
}

/** The people found: a table, on a phone rows that open a sheet with the usual actions. */
export function PeopleResults({ wanted }: { wanted: PeopleFilter }) {
  const { t } = useTranslation('people');
  const { mobile } = useAtom(screenState);
  const list = usePeopleList(wanted);
  const rows = list.data?.pages.flat() ?? [];
  if (list.isPending) return <PeopleSkeleton />;
  if (!list.data)
    return list.error && <LoadFailure title={t('failed')} failure={list.error} onRetry={() => void list.refetch()} />;
  if (!rows.length) return <EmptyState title={wanted.search ? t('noneOf', { search: wanted.search }) : t('none')} />;
  return (
    <>
      {mobile ? <Rows rows={rows} search={wanted.search ?? ''} /> : <Table rows={rows} search={wanted.search ?? ''} />}
      {list.hasNextPage && <LoadMoreButton list={list} label={t('more')} failed={t('failed')} />}
      <p className={styles.tip}>
        {wanted.search && !list.hasNextPage && `${t('people', { count: rows.length, said: rows.length })}. `}
        {t('letters')}
      </p>
      <KeyHints
        keys={[
          [['/'], t('keys.search')],
          [['J', 'K'], t('keys.move')],
          [['Enter'], t('keys.open')],
          [['P'], t('keys.password')],
        ]}
      />
    </>
  );
}

function Rows({ rows, search }: { rows: readonly PersonSummary[]; search: string }) {
  const { t } = useTranslation('people');
  const [shown, setShown] = useState<PersonSummary | null>(null);
  const { add } = useRecentPeople();
  const open = (one: PersonSummary) => {
    add(one.id_person);
    setShown(one);
  };
  return (
    <>
      <ul className={classNames(card.card, styles.rows)} aria-label={t('title')}>
        {rows.map((one) => (
          <li key={one.id_person}>
            <button type="button" data-person={one.id_person} onClick={() => open(one)}>
              <Avatar id={one.id_person} fullName={one.fio} />
              <span className={styles.rowWords}>
                <b translate="no">
                  <HighlightedWords text={one.fio} marks={search} />
                </b>
                <small>
                  <span translate="no">
                    {[one.place, hintBeyond(one)].filter(Boolean).map((words) => `${words}\u00a0· `)}
                  </span>
                  {(one.role === 2 || !one.place) && `${t(`roleInTable.${one.role === 1 ? 1 : 2}`)} · `}
                  <LastSeen of={one} />
                </small>
              </span>
              <Icon of={caretRight} size="xs" />
            </button>
          </li>
        ))}
      </ul>
      <PersonSheet of={shown} onClose={() => setShown(null)} />
    </>
  );
}

/** When somebody was here last; who cannot come in has the state instead. */
function LastSeen({ of: { state, seen } }: { of: PersonSummary }) {
  const { t } = useTranslation('people');
  if (state === 'blocked' || state === 'closed') return <AccountStatusBadge state={state} />;
  return seen ? <Time at={seen} form="item" /> : t('notSeen');
}

function Table({ rows, search }: { rows: readonly PersonSummary[]; search: string }) {
  const { t } = useTranslation('people');
  const order = useSearchParams('/people').order === 'last' ? 'descending' : 'ascending';
  const rights = usePermissionName();
  return (
    <div className={classNames(card.card, styles.scroll)}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(['person', 'place', 'roleAndRights', 'seen', 'stateIs'] as const).map((name) => (
              <th key={name} scope="col" aria-sort={name === 'person' ? order : undefined}>
                {name === 'person' ? <SortButton /> : t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id_person}>
              <th scope="row">
                <span className={styles.who}>
                  <Avatar id={one.id_person} fullName={one.fio} size="xs" />
                  <Name of={one} search={search} />
                </span>
              </th>
              <td translate="no">
                {one.place ?? '–'}
                {one.under && (
                  <small className={results.under} title={one.under}>
                    {one.under}
                  </small>
                )}
                {hintBeyond(one) && <small>{hintBeyond(one)}</small>}
              </td>
              <td>
                {t(`roleInTable.${one.role === 1 ? 1 : 2}`)}
                <small>
                  <span className={results.rights} title={one.permissions.map(rights).join(', ')}>
                    {one.permissions.map(rights).join(', ')}
                  </span>
                </small>
              </td>
              <td className={styles.seen}>{one.seen ? <Time at={one.seen} form="item" /> : t('notSeen')}</td>
              <td>
                <AccountStatusBadge state={one.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The head of the names; a press turns their order round. */
function SortButton() {
  const { t } = useTranslation('people');
  const search = useSearchParams('/people');
  const navigate = useNavigate();
  const isDescending = search.order === 'last';
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() =>
        void navigate({ to: '.', search: { ...search, order: isDescending ? undefined : 'last' }, replace: true })
      }
    >
      {t('person')}
      <Icon of={isDescending ? arrowUp : arrowDown} size="xs" />
    </button>
  );
}

/** What distinguishes namesakes, without what the row says anyway. */
function hintBeyond({ place, under, apart = '' }: PersonSummary): string {
  const isRepeated = (word: string | null) => word !== null && (apart === word || apart.startsWith(`${word}, `));
  const repeated = [under, place].find(isRepeated);
  return repeated
    ? hintBeyond({ place, under, apart: apart.slice(repeated.length).replace(/^, /, '') } as PersonSummary)
    : apart;
}

function Name({ of: { id_person, fio }, search }: { of: PersonSummary; search: string }) {
  const filters = useSearchParams('/people');
  return (
    <Link
      to="/people/$id"
      params={{ id: String(id_person) }}
      search={filters}
      className={styles.name}
      translate="no"
      data-person={id_person}
      title={fio}
    >
      <span>
        <HighlightedWords text={fio} marks={search} />
      </span>
    </Link>
  );
}

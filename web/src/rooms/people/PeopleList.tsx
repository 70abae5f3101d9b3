import plus from 'icon:plus';
import { permissions } from '@bilim/contract/permissions.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { useKeyPress } from '../../core/keys.ts';
import { numberFormat } from '../../core/numbers.ts';
import { online } from '../../core/online.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { FilterChips, SelectChip } from '../../kit/FilterChip.tsx';
import { KeyHints } from '../../kit/KeyHints.tsx';
import { MarkedWords } from '../../kit/Marked.tsx';
import { MoreButton } from '../../kit/MoreButton.tsx';
import { Page } from '../../kit/Page.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { AddPerson } from './AddPerson.tsx';
import { AskingPeople, Attention } from './Attention.tsx';
import styles from './People.module.css';
import {
  type PeopleFigures,
  type PeopleFilter,
  type PersonSummary,
  usePeopleFigures,
  usePeopleList,
  useTransferGroups,
} from './people.data.ts';
import { StateWord } from './StateWord.tsx';
import { useRightNames } from './words.ts';

const states = ['working', 'never', 'blocked', 'closed', 'ending', 'nogroup', 'asked', 'double'] as const;

/** What is looked for, as the address says it. */
function wantedOf(search: Record<string, unknown>): PeopleFilter {
  const word = (name: string) => (typeof search[name] === 'string' && search[name]) || undefined;
  const number = (name: string) => (Number.isSafeInteger(Number(search[name])) && Number(search[name])) || undefined;
  const [find, state, permission] = [word('find'), word('state'), word('right')];
  const [role, faculty, group] = [number('role'), number('faculty'), number('group')];
  return {
    ...(find && { search: find }),
    ...((role === 1 || role === 2) && { role }),
    ...(faculty && { id_faculty: faculty }),
    ...(group && { id_group: group }),
    ...(state && states.some((one) => one === state) && { state }),
    ...(permission && { permission }),
  };
}

/** Finds anybody, and shows who asks for attention. */
export function PeopleList() {
  const { t } = useTranslation('people');
  const { mobile } = useAtom(screenState);
  const connected = useAtom(online);
  const search = useSearchParams();
  const navigate = useNavigate();
  const figures = usePeopleFigures();
  const [adding, setAdding] = useState(false);
  const [about] = figures.data ?? [];
  const wanted = wantedOf(search);
  const main = useRef<HTMLDivElement>(null);
  useListKeys(main);
  const choose = (change: Record<string, unknown>) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true });
  const chooseAsking = (change: Record<string, unknown>) => choose({ find: undefined, ...change });
  // Below a list that nobody has narrowed yet a telephone would show what waits after its last row.
  const isUnwanted = Object.values(wanted).every((one) => one === undefined || one === '');
  const isEverywhere = about?.mayGive.some((one) => one.permission === 'accounts' && !one.faculties);
  return (
    <Page
      title={t('title')}
      fromApps
      whole
      beside
      fact={
        about && (
          <p className={styles.fact}>
            {t('people', { count: about.people, said: numberFormat().format(about.people) })}
          </p>
        )
      }
      action={
        isEverywhere &&
        (mobile ? (
          <IconButton icon={plus} label={t('add')} disabled={!connected} onClick={() => setAdding(true)} />
        ) : (
          <Button look="primary" icon={plus} disabled={!connected} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        ))
      }
    >
      <div className={styles.columns}>
        <div className={styles.main} ref={main}>
          <SearchField
            label={t('find')}
            value={wanted.search ?? ''}
            focused={!mobile}
            onSearch={(find) => choose({ find: find || undefined })}
          />
          <Filters wanted={wanted} faculties={about?.faculties ?? []} choose={choose} />
          {mobile && about && isUnwanted && (
            <div className={styles.side}>
              <AskingPeople of={about} onChoose={chooseAsking} onlySome />
            </div>
          )}
          {mobile && isUnwanted && figures.isPending ? <Bones /> : <Found wanted={wanted} />}
        </div>
        {about && <Attention of={about} onChoose={chooseAsking} />}
      </div>
      <AddPerson open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

/** J and K, or the arrows from the search, go along the names; P gives the person with the focus a new password. */
function useListKeys(list: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  const step = (by: number) => {
    const names = [...(list.current?.querySelectorAll<HTMLElement>('[data-person]') ?? [])];
    const place = names.indexOf(document.activeElement as HTMLElement);
    names[Math.min(Math.max(place + by, 0), names.length - 1)]?.focus();
  };
  useKeyPress('KeyJ', () => step(1));
  useKeyPress('KeyK', () => step(-1));
  useKeyPress('KeyP', () => {
    const { person } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    if (person) void navigate({ to: '/people/$id', params: { id: person }, search: { act: 'password' } });
  });
  const onArrow = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    const isFromSearch = target instanceof HTMLInputElement && target.type === 'search' && key === 'ArrowDown';
    const isFromName = target instanceof HTMLElement && target.dataset.person && /^Arrow(Down|Up)$/.test(key);
    if (!isFromSearch && !isFromName) return;
    event.preventDefault();
    step(key === 'ArrowDown' ? 1 : -1);
  });
  useEffect(() => {
    const { current } = list;
    const listen = (event: KeyboardEvent) => onArrow(event);
    current?.addEventListener('keydown', listen);
    return () => current?.removeEventListener('keydown', listen);
  }, [list]);
}

interface FiltersProps {
  wanted: PeopleFilter;
  faculties: PeopleFigures['faculties'];
  choose: (change: Record<string, unknown>) => void;
}

/** What the list is narrowed by. */
function Filters({ wanted, faculties, choose }: FiltersProps) {
  const { t } = useTranslation('people');
  const groups = useTransferGroups().data ?? [];
  const rights = useRightNames();
  const roles = ([1, 2] as const).map((id) => ({ id: id as number, name: t(`role.${id}`) }));
  return (
    <FilterChips>
      <SelectChip
        label={t('roleIs')}
        all={t('every.role')}
        choices={roles}
        value={wanted.role}
        onChoose={(role) => choose({ role })}
      />
      <SelectChip
        translate="no"
        label={t('faculty')}
        all={t('every.faculty')}
        choices={faculties.map((one) => ({ id: one.id_faculty, name: one.name }))}
        value={wanted.id_faculty}
        onChoose={(faculty) => choose({ faculty, group: undefined })}
      />
      <SelectChip
        translate="no"
        label={t('group')}
        all={t('every.group')}
        choices={groups
          .filter(({ id_faculty }) => !wanted.id_faculty || id_faculty === wanted.id_faculty)
          .map((one) => ({ id: one.id_group, name: one.name }))}
        value={wanted.id_group}
        onChoose={(group) => choose({ group })}
      />
      <SelectChip
        label={t('stateIs')}
        all={t('every.state')}
        choices={states.map((id) => ({ id: id as string, name: t(`state.${id}`) }))}
        value={wanted.state}
        onChoose={(state) => choose({ state })}
      />
      <SelectChip
        label={t('rightIs')}
        all={t('every.right')}
        choices={permissions.map((id) => ({ id: id as string, name: rights(id) }))}
        value={wanted.permission}
        onChoose={(right) => choose({ right })}
      />
    </FilterChips>
  );
}

function Bones() {
  return (
    <Skeleton className={styles.bones}>
      {[1, 2, 3, 4, 5].map((place) => (
        <SkeletonBar key={place} className={styles.bone} />
      ))}
    </Skeleton>
  );
}

function Found({ wanted }: { wanted: PeopleFilter }) {
  const { t } = useTranslation('people');
  const { mobile } = useAtom(screenState);
  const list = usePeopleList(wanted);
  const rows = list.data?.pages.flat() ?? [];
  if (list.isPending) return <Bones />;
  if (!list.data)
    return list.error && <LoadFailure title={t('failed')} failure={list.error} onRetry={() => void list.refetch()} />;
  if (!rows.length) return <EmptyState title={wanted.search ? t('noneOf', { search: wanted.search }) : t('none')} />;
  return (
    <>
      {mobile ? (
        <ul className={classes(card.card, styles.rows)} aria-label={t('title')}>
          {rows.map((one) => (
            <li key={one.id_person}>
              <Avatar id={one.id_person} fullName={one.fio} />
              <div>
                <Name of={one} search={wanted.search ?? ''} />
                <p>
                  {one.place && <span translate="no">{one.place} · </span>}
                  {t(`role.${one.role === 1 ? 1 : 2}`)} · <StateWord state={one.state} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <Table rows={rows} search={wanted.search ?? ''} />
      )}
      {list.hasNextPage && <MoreButton list={list} label={t('more')} failed={t('failed')} />}
      <p className={styles.tip}>{t('letters')}</p>
      <KeyHints
        keys={[
          [['J', 'K'], t('keys.move')],
          [['Enter'], t('keys.open')],
          [['P'], t('keys.password')],
        ]}
      />
    </>
  );
}

function Table({ rows, search }: { rows: readonly PersonSummary[]; search: string }) {
  const { t } = useTranslation('people');
  const rights = useRightNames();
  return (
    <div className={classes(card.card, styles.scroll)}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(['person', 'place', 'roleAndRights', 'seen', 'stateIs'] as const).map((name) => (
              <th key={name} scope="col">
                {t(name)}
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
                <small>{one.under}</small>
              </td>
              <td>
                {t(`role.${one.role === 1 ? 1 : 2}`)}
                <small>{one.permissions.map(rights).join(', ')}</small>
              </td>
              <td>{one.seen ? <Time at={one.seen} form="list" /> : t('notSeen')}</td>
              <td>
                <StateWord state={one.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Name({ of: { id_person, fio }, search }: { of: PersonSummary; search: string }) {
  return (
    <Link
      to="/people/$id"
      params={{ id: String(id_person) }}
      className={styles.name}
      translate="no"
      data-person={id_person}
      title={fio}
    >
      <span>
        <MarkedWords text={fio} marks={search} />
      </span>
    </Link>
  );
}

import plus from 'icon:plus';
import scan from 'icon:scan';
import { peopleStateFilters } from '@bilim/contract/page-options.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { permissions } from '@bilim/contract/permissions.ts';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { useKeyPress } from '../../core/keys.ts';
import { numberFormat } from '../../core/numbers.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { FilterChips, MultiSelectChip, SelectChip } from '../../kit/FilterChip.tsx';
import { Page } from '../../kit/Page.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { isCodeScanSupported } from '../../kit/useCodeScanner.ts';
import { AddPersonDialog } from './AddPersonDialog.tsx';
import { AttentionCards, PeopleNeedingAttention } from './AttentionCards.tsx';
import { parsePeopleFilter } from './filter.ts';
import styles from './People.module.css';
import { PeopleResults, PeopleSkeleton } from './PeopleResults.tsx';
import { type PeopleCounts, type PeopleFilter, usePeopleCounts, useTransferGroups } from './people.data.ts';
import { RecentPeople } from './RecentPeople.tsx';
import { StudentCardScanner } from './StudentCardScanner.tsx';
import { usePermissionName } from './texts.ts';

/** As many characters as the call takes. */
const longestSearch = 100;

/** Finds anybody, and shows who asks for attention. */
export function PeopleList() {
  const { t } = useTranslation('people');
  const { mobile } = useAtom(screenState);
  const search = useSearchParams('/people');
  const navigate = useNavigate();
  const figures = usePeopleCounts();
  const [adding, setAdding] = useState(false);
  const [scanning, setScanning] = useState(false);
  const [about] = figures.data ?? [];
  const wanted = parsePeopleFilter(search);
  const main = useRef<HTMLDivElement>(null);
  useListKeys(main);
  const choose = (change: PageParams<'/people'>) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true });
  const chooseAsking = (change: PageParams<'/people'>) => choose({ find: undefined, ...change });
  // Below a list that nobody has narrowed yet a telephone would show what waits after its last row.
  const { descending: _, ...narrowing } = wanted;
  const isUnwanted = Object.keys(narrowing).length === 0;
  const isEverywhere = about?.mayGive.some((one) => one.permission === 'accounts' && !one.faculties);
  return (
    <Page
      title={t('title')}
      fromApps
      whole
      inlineFact
      fact={
        about &&
        isUnwanted && (
          <p className={styles.fact}>
            {t('people', { count: about.people, said: numberFormat().format(about.people) })}
          </p>
        )
      }
      action={
        <>
          {mobile && isCodeScanSupported() && (
            <IconButton icon={scan} label={t('scan.title')} onClick={() => setScanning(true)} />
          )}
          {mobile && isEverywhere && <AddButton onClick={() => setAdding(true)} />}
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.main} ref={main} data-slash>
          <SearchField
            label={t('find')}
            value={wanted.search ?? ''}
            focused={!mobile}
            onSearch={(find) => choose({ find: find || undefined })}
          />
          <Filters wanted={wanted} faculties={about?.faculties ?? []} choose={choose} />
          {mobile && about && isUnwanted && (
            <div className={styles.side}>
              <PeopleNeedingAttention of={about} onChoose={chooseAsking} onlySome />
            </div>
          )}
          {isUnwanted && <RecentPeople />}
          {mobile && isUnwanted && figures.isPending ? <PeopleSkeleton /> : <PeopleResults wanted={wanted} />}
        </div>
        {about && (
          <AttentionCards of={about} onChoose={chooseAsking}>
            {!mobile && isEverywhere && <AddButton onClick={() => setAdding(true)} />}
          </AttentionCards>
        )}
      </div>
      <StudentCardScanner
        open={scanning}
        onClose={() => setScanning(false)}
        onNumber={(number) => {
          setScanning(false);
          choose({ find: number.slice(0, longestSearch) });
        }}
      />
      <AddPersonDialog open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('people');
  const { mobile } = useAtom(screenState);
  const connected = useAtom(isPortalReachable);
  return mobile ? (
    <IconButton icon={plus} label={t('add')} disabled={!connected} onClick={onClick} />
  ) : (
    <Button look="primary" icon={plus} disabled={!connected} onClick={onClick}>
      {t('add')}
    </Button>
  );
}

/** The slash searches; J and K, or the arrows from the search, go along the names; P gives the person with the focus a new password. */
function useListKeys(list: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  const search = useSearchParams('/people');
  useKeyPress('Slash', () => list.current?.querySelector<HTMLElement>('[type=search]')?.focus());
  const step = (by: number) => {
    const names = [...(list.current?.querySelectorAll<HTMLElement>('[data-person]') ?? [])];
    const place = names.indexOf(document.activeElement as HTMLElement);
    names[Math.min(Math.max(place + by, 0), names.length - 1)]?.focus();
  };
  useKeyPress('KeyJ', () => step(1));
  useKeyPress('KeyK', () => step(-1));
  useKeyPress('KeyP', () => {
    const { person } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    if (person) void navigate({ to: '/people/$id', params: { id: person }, search: { ...search, act: 'password' } });
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
  faculties: PeopleCounts['faculties'];
  choose: (change: PageParams<'/people'>) => void;
}

/** What the list is narrowed by. */
function Filters({ wanted, faculties, choose }: FiltersProps) {
  const { t } = useTranslation('people');
  const groups = useTransferGroups().data ?? [];
  const rights = usePermissionName();
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
      <MultiSelectChip
        translate="no"
        label={t('faculty')}
        all={t('every.faculty')}
        choices={faculties.map((one) => ({ id: one.id_faculty, name: one.name }))}
        values={wanted.faculties ?? []}
        onChoose={(chosen) => choose({ faculty: chosen.length ? chosen : undefined, group: undefined })}
      />
      <SelectChip
        translate="no"
        label={t('group')}
        all={t('every.group')}
        choices={groups
          .filter(({ id_faculty }) => !wanted.faculties || wanted.faculties.includes(id_faculty))
          .map((one) => ({ id: one.id_group, name: one.name }))}
        value={wanted.id_group}
        onChoose={(group) => choose({ group })}
      />
      <SelectChip
        label={t('stateIs')}
        all={t('every.state')}
        choices={peopleStateFilters.map((id) => ({ id, name: t(`state.${id}`) }))}
        value={wanted.state}
        onChoose={(state) => choose({ state })}
      />
      <SelectChip
        label={t('rightIs')}
        all={t('every.right')}
        choices={permissions.map((id) => ({ id, name: rights(id) }))}
        value={wanted.permission}
        onChoose={(right) => choose({ right })}
      />
    </FilterChips>
  );
}

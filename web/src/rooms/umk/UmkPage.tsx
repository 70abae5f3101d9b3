import plus from 'icon:plus-bold';
import { parseRole } from '@bilim/contract/access.ts';
import { bookLimits } from '@bilim/contract/book-limits.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { selectionUpdates } from '@bilim/contract/url-selection.ts';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { type CascadingSelection, useCascadingSelection } from '../../disciplines/cascade.data.ts';
import { DisciplineBar } from '../../disciplines/DisciplineBar.tsx';
import { DisciplineLink } from '../../disciplines/DisciplineLink.tsx';
import { semesterName } from '../../disciplines/SemesterAndGroupFilter.tsx';
import { wordsToHighlight } from '../../kit/BookSearchList.tsx';
import { Button } from '../../kit/Button.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { MissingUniversityMessage, useIsUniversityMissing } from '../../kit/MissingUniversityMessage.tsx';
import { Page } from '../../kit/Page.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { KindChips, MaterialList, MaterialListSkeleton } from '../../materials/MaterialList.tsx';
import {
  chosenMaterialSet,
  type Material,
  type MaterialSetKey,
  useMaterialKinds,
  useMaterials,
} from '../../materials/materials.data.ts';
import { CopyMaterials } from './CopyMaterials.tsx';
import { MaterialActions } from './MaterialActions.tsx';
import { MaterialDrawer } from './MaterialDrawer.tsx';
import { MaterialReader } from './MaterialReader.tsx';
import { MaterialSearchResults } from './MaterialSearchResults.tsx';
import { MissingMaterials } from './MissingMaterials.tsx';
import styles from './Umk.module.css';
import { useMaterialSearch, useUploadObstacle } from './umk.data.ts';

/** What the page adds to the chosen discipline in the address. */
type Narrowed = PageParams<'/umk'>;

type ChangeSelection = (next: Narrowed, replace?: boolean) => void;

/** What the drawer is about: one material, or a new one of a kind. */
interface DrawerTarget {
  material: Material | null;
  type: number | null;
}

/** The teaching materials of a discipline, newest first. */
export default function UmkPage() {
  const { t } = useTranslation('umk');
  const isEmpty = useIsUniversityMissing();
  if (isEmpty)
    return <MissingUniversityMessage title={t('title')} sentence={t('noUniversity')} load={t('loadTables')} />;
  return <Materials />;
}

function Materials() {
  const { t } = useTranslation('umk');
  const { mobile } = useAtom(screenState);
  const { user } = useAtom(session);
  const teacher = parseRole(user?.role) === 1;
  const cascade = useCascadingSelection();
  const { search, go } = useNarrowed();
  const { text, searching, found } = useSearching(search);
  const set = chosenMaterialSet(cascade);
  const materials = useMaterials(set, search.all === 1);
  const closed = useUploadObstacle(teacher ? set : null);
  const [drawer, setDrawer] = useDrawer(teacher && closed === null, search, go);
  const [taking, setTaking] = useState(false);
  const list = materials.data ?? [];
  const reading = [...list, ...(found.data ?? [])].find((one) => one.id_books === search.read) ?? null;

  return (
    <Page
      title={t('title')}
      fromApps
      fact={!mobile && cascade.discipline && <Named of={cascade.discipline} />}
      action={
        teacher &&
        set &&
        closed === null && <AddButton onAdd={() => setDrawer({ material: null, type: search.type ?? null })} />
      }
      head={mobile && <ChosenDiscipline cascade={cascade} />}
    >
      <SearchField
        label={t('search')}
        value={text}
        maxLength={bookLimits.search}
        onSearch={(next) => go({ q: next || undefined }, true)}
      />
      {searching ? (
        <MaterialSearchResults
          found={found}
          text={text.trim()}
          onOpen={(id, page) => go({ read: id, page: page ?? undefined })}
        />
      ) : (
        <SetOfMaterials
          cascade={cascade}
          set={set}
          teacher={teacher}
          closed={closed}
          search={search}
          go={go}
          materials={materials}
          onEdit={setDrawer}
          onTake={() => setTaking(true)}
        />
      )}
      {set && drawer && (
        <MaterialDrawer
          set={set}
          year={cascade.year ?? 0}
          discipline={cascade.discipline?.discipline ?? ''}
          material={drawer.material}
          type={drawer.type}
          closed={closed}
          onClose={() => setDrawer(null)}
        />
      )}
      {set && taking && <CopyMaterials set={set} year={cascade.year ?? 0} onClose={() => setTaking(false)} />}
      {reading && (
        <MaterialReader
          material={reading}
          page={search.page ?? null}
          words={
            searching ? wordsToHighlight(found.data?.find((one) => one.id_books === search.read) ?? null, text) : []
          }
          onClose={() => go({ read: undefined, page: undefined })}
        />
      )}
    </Page>
  );
}

/** «Дисциплина · 5-й семестр», and of one that is chosen freely, whose semester has a name: «Дисциплина · осенний семестр». */
const semesterLine = (t: TFunction<'umk'>, label: string): string =>
  /^\d*$/.test(label)
    ? t('disciplineOf', { semester: label && semesterName(t, label) })
    : t('disciplineOfTerm', { term: label });

/** On the phone: the chosen discipline, and the way to choose another. */
function ChosenDiscipline({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('umk');
  return (
    <DisciplineBar
      cascade={cascade}
      line={semesterLine(t, cascade.semester?.p43 ?? '')}
      none={t('chooseDiscipline')}
      title={t('chooseDiscipline')}
    />
  );
}

/** The discipline, on the way to its own page. */
function Named({ of }: { of: NonNullable<CascadingSelection['discipline']> }) {
  return (
    <p>
      <DisciplineLink of={of}>{of.discipline}</DisciplineLink>
    </p>
  );
}

/** What the address narrows the list to, and a way to change it. */
function useNarrowed(): { search: Narrowed; go: ChangeSelection } {
  const search = useSearchParams('/umk');
  const navigate = useNavigate();
  return {
    search,
    go: (next, replace = false) => void navigate({ to: '.', search: (now) => ({ ...now, ...next }), replace }),
  };
}

/** What is searched by the address, whether it is long enough, and what was found. */
function useSearching({ q }: Narrowed) {
  const text = q ?? '';
  const words = text.trim();
  return { text, searching: [...words].length >= 2, found: useMaterialSearch(words) };
}

/** What the drawer is about: what was pressed, or the new material that the address asks for. */
function useDrawer(mayAdd: boolean, { add }: Narrowed, go: ChangeSelection) {
  const [drawer, setDrawer] = useState<DrawerTarget | null>(null);
  const isAsked = mayAdd && add !== undefined;
  const begin = useEffectEvent(() => {
    setDrawer({ material: null, type: add || null });
    go({ add: undefined }, true);
  });
  useEffect(() => {
    if (isAsked) begin();
  }, [isAsked]);
  // Open only when the address asks no more: a step back closes the drawer and must not ask again.
  return [add === undefined ? drawer : null, setDrawer] as const;
}

/** Begins a new material. */
function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('umk');
  const { mobile } = useAtom(screenState);
  const connected = useAtom(isPortalReachable);
  return (
    <Button look="primary" icon={plus} disabled={!connected} aria-label={t('add')} onClick={onAdd}>
      {t(mobile ? 'addShort' : 'add')}
    </Button>
  );
}

interface SetProps {
  cascade: CascadingSelection;
  set: MaterialSetKey | null;
  teacher: boolean;
  /** Why nothing may be handed in; null while it may. */
  closed: string | null;
  search: Narrowed;
  go: ChangeSelection;
  materials: ReturnType<typeof useMaterials>;
  onEdit: (what: DrawerTarget) => void;
  onTake: () => void;
}

/** The materials of the chosen discipline: filters, rows, and for teachers what is missing. */
function SetOfMaterials({ cascade, set, teacher, closed, search, go, materials, onEdit, onTake }: SetProps) {
  const connected = useAtom(isPortalReachable);
  const kinds = useMaterialKinds();
  const isAwaited = teacher && kinds.data === undefined && kinds.failureCount === 0;
  const list = materials.data ?? [];
  const shown = list.filter(
    (one) =>
      (search.type === undefined || one.id_typeUmk === search.type) &&
      (search.teacher === undefined || one.id_teacher === search.teacher),
  );
  const known = cascade.discipline ? cascade.semesters : cascade.disciplines;
  const isKnown = known.isError || (cascade.discipline ? known.data !== undefined : known.data?.length === 0);
  const [wasKnown, setWasKnown] = useState(isKnown);
  if (isKnown && !wasKnown) setWasKnown(true);
  // What is above the rows is as high as these answers say: before them nothing is there that it could move.
  if (!isKnown && !wasKnown) return <MaterialListSkeleton />;
  return (
    <>
      <Filters cascade={cascade} teacher={teacher} list={list} search={search} go={go} />
      {closed !== null && (
        <div className={styles.closed}>
          <InlineAlert tone="warm">{closed}</InlineAlert>
        </div>
      )}
      {teacher && set && materials.data && (
        <MissingMaterials
          list={list}
          closed={closed !== null}
          onAdd={(type) => onEdit({ material: null, type })}
          onTake={onTake}
          connected={connected}
        />
      )}
      {!isAwaited && <KindChips list={list} kind={search.type} onKind={(type) => go({ type })} />}
      <Content
        cascade={cascade}
        materials={materials}
        isAwaited={isAwaited}
        shown={shown}
        onOpen={(one) => go({ read: one.id_books })}
        onEdit={(material) => onEdit({ material, type: null })}
      />
    </>
  );
}

interface FiltersProps {
  cascade: CascadingSelection;
  teacher: boolean;
  list: readonly Material[];
  search: Narrowed;
  go: ChangeSelection;
}

function Filters({ cascade, teacher, list, search, go }: FiltersProps) {
  const { t } = useTranslation('umk');
  const semesters = cascade.semesters.data ?? [];
  const teachers = [...new Map(list.map(({ id_teacher: id, t_fio, apart }) => [id, [t_fio, apart]]))].map(
    ([id, name]) => ({ id, name: name.filter(Boolean).join(', ') }),
  );
  const hasTeachers = !teacher && teachers.length > 1;
  if (!cascade.discipline || (semesters.length < 2 && !hasTeachers && !teacher)) return null;
  return (
    <div className={styles.filters}>
      {semesters.length > 1 && (
        <Select
          label={t('semester')}
          choices={semesters.map(({ id_semester, p43 }) => ({ id: id_semester, name: semesterName(t, p43) }))}
          value={cascade.semester?.id_semester ?? null}
          onChoose={(id) => id !== null && cascade.go(selectionUpdates.semester(cascade.chosen, id))}
        />
      )}
      {hasTeachers && (
        <Select
          label={t('teacher')}
          choices={teachers}
          value={search.teacher ?? null}
          onChoose={(id) => go({ teacher: id ?? undefined })}
        />
      )}
      {teacher && (
        <div className={styles.whose}>
          <SegmentedControl<number>
            label={t('whose')}
            segments={[
              { value: 0, name: t('mine') },
              { value: 1, name: t('departments') },
            ]}
            value={search.all === 1 ? 1 : 0}
            onChoose={(all) => go({ all: all || undefined })}
          />
        </div>
      )}
    </div>
  );
}

interface ContentProps {
  cascade: CascadingSelection;
  materials: ReturnType<typeof useMaterials>;
  /** Whether what will be above the rows is still on its way. */
  isAwaited: boolean;
  shown: readonly Material[];
  onOpen: (material: Material) => void;
  onEdit: (material: Material) => void;
}

/** The rows, or what is in their place. */
function Content({ cascade, materials, isAwaited, shown, onOpen, onEdit }: ContentProps) {
  const { t } = useTranslation('umk');
  const { disciplines } = cascade;
  if (disciplines.isError && !disciplines.data)
    return <LoadFailure title={t('failed')} failure={disciplines.error} onRetry={() => void disciplines.refetch()} />;
  if (disciplines.data?.length === 0) return <EmptyState title={t('noDisciplines')} />;
  if (materials.isError && !materials.data)
    return <LoadFailure title={t('failed')} failure={materials.error} onRetry={() => void materials.refetch()} />;
  if (!materials.data || isAwaited) return <MaterialListSkeleton />;
  if (!shown.length) return <EmptyState title={t(materials.data.length ? 'nothingFits' : 'empty')} />;
  return (
    <MaterialList
      list={shown}
      cascade={cascade}
      onOpen={onOpen}
      actions={(one) => <MaterialActions material={one} onEdit={() => onEdit(one)} />}
    />
  );
}

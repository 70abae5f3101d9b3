import plus from 'icon:plus-bold';
import { bookLimits } from '@bilim/contract/book-limits.ts';
import { choose } from '@bilim/contract/chosen.ts';
import { roleOf } from '@bilim/contract/who.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { lazyComponent } from '../../core/lazy.ts';
import { online } from '../../core/online.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Note } from '../../kit/Note.tsx';
import { Page } from '../../kit/Page.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { Segments } from '../../kit/Segments.tsx';
import { Select } from '../../kit/Select.tsx';
import { Bone, Empty, Failed, Skeleton } from '../../kit/States.tsx';
import { type Cascade, useCascade } from '../../university/cascade.data.ts';
import { DisciplineBar } from '../../university/DisciplineBar.tsx';
import { semesterName } from '../../university/FilterPanel.tsx';
import { Found } from './Found.tsx';
import { MaterialDrawer } from './MaterialDrawer.tsx';
import { MaterialRow } from './MaterialRow.tsx';
import { Missing } from './Missing.tsx';
import { TakeOver } from './TakeOver.tsx';
import styles from './Umk.module.css';
import {
  fileAddress,
  keepPlace,
  type Material,
  type SetKey,
  setOf,
  useFound,
  useLastVisit,
  useMaterials,
  useReading,
  useTypes,
  useWhyClosed,
} from './umk.data.ts';

const Reader = lazyComponent(() => import('../../kit/reader/Reader.tsx'));

/** What the page adds to the chosen discipline in the address. */
interface Narrowed {
  type?: number;
  teacher?: number;
  all?: number;
  read?: number;
  page?: number;
  q?: string;
}

type Go = (next: { [key in keyof Narrowed]: Narrowed[key] | undefined }, replace?: boolean) => void;

/** What the drawer is about: one material, or a new one of a kind. */
interface Handed {
  material: Material | null;
  type: number | null;
}

/** The teaching materials of a discipline, by kind. */
export default function UmkPage() {
  const { t } = useTranslation('umk');
  const { mobile } = useCell(screenState);
  const { user } = useCell(session);
  const teacher = roleOf(user?.role) === 1;
  const cascade = useCascade();
  const { search, go } = useNarrowed();
  const text = search.q === undefined ? '' : String(search.q);
  const searching = [...text.trim()].length >= 2;
  const found = useFound(text.trim());
  const set = setOf(cascade);
  const materials = useMaterials(set, search.all === 1);
  const closed = useWhyClosed(teacher ? set : null);
  const [drawer, setDrawer] = useState<Handed | null>(null);
  const [taking, setTaking] = useState(false);
  const list = materials.data ?? [];
  const reading = [...list, ...(found.data ?? [])].find((one) => one.id_books === search.read) ?? null;

  return (
    <Page
      title={t('title')}
      fromApps
      action={
        teacher &&
        set &&
        closed === null && <AddButton onAdd={() => setDrawer({ material: null, type: search.type ?? null })} />
      }
      head={
        mobile && (
          <DisciplineBar
            cascade={cascade}
            line={t('disciplineOf', { semester: cascade.semester ? semesterName(t, cascade.semester.p43) : '' })}
            none={t('chooseDiscipline')}
            title={t('chooseDiscipline')}
          />
        )
      }
    >
      <SearchField
        label={t('search')}
        value={text}
        maxLength={bookLimits.search}
        onSearch={(next) => go({ q: next || undefined }, true)}
      />
      {searching ? (
        <Found found={found} text={text.trim()} onOpen={(id, page) => go({ read: id, page: page ?? undefined })} />
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
      {set && taking && <TakeOver set={set} year={cascade.year ?? 0} onClose={() => setTaking(false)} />}
      {reading && (
        <OpenMaterial
          material={reading}
          page={search.page ?? null}
          onClose={() => go({ read: undefined, page: undefined })}
        />
      )}
    </Page>
  );
}

/** What the address narrows the list to, and a way to change it. */
function useNarrowed(): { search: Narrowed; go: Go } {
  const search = useSearch({ strict: false }) as Narrowed;
  const navigate = useNavigate();
  return {
    search,
    go: (next, replace = false) =>
      void navigate({ to: '.', search: ((now: object) => ({ ...now, ...next })) as never, replace }),
  };
}

/** Begins a new material. */
function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('umk');
  const { mobile } = useCell(screenState);
  const connected = useCell(online);
  return (
    <Button look="primary" icon={plus} disabled={!connected} aria-label={t('add')} onClick={onAdd}>
      {t(mobile ? 'addShort' : 'add')}
    </Button>
  );
}

interface SetProps {
  cascade: Cascade;
  set: SetKey | null;
  teacher: boolean;
  /** Why nothing may be handed in; null while it may. */
  closed: string | null;
  search: Narrowed;
  go: Go;
  materials: ReturnType<typeof useMaterials>;
  onEdit: (what: Handed) => void;
  onTake: () => void;
}

/** The materials of the chosen discipline: filters, rows, and for teachers what is missing. */
function SetOfMaterials({ cascade, set, teacher, closed, search, go, materials, onEdit, onTake }: SetProps) {
  const connected = useCell(online);
  const list = materials.data ?? [];
  const shown = list.filter(
    (one) =>
      (search.type === undefined || one.id_typeUmk === search.type) &&
      (search.teacher === undefined || one.id_teacher === search.teacher),
  );
  return (
    <>
      <Filters cascade={cascade} teacher={teacher} list={list} search={search} go={go} />
      {closed !== null && (
        <div className={styles.closed}>
          <Note tone="warm">{closed}</Note>
        </div>
      )}
      <Content
        cascade={cascade}
        materials={materials}
        shown={shown}
        onOpen={(one) => go({ read: one.id_books })}
        onEdit={(material) => onEdit({ material, type: null })}
      />
      {teacher && set && materials.data && (
        <Missing
          list={list}
          closed={closed !== null}
          onAdd={(type) => onEdit({ material: null, type })}
          onTake={onTake}
          connected={connected}
        />
      )}
    </>
  );
}

function OpenMaterial({ material, page, onClose }: { material: Material; page: number | null; onClose: () => void }) {
  const found = useReading(material);
  if (found.isPending) return null;
  const book = {
    title: material.bookName,
    fileName: material.fileName,
    size: material.size,
    type: material.type,
    href: fileAddress(material),
    webBook: found.data?.webBook,
  };
  return (
    <Reader
      book={book}
      start={page ?? found.data?.page ?? 1}
      onPlace={(at) => keepPlace(material, at)}
      onClose={onClose}
    />
  );
}

interface FiltersProps {
  cascade: Cascade;
  teacher: boolean;
  list: readonly Material[];
  search: Narrowed;
  go: (next: Narrowed) => void;
}

function Filters({ cascade, teacher, list, search, go }: FiltersProps) {
  const { t } = useTranslation('umk');
  const types = useTypes();
  const semesters = cascade.semesters.data ?? [];
  const teachers = [...new Map(list.map((one) => [one.id_teacher, one.t_fio]))].map(([id, name]) => ({ id, name }));
  if (!cascade.discipline) return null;
  return (
    <div className={styles.filters}>
      {semesters.length > 1 && (
        <Select
          label={t('semester')}
          choices={semesters.map(({ id_semester, p43 }) => ({ id: id_semester, name: semesterName(t, p43) }))}
          value={cascade.semester?.id_semester ?? null}
          onChoose={(id) => id !== null && cascade.go(choose.semester(cascade.chosen, id))}
        />
      )}
      <Select
        label={t('type')}
        choices={(types.data ?? []).map((one) => ({ id: one.id_typeUmk, name: one.umkName }))}
        value={search.type ?? null}
        onChoose={(id) => go({ type: id ?? undefined } as Narrowed)}
      />
      {!teacher && teachers.length > 1 && (
        <Select
          label={t('teacher')}
          choices={teachers}
          value={search.teacher ?? null}
          onChoose={(id) => go({ teacher: id ?? undefined } as Narrowed)}
        />
      )}
      {teacher && (
        <div className={styles.whose}>
          <Segments<number>
            label={t('whose')}
            segments={[
              { value: 0, name: t('mine') },
              { value: 1, name: t('departments') },
            ]}
            value={search.all === 1 ? 1 : 0}
            onChoose={(all) => go({ all: all || undefined } as Narrowed)}
          />
        </div>
      )}
    </div>
  );
}

interface ContentProps {
  cascade: Cascade;
  materials: ReturnType<typeof useMaterials>;
  shown: readonly Material[];
  onOpen: (material: Material) => void;
  onEdit: (material: Material) => void;
}

/** The rows by kind, or what stands in their place. */
function Content({ cascade, materials, shown, onOpen, onEdit }: ContentProps) {
  const { t } = useTranslation('umk');
  const since = useLastVisit(cascade.discipline?.id);
  const { disciplines } = cascade;
  if (disciplines.isError && !disciplines.data)
    return <Failed title={t('failed')} failure={disciplines.error} onRetry={() => void disciplines.refetch()} />;
  if (disciplines.data?.length === 0) return <Empty title={t('noDisciplines')} />;
  if (materials.isError && !materials.data)
    return <Failed title={t('failed')} failure={materials.error} onRetry={() => void materials.refetch()} />;
  if (!materials.data)
    return (
      <Skeleton className={classes(card.card, styles.bones)}>
        {[1, 2, 3].map((line) => (
          <div key={line} className={styles.boneRow}>
            <Bone className={styles.boneIcon} />
            <Bone className={styles.boneName} />
          </div>
        ))}
      </Skeleton>
    );
  if (!shown.length) return <Empty title={t(materials.data.length ? 'nothingFits' : 'empty')} />;
  const groups = Map.groupBy(shown, (one) => one.id_typeUmk);
  return [...groups].map(([type, rows]) => (
    <section key={type} className={styles.group} aria-labelledby={`umk-type-${type}`}>
      <h2 id={`umk-type-${type}`}>
        <span translate="no">{rows[0]?.umkName}</span> <small>{rows.length}</small>
      </h2>
      <ul className={card.card}>
        {rows.map((one) => (
          <MaterialRow
            key={one.id_books}
            material={one}
            isNew={since !== null && one.created > since}
            onOpen={() => onOpen(one)}
            onEdit={() => onEdit(one)}
          />
        ))}
      </ul>
    </section>
  ));
}

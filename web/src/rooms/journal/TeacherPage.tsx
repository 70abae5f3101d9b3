import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCombinedClasses, useCombinedClassGroups } from '../../classes/combined-class.ts';
import { useTimetable } from '../../classes/schedule.data.ts';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { type CascadingSelection, useCascadingSelection } from '../../disciplines/cascade.data.ts';
import { Button } from '../../kit/Button.tsx';
import { Page } from '../../kit/Page.tsx';
import { PermissionWithdrawn } from '../../kit/PermissionWithdrawn.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { CourseBar } from './CourseBar.tsx';
import { JournalSearchDialog } from './JournalSearchDialog.tsx';
import { matchColumns, singleJournalColumnMapping } from './journal.combined.ts';
import { useClassTypes, useSearchJournals } from './journal.data.ts';
import { type JournalKey, type JournalKeys, useJournalKey } from './journal.key.ts';
import { useJournalChoice } from './journal-choice.ts';
import { formatJournalKeyParam, parseJournalKeyParam } from './other-journals.ts';
import { JournalTableSkeleton, TeacherTable } from './TeacherTable.tsx';

/** A teacher's journal: which one it is. The table itself is TeacherTable, so that a key paints no more than that. */
export default function TeacherPage() {
  const { t } = useTranslation('journal');
  const { mobile } = useAtom(screenState);
  const cascade = useCascadingSelection();
  const [choice, choose] = useJournalChoice(cascade);
  const [searching, setSearching] = useState(false);
  const course = useCourse(cascade, choice.other);
  const { keys, match, failed: unmatched } = useTable(cascade, course.key, choice.type);
  const types = useClassTypes(course.key);
  const mayAct = useAtom(session).user?.permissions.includes('journal') ?? false;
  const [couldAct, setCouldAct] = useState(mayAct);
  if (mayAct && !couldAct) setCouldAct(true);

  const failed = [...course.waitsFor, types, ...unmatched].find((one) => one.isError && one.data === undefined);
  const nothing = course.empty || types.data?.length === 0;
  const isWithdrawn = couldAct && !mayAct && (nothing || choice.other !== null);
  const other = mayAct && (
    <Button look="quiet" onClick={() => setSearching(true)}>
      {t('other.open')}
    </Button>
  );
  const dialog = mayAct && (
    <JournalSearchDialog
      open={searching}
      cascade={cascade}
      onClose={() => setSearching(false)}
      onChoose={(short) => {
        setSearching(false);
        choose({ for: short, t: undefined, part: undefined, col: undefined, also: undefined });
      }}
    />
  );
  const type = types.data?.find((one) => one.id_vid_zaniatiy === choice.type) ?? types.data?.[0];
  if (!failed?.error && !nothing && keys && match && types.data && type)
    return (
      <>
        <TeacherTable
          course={{ ...course, keys, match }}
          cascade={cascade}
          types={keys.length > 1 ? [type] : types.data}
          type={type}
          mayAct={mayAct}
          acting={choice.other !== null}
          other={other}
        />
        {dialog}
      </>
    );
  return (
    <Page
      title={t('title')}
      heading={mobile && <CourseBar cascade={cascade} line={course.group} />}
      fromApps
      whole
      action={other}
    >
      {isWithdrawn ? (
        <PermissionWithdrawn />
      ) : failed?.error ? (
        <LoadFailure title={t('failed')} failure={failed.error} onRetry={() => void failed.refetch()} />
      ) : nothing ? (
        <EmptyState title={t('noClasses')} />
      ) : (
        <JournalTableSkeleton />
      )}
      {dialog}
    </Page>
  );
}

/** The journals of the table: the chosen one, with those of the other groups of a combined class; null until it is known. */
function useTable(cascade: CascadingSelection, key: JournalKey | null, type: number | null) {
  const others = useCombinedClassGroups(cascade);
  const { user } = useAtom(session);
  const isCombined = others.length > 0 && type !== null && key !== null && key.id_teacher === undefined;
  const timetable = useTimetable(isCombined);
  const keys = useMemo((): JournalKeys | null => {
    if (!key) return null;
    if (!isCombined) return [key];
    const more = others.map(({ id_group, id_semester }) => ({
      ...key,
      id_groupOrPorok: id_group,
      id_semesterOrWs: id_semester,
    }));
    return [key, ...more];
  }, [key, isCombined, others]);
  const { data } = timetable;
  const match = useMemo(() => {
    if (!isCombined) return singleJournalColumnMapping;
    if (!data || !keys) return null;
    const { id_discipline, credits: kredit, isPotok: isSelect } = keys[0];
    const course = { id_teacher: user?.uid ?? 0, id_discipline, kredit, isSelect, id_vid_zaniatiy: type ?? 0 };
    const groups = keys.map(({ id_groupOrPorok }) => id_groupOrPorok);
    return matchColumns(data, course, groups);
  }, [data, isCombined, keys, type, user]);
  return { keys, match, failed: isCombined ? [timetable] : [] };
}

/** What the address says: a journal of the own cascade, or another's. `waitsFor`: what may fail on the way. */
function useCourse(cascade: CascadingSelection, short: string | null) {
  const own = useJournalKey(cascade);
  const { year, ws, discipline, group } = cascade;
  const combinedClasses = useCombinedClasses(cascade, true);
  const combined = combinedClasses.list.find((one) => one.key === combinedClasses.chosen);
  const key = useMemo(() => parseJournalKeyParam(short, year), [short, year]);
  const list = useSearchJournals({ year, ws, teacher: key?.id_teacher }, key !== null);
  const me = useAtom(session).user?.fullName ?? '';
  if (!key)
    return {
      key: own,
      discipline: discipline?.discipline ?? '',
      group: combined ? combined.groups.map(({ p20 }) => p20).join(', ') : (group?.p20 ?? ''),
      teacher: me,
      waitsFor: [cascade.disciplines, cascade.semesters, cascade.groups],
      empty: cascade.disciplines.data?.length === 0,
    };
  const found = list.data?.find((one) => formatJournalKeyParam(one) === short);
  return {
    key: found ? key : null,
    discipline: found?.discipline ?? '',
    group: found?.p20 ?? '',
    teacher: found?.t_fio ?? '',
    waitsFor: [list],
    empty: list.data !== undefined && !list.isPlaceholderData && !found,
  };
}

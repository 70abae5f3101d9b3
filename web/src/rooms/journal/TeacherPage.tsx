import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import { Page } from '../../kit/Page.tsx';
import { Empty, Failed } from '../../kit/States.tsx';
import { type Cascade, useCascade } from '../../university/cascade.data.ts';
import { CourseBar } from './CourseBar.tsx';
import { useChoice } from './choice.ts';
import { useClassTypes, useJournals } from './journal.data.ts';
import { type Key, useKey } from './journal.key.ts';
import { OtherJournal } from './OtherJournal.tsx';
import { otherKey, shortOf } from './other.ts';
import { Bones, TeacherSheet } from './TeacherSheet.tsx';

/** The journal that is chosen: one's own, or one in which the journal permission lets act. */
export interface Course {
  readonly key: Key;
  readonly discipline: string;
  readonly group: string;
  readonly teacher: string;
}

/** A teacher's journal: which one it is. The table itself is TeacherSheet, so that a key paints no more than that. */
export default function TeacherPage() {
  const { t } = useTranslation('journal');
  const { mobile } = useCell(screenState);
  const cascade = useCascade();
  const [choice, choose] = useChoice(cascade);
  const [searching, setSearching] = useState(false);
  const course = useCourse(cascade, choice.other);
  const types = useClassTypes(course.key);
  const mayAct = useCell(session).user?.permissions.includes('journal') ?? false;

  const failed = [...course.waitsFor, types].find((one) => one.isError && one.data === undefined);
  const nothing = course.empty || types.data?.length === 0;
  const other = mayAct && (
    <Button look="quiet" onClick={() => setSearching(true)}>
      {t('other.open')}
    </Button>
  );
  const dialog = mayAct && (
    <OtherJournal
      open={searching}
      cascade={cascade}
      onClose={() => setSearching(false)}
      onChoose={(short) => {
        setSearching(false);
        choose({ for: short, t: null, part: null, col: null });
      }}
    />
  );
  const type = types.data?.find((one) => one.id_vid_zaniatiy === choice.type) ?? types.data?.[0];
  const { key } = course;
  if (!failed?.error && !nothing && key && types.data && type)
    return (
      <>
        <TeacherSheet
          course={{ ...course, key }}
          cascade={cascade}
          types={types.data}
          type={type}
          mayAct={mayAct}
          acting={choice.other !== null}
          other={other}
        />
        {dialog}
      </>
    );
  return (
    <Page title={t('title')} fromApps whole action={other}>
      {mobile && <CourseBar cascade={cascade} line={course.group} />}
      {failed?.error ? (
        <Failed title={t('failed')} failure={failed.error} onRetry={() => void failed.refetch()} />
      ) : nothing ? (
        <Empty title={t('noClasses')} />
      ) : (
        <Bones />
      )}
      {dialog}
    </Page>
  );
}

/** What the address says: a journal of the own cascade, or another's. `waitsFor`: what may fail on the way. */
function useCourse(cascade: Cascade, short: string | null) {
  const own = useKey(cascade);
  const { year, ws, discipline, group } = cascade;
  const key = useMemo(() => otherKey(short, year), [short, year]);
  const list = useJournals({ year, ws, teacher: key?.id_teacher }, key !== null);
  const me = useCell(session).user?.fullName ?? '';
  if (!key)
    return {
      key: own,
      discipline: discipline?.discipline ?? '',
      group: group?.p20 ?? '',
      teacher: me,
      waitsFor: [cascade.disciplines, cascade.semesters, cascade.groups],
      empty: cascade.disciplines.data?.length === 0,
    };
  const found = list.data?.find((one) => shortOf(one) === short);
  return {
    key: found ? key : null,
    discipline: found?.discipline ?? '',
    group: found?.p20 ?? '',
    teacher: found?.t_fio ?? '',
    waitsFor: [list],
    empty: list.data !== undefined && !list.isPlaceholderData && !found,
  };
}

import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { minReportedAbsences } from '@bilim/contract/limits.ts';
import { reports } from '@bilim/contract/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateInWords } from '../../core/time.ts';
import { shortName, surnameAndName } from '../../kit/person.ts';
import { ReportCard } from './ReportCard.tsx';
import { ReportRows } from './ReportRows.tsx';
import styles from './Reports.module.css';
import { type Absentee, type ReportFilter, useReport, useStudentAbsences } from './reports.data.ts';

/** Who was absent most. */
export function AbsencesReport({ wanted }: { wanted: ReportFilter }) {
  const { t } = useTranslation('reports');
  const { list, head, rows } = useReport(reports.absences, wanted);
  return (
    <ReportCard
      name="absences"
      wanted={wanted}
      fact={head && t('students', { count: head.students })}
      list={list}
      rows={head && rows}
      count={head?.students ?? 0}
      empty={t('absences.empty', { count: minReportedAbsences })}
      row={(one) => <Row key={one.id_student} of={one} wanted={wanted} />}
    />
  );
}

function Row({ of, wanted }: { of: Absentee; wanted: ReportFilter }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className={styles.line} onClick={() => setOpen(true)}>
        <b translate="no">{surnameAndName(of.fio)}</b>
        <small translate="no">{[of.group, of.apart].filter(Boolean).join(' · ')}</small>
        <b className={styles.bad}>{of.absences}</b>
      </button>
      {open && <Absent of={of} wanted={wanted} onClose={() => setOpen(false)} />}
    </li>
  );
}

function Absent({ of, wanted, onClose }: { of: Absentee; wanted: ReportFilter; onClose: () => void }) {
  const { t } = useTranslation('reports');
  const { data, error, refetch } = useStudentAbsences(of.id_student, wanted);
  return (
    <ReportRows
      title={of.fio}
      onClose={onClose}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      heads={[t('column.discipline'), t('column.day'), t('column.teacher')]}
      keyOf={({ visitDate, discipline }, place) => `${visitDate} ${discipline} ${place}`}
      cells={(one) => [
        `${one.discipline} · ${shortenClassTypeInLowercase(one.name_vid_zaniatiy)}`,
        dateInWords(one.visitDate),
        <span key="teacher" translate="no">
          {shortName(one.t_fio)}
        </span>,
      ]}
    />
  );
}

import { reports } from '@bilim/contract/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNameWithHint } from '../../kit/person.ts';
import { ReportCard } from './ReportCard.tsx';
import { ReportRows } from './ReportRows.tsx';
import styles from './Reports.module.css';
import { type GroupAttendance, type ReportFilter, useAbsentStudents, useReport } from './reports.data.ts';

/** Below these shares of who was there a group asks for attention. */
const low = 80;
const veryLow = 70;

const percent = (part: number, all: number) => Math.floor((part / all) * 100);
const isHeld = ({ classes }: GroupAttendance) => classes > 0;

/** Who comes to classes, by group, and how much of them is marked at all. */
export function AttendanceReport({ wanted }: { wanted: ReportFilter }) {
  const { t } = useTranslation('reports');
  const { list, head, rows } = useReport(reports.attendance, wanted);
  const [least] = rows.filter(isHeld).toSorted((a, b) => a.marked / a.classes - b.marked / b.classes);
  return (
    <ReportCard
      name="attendance"
      wanted={wanted}
      fact={head && head.entered > 0 && t('attendance.fact', { percent: percent(head.present, head.entered) })}
      list={list}
      rows={head && rows}
      count={head?.groups ?? 0}
      empty={t('attendance.empty')}
      row={(one) => <Row key={one.id_group} of={one} wanted={wanted} />}
      foot={
        head &&
        head.classes > 0 &&
        least && (
          <p className={styles.note}>
            {t('attendance.marked', { percent: percent(head.marked, head.classes) })}{' '}
            {rows.length > 1 &&
              t('attendance.least', { group: least.group, percent: percent(least.marked, least.classes) })}
          </p>
        )
      }
    />
  );
}

function Row({ of, wanted }: { of: GroupAttendance; wanted: ReportFilter }) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState(false);
  const share = of.entered > 0 ? percent(of.present, of.entered) : null;
  const tone = share === null || share >= low ? 'good' : share >= veryLow ? 'low' : 'bad';
  return (
    <li>
      <button type="button" className={styles.bar} data-tone={tone} onClick={() => setOpen(true)}>
        <b translate="no">{of.group}</b>
        <span className={styles.track} aria-hidden="true">
          <i style={{ width: `${share ?? 0}%` }} />
        </span>
        <span>{share === null ? t('attendance.unmarked') : t('percent', { percent: share })}</span>
      </button>
      {open && <Students of={of} wanted={wanted} onClose={() => setOpen(false)} />}
    </li>
  );
}

function Students({ of, wanted, onClose }: { of: GroupAttendance; wanted: ReportFilter; onClose: () => void }) {
  const { t } = useTranslation('reports');
  const { data, error, refetch } = useAbsentStudents(of.id_group, wanted);
  return (
    <ReportRows
      title={of.group}
      onClose={onClose}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      heads={[t('column.student'), t('column.present'), t('column.absences')]}
      keyOf={({ id_student }) => String(id_student)}
      cells={({ fio, apart, present, entered }) => [
        formatNameWithHint(fio, apart),
        `${t('outOf', { part: present, all: entered })} · ${t('percent', { percent: percent(present, entered) })}`,
        entered - present,
      ]}
    />
  );
}

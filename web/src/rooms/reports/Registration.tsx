import { reports } from '@bilim/contract/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { dayAndMonth } from '../../core/time.ts';
import { surnameAndName } from '../../kit/person.ts';
import { ReportCard } from './ReportCard.tsx';
import styles from './Reports.module.css';
import { type ReportFilter, useReport } from './reports.data.ts';

/** Who has not chosen everything in the registration that began last. */
export function Registration({ wanted: { period: _, ...whom } }: { wanted: ReportFilter }) {
  const { t } = useTranslation('reports');
  const format = numberFormat();
  const [none, setNone] = useState(false);
  const wanted = { ...whom, ...(none && { only: 'none' }) };
  const { list, head, rows } = useReport(reports.registration, wanted);
  // A window that nobody is asked to choose in tells nothing.
  const windows = head?.windows.filter(({ students }) => students > 0) ?? [];
  return (
    <ReportCard
      name="registration"
      wanted={wanted}
      fact={head && t('students', { count: head.incomplete })}
      list={list}
      rows={head && rows}
      count={(none ? head?.none : head?.incomplete) ?? 0}
      empty={t(head?.windows.length ? 'registration.empty' : 'registration.noWindow')}
      row={(one) => (
        <li key={one.id_student} className={styles.line}>
          <b translate="no">{surnameAndName(one.fio)}</b>
          <small translate="no">{[one.group, one.apart].filter(Boolean).join(' · ')}</small>
          <span>{t('registration.credits', { part: format.format(one.credits), all: format.format(one.wanted) })}</span>
        </li>
      )}
      head={
        head &&
        head.incomplete > 0 && (
          <ul className={styles.figures}>
            {([false, true] as const).map((one) => (
              <li key={String(one)}>
                <button type="button" aria-pressed={one === none} onClick={() => setNone(one)}>
                  <span>{t(one ? 'registration.none' : 'registration.incomplete')}</span>
                  <b className={styles.bad}>{format.format(one ? head.none : head.incomplete)}</b>
                </button>
              </li>
            ))}
          </ul>
        )
      }
      foot={
        windows.length > 0 && (
          <ul className={styles.windows}>
            {windows.map((one) => (
              <li key={one.id_window}>
                <span translate="no">{one.faculty}</span>
                <small>
                  {t(one.isPartTime ? 'registration.partTime' : 'registration.fullTime')} ·{' '}
                  {t(one.isOpen ? 'registration.until' : 'registration.closed', { day: dayAndMonth(one.endDate) })}
                </small>
                <b>{t('outOf', { part: format.format(one.incomplete), all: format.format(one.students) })}</b>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

import { reports } from '@bilim/contract/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { dayAndMonth } from '../../core/time.ts';
import { surnameAndName } from '../../kit/person.ts';
import { ReportCard } from './ReportCard.tsx';
import styles from './Reports.module.css';
import { type ReportFilter, useReport } from './reports.data.ts';

/** Who has not chosen everything in the registration that began last; closed periods count, unlike on the office's board. */
export function RegistrationReport({ wanted: { period: _, ...whom } }: { wanted: ReportFilter }) {
  const { t } = useTranslation('reports');
  const format = numberFormat();
  const [none, setNone] = useState(false);
  const [window, setWindow] = useState<number | null>(null);
  const wanted = { ...whom, ...(none && { only: 'none' }), ...(window !== null && { id_window: window }) };
  const { list, head, rows } = useReport(reports.registration, wanted);
  const choose = (isNone: boolean, id: number | null) => {
    setNone(isNone);
    setWindow(id);
  };
  // A window that nobody is asked to choose in has no figures.
  const windows = head?.windows.filter(({ students }) => students > 0) ?? [];
  const chosen = windows.find((one) => one.id_window === window);
  return (
    <ReportCard
      name="registration"
      wanted={wanted}
      fact={head && t('outOf', { part: format.format(head.incomplete), all: format.format(head.students) })}
      list={list}
      rows={head && rows}
      count={(chosen ? chosen.incomplete : none ? head?.none : head?.incomplete) ?? 0}
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
          <>
            <p className={styles.about}>{t('registration.about')}</p>
            <ul className={styles.figures}>
              {([false, true] as const).map((one) => (
                <li key={String(one)}>
                  <button
                    type="button"
                    aria-pressed={one === none && window === null}
                    onClick={() => choose(one, null)}
                  >
                    <span>{t(one ? 'registration.none' : 'registration.incomplete')}</span>
                    <b className={styles.bad}>{format.format(one ? head.none : head.incomplete)}</b>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )
      }
      foot={
        windows.length > 0 && (
          <ul className={styles.windows}>
            {windows.map((one) => (
              <li key={one.id_window}>
                <button
                  type="button"
                  aria-pressed={one.id_window === window}
                  onClick={() => choose(false, one.id_window === window ? null : one.id_window)}
                >
                  <span translate="no">{one.faculty}</span>
                  <small>
                    {t(one.isPartTime ? 'registration.partTime' : 'registration.fullTime')} ·{' '}
                    {t(one.isOpen ? 'registration.until' : 'registration.closed', { day: dayAndMonth(one.endDate) })}
                  </small>
                  <b>{t('outOf', { part: format.format(one.incomplete), all: format.format(one.students) })}</b>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

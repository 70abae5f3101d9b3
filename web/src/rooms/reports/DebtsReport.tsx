import { reports } from '@bilim/contract/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { surnameAndName } from '../../kit/person.ts';
import { ReportCard } from './ReportCard.tsx';
import { ReportRows } from './ReportRows.tsx';
import styles from './Reports.module.css';
import { type Debtor, type ReportFilter, useReport } from './reports.data.ts';

const kinds = ['students', 'most', 'several', 'fx'] as const;
type Kind = (typeof kinds)[number];

/** Who has not passed what: as of today, whatever the days of the other reports. */
export function DebtsReport({ wanted: { period: _, ...asked } }: { wanted: ReportFilter }) {
  const { t } = useTranslation('reports');
  const [kind, setKind] = useState<Kind>('students');
  const [discipline, setDiscipline] = useState<number | null>(null);
  const wanted = {
    ...asked,
    ...(kind === 'most' && discipline !== null && { id_discipline: discipline }),
    ...((kind === 'several' || kind === 'fx') && { only: kind }),
  };
  const { list, head, rows } = useReport(reports.debts, wanted);
  const countOf = (one: Kind) => (one === 'most' ? (head?.most?.students ?? 0) : (head?.[one] ?? 0));
  const choose = (one: Kind) => {
    setKind(one);
    setDiscipline(head?.most?.id_discipline ?? null);
  };
  return (
    <ReportCard
      name="debts"
      wanted={wanted}
      fact={head && t('students', { count: head.students })}
      list={list}
      rows={head && rows}
      count={countOf(kind)}
      empty={t(head && head.students > 0 ? 'debts.none' : 'debts.empty')}
      row={(one) => <Row key={one.id_student} of={one} />}
      head={
        head &&
        head.students > 0 && (
          <ul className={styles.figures}>
            {kinds.map((one) => (
              <li key={one}>
                <button type="button" aria-pressed={one === kind} onClick={() => choose(one)}>
                  <span>
                    {one === 'most' ? t('debts.most', { discipline: head.most?.discipline }) : t(`debts.${one}`)}
                  </span>
                  <b className={one === 'several' && head.several > 0 ? styles.bad : undefined}>
                    {numberFormat().format(countOf(one))}
                  </b>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

function Row({ of }: { of: Debtor }) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState(false);
  return (
    <li className={styles.row}>
      <button type="button" className={styles.line} onClick={() => setOpen(true)}>
        <b translate="no">{surnameAndName(of.fio)}</b>
        <small translate="no">{[of.group, of.apart].filter(Boolean).join(' · ')}</small>
        <b className={of.debts > 1 ? styles.bad : undefined}>{of.debts}</b>
      </button>
      {of.email && (
        <a className={styles.mail} href={`mailto:${of.email}`} translate="no">
          {of.email}
        </a>
      )}
      {open && (
        <ReportRows
          title={`${of.fio} · ${of.group}`}
          onClose={() => setOpen(false)}
          rows={of.disciplines}
          heads={[t('column.discipline'), t('column.semester'), t('column.points')]}
          keyOf={({ discipline, semester }) => `${discipline} ${semester}`}
          cells={(one) => [
            one.discipline,
            `${one.semester} · ${one.year}`,
            [one.letter, one.points].filter((part) => part !== null).join(' · ') || '–',
          ]}
        />
      )}
    </li>
  );
}

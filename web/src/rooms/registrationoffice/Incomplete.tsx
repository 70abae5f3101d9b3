import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { MoreButton } from '../../kit/MoreButton.tsx';
import { Empty, Failed } from '../../kit/States.tsx';
import { ListBones } from './ListBones.tsx';
import styles from './Office.module.css';
import { useIncomplete } from './office.data.ts';

/** Students of open windows of a term who have not chosen everything that their plan wants. */
export function Incomplete({ year, term }: { year: number | null; term: number | null }) {
  const { t } = useTranslation('registrationoffice');
  const format = numberFormat();
  const students = useIncomplete(year, term);
  const rows = students.data?.pages.flat() ?? [];
  return (
    <>
      {students.isPending && <ListBones lines={5} />}
      {students.isError && !students.data && (
        <Failed title={t('failedStudents')} failure={students.error} onRetry={() => void students.refetch()} />
      )}
      {students.data && rows.length === 0 && <Empty title={t('noneIncomplete')} />}
      {rows.length > 0 && (
        <ul className={classes(card.card, styles.list)} aria-label={t('part.incomplete')}>
          {rows.map((one) => (
            <li key={one.id_student} className={styles.window}>
              <span className={styles.what}>
                <b translate="no">{one.s_fio}</b>
                <small translate="no">{one.p20}</small>
              </span>
              <span className={styles.state}>
                {t('chosenOf', { chosen: format.format(one.credits), wanted: format.format(one.wanted) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {students.hasNextPage && <MoreButton list={students} label={t('more')} failed={t('failedStudents')} />}
    </>
  );
}

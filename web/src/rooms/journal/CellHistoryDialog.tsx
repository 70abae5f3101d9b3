import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/Dialog.tsx';
import { shortName } from '../../kit/person.ts';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { formatShortDay } from './formatters.ts';
import styles from './History.module.css';
import { useCellHistory } from './journal.data.ts';

interface Props {
  /** Id of the cell; null: closed. */
  cell: number | null;
  title: string;
  day: string;
  onClose: () => void;
}

/** Minutes from which on an entry counts as made without a network. */
const late = 60_000;

/** Every entry of a cell, newest first: who, when, what, and which one holds. */
export function CellHistoryDialog({ cell, title, day, onClose }: Props) {
  const { t } = useTranslation('journal');
  const entries = useCellHistory(cell);
  return (
    <Dialog open={cell !== null} onClose={onClose} title={t('history.title')}>
      <p className={styles.of}>
        <span translate="no">{title}</span>, {formatShortDay(day)}
      </p>
      {entries.isPending && (
        <Skeleton>
          <SkeletonBar className={styles.skeletonBar} />
        </Skeleton>
      )}
      {entries.error && !entries.data && (
        <LoadFailure small title={t('history.failed')} failure={entries.error} onRetry={() => void entries.refetch()} />
      )}
      <ol className={styles.list}>
        {entries.data?.map((entry) => (
          <li key={entry.id_event} data-holds={entry.holds}>
            <b className={styles.sign} data-is={entry.action} translate="no">
              {entry.otsenka ?? (entry.action === 'present' ? '+' : '–')}
            </b>
            <div>
              <p>
                {t(`history.${entry.action}`)}
                {entry.holds && <em>{t('history.holds')}</em>}
                {!entry.held && <em>{t('history.lost')}</em>}
              </p>
              <p className={styles.who}>
                <span translate="no">{shortName(entry.by_fio)}</span>
                {entry.id_by !== entry.id_teacher && (
                  <>
                    {' '}
                    {t('history.for')} <span translate="no">{shortName(entry.t_fio)}</span>
                  </>
                )}{' '}
                · <Time at={entry.madeAt} form="exact" />
                {entry.ageMs > late && (
                  <Time at={entry.at} form="exact">
                    {(time) => ` · ${t('history.late', { time })}`}
                  </Time>
                )}
              </p>
              {entry.reason && <p className={styles.who}>{t('history.reason', { reason: entry.reason })}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

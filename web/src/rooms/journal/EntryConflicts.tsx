import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { Button } from '../../kit/Button.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { shortName } from '../../kit/person.ts';
import { formatShortDay } from './formatters.ts';
import styles from './Journal.module.css';
import { dismissConflict, entryConflicts } from './journal.outbox.ts';

/** Entries that somebody else's later entry outlived: said, not swallowed. */
export function EntryConflicts({ queueKeys }: { queueKeys: readonly string[] }) {
  const { t } = useTranslation('journal');
  const mine = useAtom(entryConflicts).filter((one) => queueKeys.includes(one.queueKey));
  return mine.map((conflict) => (
    <div key={`${conflict.row.id_studentJournalVisit}.${conflict.row.changedAt}`} className={styles.conflict}>
      <InlineAlert tone="warm">
        {t('conflict', {
          student: shortName(conflict.row.s_fio),
          date: formatShortDay(conflict.row.visitDate ?? ''),
          mine: conflict.mine || t('empty'),
          theirs: conflict.row.otsenka ?? t(conflict.row.isVisited ? 'present' : 'empty'),
        })}
      </InlineAlert>
      <Button look="quiet" onClick={() => dismissConflict(conflict)}>
        {t('understood')}
      </Button>
    </div>
  ));
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { disambiguateNames, shortName } from '../../kit/person.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { useSearchJournals } from './journal.data.ts';
import styles from './Other.module.css';
import { formatJournalKeyParam } from './other-journals.ts';

interface Props {
  open: boolean;
  cascade: CascadingSelection;
  onClose: () => void;
  onChoose: (short: string) => void;
}

/** As many as one call gives. */
const most = 50;

/** A journal of somebody else, found by the names of teacher, group or discipline. */
export function JournalSearchDialog({ open, cascade, onClose, onChoose }: Props) {
  const { t } = useTranslation('journal');
  const [search, setSearch] = useState('');
  const found = useSearchJournals({ year: cascade.year, ws: cascade.ws, search }, open);
  const names = disambiguateNames(
    (found.data ?? []).map(({ t_fio: name, apart }) => ({ name, apart })),
    shortName,
  );
  return (
    <Dialog open={open} onClose={onClose} title={t('other.title')}>
      <SearchField small label={t('other.search')} value={search} onSearch={(text) => setSearch(text.trim())} />
      {found.isPending && (
        <Skeleton>
          <SkeletonBar className={styles.skeletonBar} />
        </Skeleton>
      )}
      {found.error && !found.data && (
        <LoadFailure small title={t('other.failed')} failure={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.length === 0 && <EmptyState title={t('other.none')} />}
      <ul className={styles.found}>
        {found.data?.map((one, place) => (
          <li key={formatJournalKeyParam(one)}>
            <Button look="quiet" wide onClick={() => onChoose(formatJournalKeyParam(one))}>
              <span translate="no">
                <b>{names[place]}</b>
                <small>
                  {one.discipline} · {one.p20}
                </small>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {found.data?.length === most && <p className={styles.more}>{t('other.more', { count: most })}</p>}
    </Dialog>
  );
}

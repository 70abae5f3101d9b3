import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { classNames } from '../../kit/classNames.ts';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Desk.module.css';
import { DeskRow } from './DeskRow.tsx';
import { type QueuedOrder, useDeskCounts } from './desk.data.ts';
import { deskActionsByStatus } from './next-action.ts';
import type { useDeskFilter } from './useDeskFilter.ts';
import type { useDeskSelection } from './useDeskSelection.ts';

interface Props {
  desk: ReturnType<typeof useDeskSelection>;
  filter: ReturnType<typeof useDeskFilter>;
  /** Place of the row under the cursor. */
  at: number;
  isOff: boolean;
  onCurrent: (place: number) => void;
  onOpen: (order: QueuedOrder) => void;
  onNext: (order: QueuedOrder) => void;
}

/** The rows of the queue under their heads. */
export function OrderQueue({ desk, filter, at, isOff, onCurrent, onOpen, onNext }: Props) {
  const { t } = useTranslation('desk');
  const { mobile } = useAtom(screenState);
  const { queue, rows, chosen } = desk;
  const isMany = !filter.isHanded && (deskActionsByStatus[filter.status]?.length ?? 0) > 0;
  if (queue.isPending)
    return (
      <Skeleton className={styles.list}>
        {[1, 2, 3, 4, 5].map((place) => (
          <SkeletonBar key={place} className={styles.skeletonBar} />
        ))}
      </Skeleton>
    );
  if (!queue.data)
    return (
      queue.error && <LoadFailure title={t('failed')} failure={queue.error} onRetry={() => void queue.refetch()} />
    );
  if (!rows.length) return <Nothing filter={filter} />;
  return (
    <>
      <div className={classNames(card.card, styles.list)} data-plain={!isMany || undefined}>
        <div className={styles.heads}>
          {isMany && (
            <Checkbox
              className={styles.box}
              label={t('selectAll')}
              checked={rows.every((row) => chosen.has(row.id_okno_zakaz))}
              onChange={desk.chooseAll}
            >
              {/* On the phone no heads of columns are beside it. */}
              {mobile && t('selectAll')}
            </Checkbox>
          )}
          <span aria-hidden="true">{t('student')}</span>
          <span aria-hidden="true">{t('document')}</span>
          <span aria-hidden="true">{t('place')}</span>
          <span aria-hidden="true">{t('waits')}</span>
        </div>
        <ul aria-label={t('list')}>
          {rows.map((order, place) => (
            <DeskRow
              key={order.id_okno_zakaz}
              order={order}
              isChosen={isMany ? chosen.has(order.id_okno_zakaz) : null}
              isCurrent={place === at}
              isBusy={isOff}
              departure={desk.departed.get(order.id_okno_zakaz)}
              onChoose={(on) => desk.choose(order.id_okno_zakaz, on)}
              onCurrent={() => onCurrent(place)}
              onOpen={() => onOpen(order)}
              onNext={() => onNext(order)}
            />
          ))}
        </ul>
      </div>
      {queue.hasNextPage && <LoadMoreButton list={queue} label={t('more')} failed={t('failed')} />}
    </>
  );
}

/** Why no row is there, and what can be done about it. */
function Nothing({ filter }: { filter: Props['filter'] }) {
  const { t } = useTranslation('desk');
  const figures = useDeskCounts();
  const isNarrowed = filter.find || filter.document || filter.faculty || filter.isOld || filter.isLying;
  if (isNarrowed)
    return (
      <EmptyState
        title={t('empty')}
        action={
          <Button
            look="soft"
            onClick={() =>
              filter.change({
                find: undefined,
                document: undefined,
                faculty: undefined,
                old: undefined,
                lying: undefined,
              })
            }
          >
            {t('reset')}
          </Button>
        }
      />
    );
  if (filter.status !== 'waiting') return <EmptyState title={t('empty')} />;
  const week = figures?.handed.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return <EmptyState title={t('allDone')}>{t('week', { count: week })}</EmptyState>;
}

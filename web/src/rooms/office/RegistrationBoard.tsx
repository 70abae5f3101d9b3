import type { IncompleteRegistrationKind, StreamFillLevel } from '@bilim/contract/page-options.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { currentDay, dayAndMonth } from '../../core/time.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import {
  daysUntil,
  type RegistrationOverview,
  useIncompleteRegistrations,
  useRegistrationOverview,
  useRemindStudents,
} from './board.data.ts';
import styles from './RegistrationBoard.module.css';

/** The term that the board is about. */
interface OfBoard {
  oy: number;
  ot: number;
}

interface Props {
  onFill: (fill: StreamFillLevel, at: OfBoard) => void;
  onWho: (who: IncompleteRegistrationKind, at: OfBoard) => void;
  onWindows: () => void;
}

const fills = ['full', 'almost', 'room', 'empty'] as const;

/** Where it jams: seats, who has not registered, who has for a part, and what ends next. Every figure filters the table below. */
export function RegistrationBoard(props: Props) {
  const { t } = useTranslation('office');
  const figures = useRegistrationOverview();
  const of = figures.data?.[0];
  if (figures.isError && !of)
    return (
      <LoadFailure small title={t('board.failed')} failure={figures.error} onRetry={() => void figures.refetch()} />
    );
  if (!of)
    return (
      <Skeleton className={styles.board}>
        {fills.map((fill) => (
          <SkeletonBar key={fill} className={styles.skeletonBar} />
        ))}
      </Skeleton>
    );
  return (
    <div className={styles.board}>
      <SeatsCard of={of} {...props} />
      <BehindCards of={of} {...props} />
      <NextCard of={of} {...props} />
    </div>
  );
}

function SeatsCard({ of, onFill }: Props & { of: RegistrationOverview }) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const { streams, full, almost, empty } = of;
  const count = { full, almost, empty, room: streams - full - almost - empty };
  return (
    <section className={classNames(card.card, styles.card)} aria-label={t('board.seats', { count: streams })}>
      <p className={styles.name}>{t('board.seats', { count: streams })}</p>
      <p>
        <b className={styles.number}>{format.format(of.taken)}</b>{' '}
        <span className={styles.of}>{t('board.taken', { capacity: format.format(of.capacity) })}</span>
      </p>
      <div className={styles.bar} aria-hidden="true">
        {fills.map((fill) => (
          <i
            key={fill}
            className={classNames(styles.fill, styles.piece)}
            data-fill={fill}
            style={{ '--share': count[fill] } as CSSProperties}
          />
        ))}
      </div>
      <div className={styles.legend}>
        {fills.map((fill) => (
          <button
            key={fill}
            type="button"
            className={styles.line}
            onClick={() => onFill(fill, { oy: of.id_a_year, ot: of.id_ws })}
          >
            <i className={classNames(styles.fill, styles.point)} data-fill={fill} />
            <span>{t(`fill.${fill}`).toLocaleLowerCase()}</span> <b>{format.format(count[fill])}</b>
          </button>
        ))}
      </div>
    </section>
  );
}

function BehindCards({ of, onWho }: Props & { of: RegistrationOverview }) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const [first] = of.windows;
  const at = { oy: first?.id_a_year ?? of.id_a_year, ot: first?.id_ws ?? of.id_ws };
  const read = useIncompleteRegistrations(at.oy, at.ot);
  const behind = read.data?.[0];
  const remind = useRemindStudents();
  const failureText = useFailureText();
  if (!behind)
    return (
      read.isPending && (
        <Skeleton className={styles.waits}>
          <SkeletonBar className={styles.skeletonBar} />
          <SkeletonBar className={styles.skeletonBar} />
        </Skeleton>
      )
    );
  const send = (only: 'nothing' | 'partly') =>
    remind.mutate(
      { id_a_year: at.oy, id_ws: at.ot, only },
      {
        onSuccess: ([done]) => showToast(t('board.reminded', { count: done?.told ?? 0 })),
        onError: (failure) => showToast(failureText(failure)),
      },
    );
  return (
    <>
      <section className={classNames(card.card, styles.card)} aria-label={t('board.nothing')}>
        <p className={styles.name}>{t('board.nothing')}</p>
        <p>
          <b className={classNames(styles.number, behind.nothing > 0 && styles.loud)}>
            {format.format(behind.nothing)}
          </b>{' '}
          <span className={styles.of}>{t('board.ofStudents', { students: format.format(behind.students) })}</span>
        </p>
        {behind.nothing > 0 && (
          <>
            <button type="button" className={styles.link} onClick={() => onWho('away', at)}>
              {t('board.away', { count: behind.away })}
            </button>
            <div className={styles.links}>
              <button type="button" className={styles.link} onClick={() => onWho('nothing', at)}>
                {t('board.openList')}
              </button>
              <RemindLink count={behind.remindable} isBusy={remind.isPending} onSend={() => send('nothing')} />
            </div>
          </>
        )}
      </section>
      <section className={classNames(card.card, styles.card)} aria-label={t('board.partly')}>
        <p className={styles.name}>{t('board.partly')}</p>
        <p>
          <b className={styles.number}>{format.format(behind.partly)}</b>
        </p>
        <p className={styles.about}>{t('board.some')}</p>
        {behind.partly > 0 && (
          <div className={styles.links}>
            <button type="button" className={styles.link} onClick={() => onWho('partly', at)}>
              {t('board.openList')}
            </button>
            <RemindLink count={behind.remindablePartly} isBusy={remind.isPending} onSend={() => send('partly')} />
          </div>
        )}
      </section>
    </>
  );
}

/** Reminds those of a card who were not reminded today. */
function RemindLink({ count, isBusy, onSend }: { count: number; isBusy: boolean; onSend: () => void }) {
  const { t } = useTranslation('office');
  if (count === 0) return <p className={styles.about}>{t('board.remindedToday')}</p>;
  return (
    <button type="button" className={styles.link} aria-busy={isBusy} onClick={onSend}>
      {t('board.remind', { count })}
    </button>
  );
}

/** The window that ends next, of those that have students. */
function NextCard({ of, onWindows }: Props & { of: RegistrationOverview }) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const first = of.windows.find(({ students }) => students > 0) ?? of.windows[0];
  if (!first)
    return (
      <section className={classNames(card.card, styles.card)} aria-label={t('part.windows')}>
        <p className={styles.name}>{t('part.windows')}</p>
        <p>{t('board.none')}</p>
        <button type="button" className={styles.link} onClick={onWindows}>
          {t('board.openDates')}
        </button>
      </section>
    );
  const left = daysUntil(first.endDate, currentDay());
  const done = first.students - first.incomplete;
  return (
    <section className={classNames(card.card, styles.card, styles.dark)} aria-label={first['p23-2']}>
      <p className={styles.name}>
        <span translate="no">{first['p23-2']}</span>, {t(first.isPartTime ? 'partTime' : 'fullTime')}
      </p>
      <p>
        <b className={styles.number}>{left > 0 ? t('board.days', { count: left }) : t('board.lastDay')}</b>{' '}
        <span className={styles.of}>{t('board.until', { day: dayAndMonth(first.endDate) })}</span>
      </p>
      <progress max={Math.max(1, first.students)} value={done} aria-hidden="true" />
      <div className={styles.links}>
        <p className={styles.about}>
          {t('board.doneOf', { done: format.format(done), students: format.format(first.students) })}
        </p>
        <button type="button" className={styles.link} onClick={onWindows}>
          {t('part.windows')}
        </button>
      </div>
    </section>
  );
}

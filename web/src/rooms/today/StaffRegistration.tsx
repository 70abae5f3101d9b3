import caretRight from 'icon:caret-right-bold';
import type { RegistrationOfficePart, StreamFillLevel } from '@bilim/contract/page-options.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { dayAndMonth } from '../../core/time.ts';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import { CountCard, CountCardSkeleton } from './CountCard.tsx';
import items from './Items.module.css';
import { SectionHeader } from './SectionHeader.tsx';
import seats from './StaffSeats.module.css';
import styles from './StaffToday.module.css';
import { type StaffRegistrationOverview, useStaffRegistrationOverview } from './staff.data.ts';

/** The address of a part of the office in a term. */
const at = (
  part: RegistrationOfficePart,
  { id_a_year, id_ws }: { id_a_year: number; id_ws: number },
  only?: StreamFillLevel,
): PageParams<'/office'> => ({ part, oy: id_a_year, ot: id_ws, only });

/** Registration in three figures: who has not chosen everything, what is full, and who waits for a seat. `isFirst`: the page begins with it. */
export function RegistrationCard({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation('today');
  const figures = useStaffRegistrationOverview();
  if (!figures) return <CountCardSkeleton />;
  const { incomplete, full, waiting, windows } = figures;
  const [first] = windows;
  const room = '/office';
  const [title, begin] = first
    ? [t('staff.registrationUntil', { day: dayAndMonth(first.endDate) }), t('staff.whoIsMissing')]
    : [t('staff.registrationClosed'), t('staff.openStreams')];
  return (
    <CountCard
      title={title}
      figures={[
        {
          name: t('staff.incomplete', { count: incomplete }),
          count: incomplete,
          link: { to: room, search: at('incomplete', first ?? figures) },
          loud: true,
        },
        {
          name: t('staff.full', { count: full }),
          count: full,
          link: { to: room, search: at('streams', figures, 'full') },
        },
        {
          name: t('staff.inLine', { count: waiting }),
          count: waiting,
          link: { to: room, search: at('streams', figures, 'waiting') },
        },
      ]}
    >
      <Link
        to={room}
        search={first ? at('incomplete', first) : at('streams', figures)}
        className={buttonClasses(isFirst ? 'primary' : 'soft')}
      >
        {begin}
      </Link>
    </CountCard>
  );
}

/** The open periods: how many of their students have chosen everything. */
export function OpenRegistrationWindows() {
  const { t } = useTranslation('today');
  const format = numberFormat();
  const figures = useStaffRegistrationOverview();
  if (!figures?.windows.length) return null;
  return (
    <section className={styles.part} aria-labelledby="windows">
      <SectionHeader id="windows" title={t('staff.windows')}>
        <Link to="/office" search={at('windows', figures)}>
          {t('staff.all', { all: figures.countWindows })}
        </Link>
      </SectionHeader>
      <ul className={classNames(card.card, styles.rows)}>
        {figures.windows.map((one) => (
          <li key={one.id_window}>
            <Link to="/office" search={at('incomplete', one)} className={items.item}>
              <b translate="no" className={items.title}>
                {one['p23-2']}
              </b>
              <small className={items.about}>
                {t(one.isPartTime ? 'staff.partTime' : 'staff.fullTime')} ·{' '}
                {t('staff.untilDay', { day: dayAndMonth(one.endDate) })}
              </small>
              {one.students > 0 && (
                <span className={items.share}>
                  <ProgressBar
                    className={items.bar}
                    max={Math.max(1, one.students)}
                    value={one.students - one.incomplete}
                    label={null}
                  />
                  {t('staff.complete', {
                    done: format.format(one.students - one.incomplete),
                    students: format.format(one.students),
                  })}
                </span>
              )}
              <Icon of={caretRight} size="xs" className={items.caret} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const fills = ['full', 'almost', 'room', 'empty'] as const;

/** How many streams are so: with seats are those that are none of the others. */
const streamsOf = ({ streams, full, almost, empty }: StaffRegistrationOverview) => ({
  ...{ full, almost, empty },
  room: streams - full - almost - empty,
});

/** Seats of the term: what is taken, and the streams by how full they are. */
export function SeatsCard() {
  const { t } = useTranslation('today');
  const format = numberFormat();
  const figures = useStaffRegistrationOverview();
  if (!figures?.streams) return null;
  const count = streamsOf(figures);
  return (
    <section className={styles.part} aria-labelledby="seats">
      <SectionHeader id="seats" title={t('staff.seats', { count: figures.streams })}>
        <Link to="/office" search={at('streams', figures)}>
          {t('staff.openList')}
        </Link>
      </SectionHeader>
      <div className={classNames(card.card, seats.seats)}>
        <p className={seats.taken}>
          <b className={seats.number}>{format.format(figures.taken)}</b>{' '}
          {t('staff.taken', { capacity: format.format(figures.capacity) })}
        </p>
        <div className={seats.bar} aria-hidden="true">
          {fills.map((fill) => (
            <i
              key={fill}
              className={classNames(seats.fill, seats.piece)}
              data-fill={fill}
              style={{ '--share': count[fill] } as CSSProperties}
            />
          ))}
        </div>
        <ul className={seats.legend}>
          {fills.map((fill) => (
            <li key={fill}>
              <Link
                to="/office"
                search={at('streams', figures, fill === 'room' ? undefined : fill)}
                className={seats.line}
              >
                <i className={classNames(seats.fill, seats.point)} data-fill={fill} />
                {t(`staff.fill.${fill}`)} <b>{format.format(count[fill])}</b>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

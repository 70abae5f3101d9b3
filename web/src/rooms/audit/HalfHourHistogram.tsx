import left from 'icon:caret-left-bold';
import right from 'icon:caret-right-bold';
import type { audit } from '@bilim/contract/audit.ts';
import type { Output } from '@bilim/contract/call.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { currentDay, dayInWords } from '../../core/time.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { type AuditEntryFilter, findSingleDay, useAuditHistogram } from './audit.data.ts';
import styles from './HalfHourHistogram.module.css';

type HalfHour = Output<typeof audit.strip>[number]['halfHours'][number];

interface Props {
  wanted: AuditEntryFilter;
  /** A half hour of a day was chosen; without one the whole day. */
  onChoose: (day: string, at: string | undefined) => void;
}

/** The end of a half hour, as a clock shows it. */
const endOf = (at: string) =>
  at.endsWith('30') ? `${String(Number(at.slice(0, 2)) + 1).padStart(2, '0')}:00` : `${at.slice(0, 2)}:30`;

/** The day by half hours: where most was done, and where more than usual. One of them filters the list. */
export function HalfHourHistogram({ wanted, onChoose }: Props) {
  const { t } = useTranslation('audit');
  const day = findSingleDay(wanted);
  const strip = useAuditHistogram(wanted, day);
  if (strip.isPending)
    return (
      <Skeleton>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!strip.data)
    return (
      strip.error && (
        <LoadFailure small title={t('strip.failed')} failure={strip.error} onRetry={() => void strip.refetch()} />
      )
    );
  return <Bars {...strip.data} chosen={day ? wanted.at : undefined} onChoose={onChoose} />;
}

interface BarsProps {
  day: string;
  halfHours: HalfHour[];
  chosen: string | null | undefined;
  onChoose: Props['onChoose'];
}

function Bars({ day, halfHours, chosen, onChoose }: BarsProps) {
  const { t } = useTranslation('audit');
  const id = useId();
  const most = Math.max(1, ...halfHours.map(({ acts }) => acts));
  const busiest = halfHours.find(({ acts }) => acts === most);
  const odd = halfHours.filter(({ isUnusual }) => isUnusual).map(({ at }) => at);
  const place = halfHours.findIndex(({ at }) => at === chosen);
  // One bar among 48 compares nothing: its words stand below.
  const isShown = place >= 0 || halfHours.filter(({ acts }) => acts > 0).length > 1;
  const now = halfHours[place];
  const inFigures = (acts: number) => numberFormat().format(acts);
  const words = now
    ? t(now.isUnusual ? 'strip.halfOdd' : 'strip.half', {
        from: now.at,
        until: endOf(now.at),
        acts: inFigures(now.acts),
      })
    : t('strip.every');
  return (
    <section className={classNames(card.card, styles.strip)} aria-labelledby={id}>
      <h2 id={id} className="hidden-text">
        {t('strip.title', { day: dayInWords(day) })}
      </h2>
      <div className={styles.day}>
        <IconButton icon={left} label={t('strip.before')} onClick={() => onChoose(addDays(day, -1), undefined)} />
        <p aria-hidden="true">{dayInWords(day)}</p>
        <IconButton
          icon={right}
          label={t('strip.after')}
          disabled={day >= currentDay()}
          onClick={() => onChoose(addDays(day, 1), undefined)}
        />
      </div>
      {isShown && <HalfHours {...{ day, halfHours, chosen, onChoose, most, place, words }} name={id} />}
      <div className={styles.summary}>
        <p>
          {now
            ? words
            : busiest && busiest.acts > 0 && t('strip.busiest', { at: busiest.at, acts: inFigures(busiest.acts) })}
        </p>
        {odd.length > 0 && <p className={styles.odd}>{t('strip.odd', { list: odd.join(', ') })}</p>}
        {now && <Button onClick={() => onChoose(day, undefined)}>{t('strip.wholeDay')}</Button>}
      </div>
    </section>
  );
}

interface HalfHoursProps extends BarsProps {
  most: number;
  place: number;
  words: string;
  /** The id of what the diagram is called. */
  name: string;
}

/** A bar a half hour, and over them the slider that chooses one. */
function HalfHours({ day, halfHours, chosen, onChoose, most, place, words, name }: HalfHoursProps) {
  return (
    <>
      <div className={styles.bars}>
        {halfHours.map(({ at, acts, isUnusual }) => (
          <i
            key={at}
            style={{ blockSize: `${Math.max(3, (acts / most) * 100)}%` }}
            data-odd={isUnusual || undefined}
            data-chosen={at === chosen || undefined}
          />
        ))}
        <input
          type="range"
          min={0}
          max={halfHours.length - 1}
          value={Math.max(0, place)}
          aria-labelledby={name}
          aria-valuetext={words}
          onChange={({ target }) => onChoose(day, halfHours[Number(target.value)]?.at)}
          onClick={({ currentTarget }) => onChoose(day, halfHours[Number(currentTarget.value)]?.at)}
        />
      </div>
      <p className={styles.clock} aria-hidden="true">
        {['00:00', '06:00', '12:00', '18:00', '24:00'].map((at) => (
          <span key={at}>{at}</span>
        ))}
      </p>
    </>
  );
}

import down from 'icon:arrow-down';
import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { limits } from '@bilim/contract/limits.ts';
import { streamFillLevels } from '@bilim/contract/page-options.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { weekdayNameByNumber } from '../../core/time.ts';
import { SeatAvailabilityBar } from '../../disciplines/SeatAvailabilityBar.tsx';
import card from '../../kit/Card.module.css';
import { Chip, Chips } from '../../kit/Chips.tsx';
import { classNames } from '../../kit/classNames.ts';
import { FilterChips, SelectChip } from '../../kit/FilterChip.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { formatNameWithHint, shortName } from '../../kit/person.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Office.module.css';
import { type OfficeStream, type StreamFilter, useFaculties, useStreams } from './office.data.ts';
import { StreamDialog } from './StreamDialog.tsx';

interface Props {
  year: number | null;
  term: number | null;
  /** As the address says it. */
  narrowed: NarrowedStreams;
  onNarrow: (to: NarrowedStreams) => void;
}

/** Which streams alone are shown: so full, of a faculty, of a course of study. */
type NarrowedStreams = Pick<StreamFilter, 'only' | 'faculty' | 'course'>;

/** Courses of study. */
export const yearsOfStudy = [1, 2, 3, 4, 5, 6];

/** What a stream asks for first: seats for those in its line, or another stream for the few in it. */
const actionOf = ({ kol_st, capacity, waiting }: OfficeStream) =>
  kol_st >= capacity && waiting > 0
    ? 'seats'
    : kol_st > 0 && kol_st < limits.nearlyEmptyShare * capacity
      ? 'merge'
      : 'open';
type StreamAction = ReturnType<typeof actionOf>;

/** Streams of a term with seats and lines, the fullest first; a press opens one. */
export function StreamList({ year, term, narrowed, onNarrow }: Props) {
  const { t } = useTranslation('office');
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const { only, faculty, course } = narrowed;
  const faculties = useFaculties();
  const streams = useStreams(year, term, { search, ...narrowed });
  const [opened, setOpened] = useState<{ stream: number; act: StreamAction } | null>(null);
  const rows = streams.data?.pages.flat() ?? [];
  const open = rows.find((one) => one.subgroup === opened?.stream);
  return (
    <>
      <div className={styles.finding}>
        <div className={styles.search}>
          <SearchField small label={t('search')} value={typed} onSearch={setTyped} />
        </div>
        <FilterChips>
          <SelectChip
            translate="no"
            label={t('faculty')}
            all={t('every')}
            choices={(faculties.data ?? []).map((one) => ({ id: one.id_faculty, name: one['p23-2'] }))}
            value={faculty}
            onChoose={(id) => onNarrow({ ...narrowed, faculty: id ?? null })}
          />
          <SelectChip
            label={t('behind.course')}
            all={t('every')}
            choices={yearsOfStudy.map((id) => ({ id, name: String(id) }))}
            value={course}
            onChoose={(id) => onNarrow({ ...narrowed, course: id ?? null })}
          />
        </FilterChips>
      </div>
      <Chips label={t('fillLabel')} className={styles.chips ?? ''}>
        {[null, ...streamFillLevels].map((fill) => (
          <Chip key={fill} pressed={only === fill} onClick={() => onNarrow({ ...narrowed, only: fill })}>
            {t(`fill.${fill ?? 'all'}`)}
          </Chip>
        ))}
      </Chips>
      {streams.isPending && <ListSkeleton lines={5} />}
      {streams.isError && !streams.data && (
        <LoadFailure title={t('failedStreams')} failure={streams.error} onRetry={() => void streams.refetch()} />
      )}
      {streams.data && rows.length === 0 && (
        <EmptyState title={t(search || only || faculty || course ? 'nothingFound' : 'noStreams')} />
      )}
      {rows.length > 0 && (
        <div className={classNames(card.card, styles.list)}>
          <Heads />
          <ul>
            {rows.map((one) => (
              <li key={one.subgroup} className={styles.stream}>
                <StreamRow of={one} onOpen={(act) => setOpened({ stream: one.subgroup, act })} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {streams.hasNextPage && <LoadMoreButton list={streams} label={t('more')} failed={t('failedStreams')} />}
      {open && year !== null && term !== null && (
        <StreamDialog
          stream={open}
          year={year}
          term={term}
          first={opened?.act === 'merge' ? 'end' : 'look'}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function Heads() {
  const { t } = useTranslation('office');
  return (
    <div className={styles.heads} aria-hidden="true">
      <span className={styles.what}>{t('columns.what')}</span>
      <span className={styles.who}>{t('columns.who')}</span>
      <b className={styles.seats}>
        {t('columns.taken')} <Icon of={down} size="xs" />
      </b>
      <span className={styles.line}>{t('board.waiting')}</span>
      <span className={styles.act} />
    </div>
  );
}

function StreamRow({ of: one, onOpen }: { of: OfficeStream; onOpen: (act: StreamAction) => void }) {
  const { t } = useTranslation('office');
  const { mobile } = useAtom(screenState);
  const act = actionOf(one);
  const hours = one.hours.map((hour) =>
    [weekdayNameByNumber(hour.day_number, 'short'), hour.startsAt, hour.week_kind && t(`weeks.${hour.week_kind}`)]
      .filter(Boolean)
      .join(' '),
  );
  return (
    <>
      <button type="button" className={styles.pick} onClick={() => onOpen('open')} aria-haspopup="dialog">
        <span className={styles.what}>
          <b translate="no">{one.discipline}</b>
          <small>
            {shortenClassTypeInLowercase(one.name_vid_zaniatiy)} · <span translate="no">{one.name}</span>
          </small>
        </span>
        <span className={styles.who}>
          <span translate="no">{formatNameWithHint(shortName(one.t_fio), one.apart)}</span>
          <small>{hours.join(', ') || t('noHours')}</small>
        </span>
        <span className={styles.seats}>
          <SeatAvailabilityBar taken={one.kol_st} capacity={one.capacity}>
            {t('seats', { taken: one.kol_st, seats: one.capacity })}
          </SeatAvailabilityBar>
        </span>
        <span className={classNames(styles.line, one.waiting === 0 && styles.nobody)}>
          {one.waiting > 0 && (
            <span className={mobile ? styles.waiting : 'hidden-text'}>{t('waiting', { n: one.waiting })}</span>
          )}
          {!mobile && <span aria-hidden="true">{one.waiting}</span>}
        </span>
        {act === 'open' && (
          <span className={styles.act} aria-hidden="true">
            <span className={styles.pill}>{t('act.open')}</span>
          </span>
        )}
      </button>
      {act !== 'open' && (
        <span className={styles.act}>
          <button
            type="button"
            className={classNames(styles.pill, act === 'seats' && styles.soft)}
            aria-haspopup="dialog"
            onClick={() => onOpen(act)}
          >
            {t(`act.${act}`)}
            <span className="hidden-text" translate="no">
              : {one.discipline}, {one.name}
            </span>
          </button>
        </span>
      )}
    </>
  );
}

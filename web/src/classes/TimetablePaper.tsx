import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import type { TimetableOwnerKind } from '@bilim/contract/page-options.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import type { TermSpan } from '@bilim/contract/term-calendar.ts';
import { termWeekNumber } from '@bilim/contract/term-calendar.ts';
import { type Lesson, lessonKey, type TimetableWeek } from '@bilim/contract/timetable.ts';
import { shortYearLabel } from '@bilim/contract/url-selection.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { queryForCall } from '../core/queryClient.ts';
import { currentDay, formatDocumentDay, formatTypedDay, weekdayNameByNumber } from '../core/time.ts';
import { formatNameWithHint, shortName } from '../kit/person.ts';
import { usePrintHeader, usePrintWhenReady } from '../kit/print.ts';
import styles from './TimetablePaper.module.css';

export interface PrintedTimetable {
  /** Whose timetable a paper is: what its heading says need not be in every class. */
  readonly kind: TimetableOwnerKind;
  readonly name: string;
  readonly week: TimetableWeek;
}

interface Props {
  /** Null: it is still read. */
  of: PrintedTimetable | null;
  term: { year: number; ws: number };
  onDone: () => void;
}

/** The timetable of a whole term on A4 across, by days and hours: of a group, a teacher or a room. Prints itself once. */
export function TimetablePaper({ of, term, onDone }: Props) {
  const { t } = useTranslation('schedule');
  const paper = usePrintHeader();
  const years = useQuery(queryForCall('discipline', discipline.years, {}));
  const spans = useQuery(queryForCall('schedule', schedule.term, term));
  // What the first answer of the page brought has never been fetched, and is no longer pending.
  usePrintWhenReady(of !== null && paper.university !== '' && !years.isPending && !spans.isPending, onDone);
  if (!of) return null;
  const [span = null] = spans.data ?? [];
  const year = shortYearLabel(years.data?.find((one) => one.id_a_year === term.year)?.p32 ?? '');
  const slots = slotsOf(of.week);
  // A free day between others has its column: a week without a Friday would look like a mistake.
  const days = of.week.slice(0, of.week.findLastIndex(({ lessons }) => lessons.length > 0) + 1);
  return createPortal(
    <div className={styles.paper} data-testid="timetable-paper">
      <p translate="no">{paper.university}</p>
      <h1>
        {t(`paper.${of.kind}`)} <span translate="no">{of.kind === 'teacher' ? paper.name(of.name) : of.name}</span>
      </h1>
      <p>
        {t('paper.term', { term: t(`common:term.${term.ws}`), year })}
        {span && `, ${formatDocumentDay(span.startsOn)} – ${formatDocumentDay(span.endsOn)}`}
      </p>
      <table>
        <thead>
          <tr>
            <th>{t('details.time')}</th>
            {days.map(({ day_number: day }) => (
              <th key={day}>{weekdayNameByNumber(day, 'weekday')}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => (
            <tr key={slot.id}>
              <th>
                {slot.startsAt} – {slot.endsAt}
              </th>
              {days.map(({ day_number: day, lessons }) => (
                <td key={day}>
                  {lessons
                    .filter(({ id_time }) => id_time === slot.id)
                    .map((lesson) => (
                      <PaperClass
                        key={lessonKey(lesson)}
                        lesson={lesson}
                        kind={of.kind}
                        span={span}
                        name={paper.name}
                      />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('paper.printed', { day: formatDocumentDay(currentDay()) })}</p>
    </div>,
    document.body,
  );
}

function slotsOf(week: TimetableWeek): { id: number; startsAt: string; endsAt: string }[] {
  const slots = new Map(
    week.flatMap(({ lessons }) =>
      lessons.map(({ id_time: id, startsAt, endsAt }) => [id, { id, startsAt, endsAt }] as const),
    ),
  );
  return [...slots.values()].sort((a, b) => a.startsAt.localeCompare(b.startsAt));
}

interface ClassProps {
  lesson: Lesson;
  kind: TimetableOwnerKind;
  span: TermSpan | null;
  name: (fullName: string) => string;
}

/** A class in its cell: what, when it is not every week, where, and with whom. */
function PaperClass({ lesson, kind, span, name }: ClassProps) {
  const { t } = useTranslation('schedule');
  const { week_kind: weeks, week_from: from, week_to: to, subgroup, groups } = lesson;
  const isWhole = span === null || (from <= 1 && to >= termWeekNumber(span.startsOn, span.endsOn));
  const facts = [
    shortenClassTypeInLowercase(lesson.name_vid_zaniatiy),
    weeks > 0 && t(weeks === 1 ? 'oddOnly' : 'evenOnly'),
    lesson.date === null ? !isWhole && t('paper.weeks', { from, to }) : formatTypedDay(lesson.date),
    subgroup > 0 && t('subgroup', { number: subgroup }),
    kind !== 'room' && lesson.auditorium && t('room', { room: lesson.auditorium }),
    ...(kind === 'group' ? [] : groups.map(({ p20 }, at) => (at < groups.length - 1 ? `${p20},` : p20))),
    kind !== 'teacher' && formatNameWithHint(name(shortName(lesson.t_fio)), lesson.apart),
  ].flatMap((fact) => fact || []);
  return (
    <p className={styles.class}>
      <b translate="no">{lesson.discipline}</b>
      <span translate="no">
        {facts.map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is printed once never moves
          <Fragment key={at}>
            <span className={styles.fact}>
              {fact}
              {at < facts.length - 1 && !fact.endsWith(',') && ' ·'}
            </span>{' '}
          </Fragment>
        ))}
      </span>
    </p>
  );
}

import warning from 'icon:warning-fill';
import { useTranslation } from 'react-i18next';
import { nameOfWeekday } from '../../core/time.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Seats } from '../../university/Seats.tsx';
import { Option } from './Option.tsx';
import type { StreamRow } from './registration.data.ts';
import styles from './StreamOption.module.css';

/** What a stream's lessons clash with, each once. */
export function clashesOf(stream: StreamRow): string[] {
  return [
    ...new Set(
      stream.lessons
        .filter((lesson) => lesson.clash !== null)
        .map((lesson) => `${nameOfWeekday(lesson.day_number, 'short')} ${lesson.starts} — ${lesson.clash}`),
    ),
  ];
}

interface Props {
  name: string;
  stream: StreamRow;
  checked: boolean;
  /** The student is in it already. */
  own: boolean;
  onChoose: () => void;
}

/** A stream with its seats, its hours and what they clash with. */
export function StreamOption({ name, stream, checked, own, onChoose }: Props) {
  const { t } = useTranslation('registration');
  const full = stream.free < 1;
  return (
    <Option name={name} checked={checked} onChoose={onChoose} title={stream.name} data pale={full && !own}>
      <span className={styles.seats}>
        <Seats taken={stream.kol_st} capacity={stream.capacity}>
          {full ? t('noSeats') : t('free', { free: stream.free, seats: stream.capacity })}
        </Seats>
      </span>
      {own && <span className={styles.line}>{t('yourStream')}</span>}
      {stream.place !== null ? (
        <span className={styles.line}>{t('yourPlace', { place: stream.place, of: stream.waiting })}</span>
      ) : (
        stream.waiting > 0 && <span className={styles.line}>{t('inLineNow', { n: stream.waiting })}</span>
      )}
      {stream.lessons.length > 0 && (
        <span className={styles.hours}>
          {stream.lessons.map((lesson) => (
            <span
              key={`${lesson.day_number} ${lesson.num_slot} ${lesson.week_kind}`}
              className={classes(lesson.clash !== null && styles.clash)}
            >
              {lesson.clash !== null && <Icon of={warning} size="xs" />}
              {nameOfWeekday(lesson.day_number, 'short')} {lesson.starts}
              {lesson.week_kind > 0 && ` ${t(lesson.week_kind === 1 ? 'oddWeeks' : 'evenWeeks')}`}
              {lesson.clash !== null && <span className="hidden-text">{t('clashesWith', { with: lesson.clash })}</span>}
            </span>
          ))}
        </span>
      )}
    </Option>
  );
}

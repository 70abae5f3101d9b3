import { useTranslation } from 'react-i18next';
import { weekdayNameByNumber } from '../../core/time.ts';
import { shortName } from '../../kit/person.ts';
import styles from './StreamForm.module.css';
import {
  formatWireHours,
  type StreamCheckResult,
  type StreamDetails,
  type StreamHours,
  type StreamTeacher,
  type StreamTimeSlot,
  toStreamHours,
} from './streams.data.ts';

interface Props {
  current: StreamDetails;
  now: { teacher: number | null; capacity: number; room: number | null; hours: StreamHours };
  teachers: readonly StreamTeacher[];
  found: StreamCheckResult;
  places: readonly StreamTimeSlot[];
}

/** What will be otherwise for those who are registered, before it is saved. */
export function StreamChangePreview({ current, now, teachers, found, places }: Props) {
  const { t } = useTranslation('office');
  const was = toStreamHours(current);
  const words = (hours: StreamHours) =>
    Object.entries(hours)
      .sort()
      .map(([time, weeks]) => {
        const [day, slot] = time.split('-').map(Number);
        const startsAt = places.find((one) => one.id_time === slot)?.startsAt ?? '';
        return [weekdayNameByNumber(day ?? 1, 'short'), startsAt, weeks && t(`weeks.${weeks}`)]
          .filter(Boolean)
          .join(' ');
      })
      .join(', ') || t('noHours');
  const teacher = teachers.find((one) => one.id_teacher === now.teacher);
  const room = (id: number | null, known: string | null | undefined) =>
    found.rooms.find((one) => one.id_auditorium === id)?.auditorium ?? known ?? '—';
  const isMoved = formatWireHours(was) !== formatWireHours(now.hours);
  const isOther = now.teacher !== current.id_teacher;
  const lines = [
    isOther &&
      t('stream.differsTeacher', { was: shortName(current.t_fio), now: teacher ? shortName(teacher.t_fio) : '—' }),
    now.capacity !== current.capacity && t('stream.differsSeats', { was: current.capacity, now: now.capacity }),
    isMoved && t('stream.differsHours', { was: words(was), now: words(now.hours) }),
    now.room !== current.id_auditorium &&
      t('stream.differsRoom', { was: room(null, current.hours[0]?.auditorium), now: room(now.room, null) }),
  ].filter((line) => line !== false);
  return (
    <div className={styles.differs}>
      <b>{t('stream.differs')}</b>
      {lines.length === 0 && <p>{t('stream.nothingDiffers')}</p>}
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {(isMoved || isOther) && <li>{t('stream.fromWeek', { week: found.week })}</li>}
      </ul>
    </div>
  );
}

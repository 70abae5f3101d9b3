import type { TFunction } from 'i18next';
import { weekdayNameByNumber } from '../../core/time.ts';
import type { ChoosableClassType } from './disciplines.ts';
import type { OfferLesson, StreamOffer, StreamOffers } from './registration.data.ts';

export type OfferSlots = StreamOffers['slots'];

const startOf = (slots: OfferSlots, slot: number) => slots.find((one) => one.num_slot === slot)?.starts ?? '';

/** «Вт 13:00, нечётная неделя»; short: «Вт 13:00 нечёт.». */
export function formatLessonTime(lesson: OfferLesson, slots: OfferSlots, t: TFunction, form: 'long' | 'short'): string {
  const hour = `${weekdayNameByNumber(lesson.day_number, 'short')} ${startOf(slots, lesson.num_slot)}`;
  if (lesson.week_kind === 0) return hour;
  const week = lesson.week_kind === 1 ? 'odd' : 'even';
  return form === 'long' ? `${hour}, ${t(`week.${week}`)}` : `${hour} ${t(`weekShort.${week}`)}`;
}

/** When a stream meets; its name when the timetable does not say yet. */
export function formatStreamTimes(
  stream: StreamOffer,
  slots: OfferSlots,
  t: TFunction,
  form: 'long' | 'short',
): string {
  if (!stream.lessons.length) return stream.name;
  const hours = stream.lessons.map((lesson) => formatLessonTime(lesson, slots, t, form)).join(', ');
  return form === 'short' ? hours.toLocaleLowerCase() : hours;
}

/** Rooms of a stream, each once. */
export const formatStreamClassrooms = (stream: StreamOffer): string =>
  [...new Set(stream.lessons.map((lesson) => lesson.room).filter((one) => one !== null))].join(', ');

/** «пн 09:30 лекция»: what is chosen of a class type, or the place in line; null while nothing is. `bare`: the hour alone. */
export function formatChoice(type: ChoosableClassType, slots: OfferSlots, t: TFunction, bare = false): string | null {
  const name = type.name.toLocaleLowerCase();
  if (type.pick) return `${formatStreamTimes(type.pick, slots, t, 'short')}${bare ? '' : ` ${name}`}`;
  return type.line ? `${name}: ${t('inLineAt', { place: type.line.place })}` : null;
}

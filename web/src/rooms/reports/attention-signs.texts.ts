import i18next from 'i18next';
import { dateInWords, formatClockTime, toCalendarDay } from '../../core/time.ts';
import { shortName } from '../../kit/person.ts';
import type { AttentionSign } from './reports.data.ts';

const kinds = ['night', 'present', 'atOnce', 'raised', 'device'] as const;
type Kind = (typeof kinds)[number];

const translate = (key: string, values: Record<string, string | number> = {}) =>
  i18next.t(`reports:worth.${key}`, values);

/** The kind of a card, if this page knows it. */
export const parseAttentionSignKind = (text: string): Kind | undefined => kinds.find((kind) => kind === text);

/** What a card is called: «22 оценки изменены ночью». */
export const attentionSignTitle = (
  kind: Kind,
  { count, students }: Pick<AttentionSign, 'count' | 'students'>,
): string => translate(`${kind}.title`, { count, students: students ?? 0 });

/** Where, and of which day: «Базы данных 2, ФИТ-1-24, ночь на 12 ноября»; of a device its two people. */
export function attentionSignContextText({
  kind,
  discipline,
  group,
  day,
  people,
}: Pick<AttentionSign, 'kind' | 'discipline' | 'group' | 'day' | 'people'>): string {
  if (discipline === null) return people.map(({ fio }) => shortName(fio)).join(', ');
  const night = kind === 'night' && day && translate('night.of', { day: dateInWords(day) });
  return [discipline, group, night].filter(Boolean).join(', ');
}

const between = (first: string, last: string) => (first === last ? first : `${first} – ${last}`);
const days = (first: string | null, last: string | null) =>
  first && last ? between(dateInWords(first), dateInWords(last)) : '';
const hours = ({ begins, ends }: AttentionSign) => between(formatClockTime(begins), formatClockTime(ends));

/** The evidence of a card, a name and a value a line, and how it is otherwise. */
export function formatEvidence(kind: Kind, sign: AttentionSign): (readonly [name: string, value: string])[] {
  const { was, now, students, people, usual } = sign;
  const who = [translate('who'), people.map(({ fio }) => shortName(fio)).join(', ')] as const;
  const change = [translate('mostly'), was && now ? `${was} → ${now}` : ''] as const;
  const whose = [translate('whose'), i18next.t('reports:students', { count: students ?? 0 })] as const;
  const otherwise = [
    translate(`${kind}.usual`),
    usual === null ? '' : translate(`${kind}.usually`, { usual }),
  ] as const;
  const lines: Readonly<Record<Kind, readonly (readonly [string, string])[]>> = {
    night: [change, whose, [translate('when'), hours(sign)], who, otherwise],
    raised: [
      ...[change, whose],
      [translate('when'), days(toCalendarDay(sign.begins), toCalendarDay(sign.ends))],
      ...[who, otherwise],
    ],
    present: [[translate('classes'), days(sign.firstDay, sign.lastDay)], who, otherwise],
    atOnce: [
      [translate('classes'), days(sign.firstDay, sign.lastDay)],
      [translate('atOnce.filled'), `${dateInWords(toCalendarDay(sign.ends))}, ${hours(sign)}`],
      ...[who, otherwise],
    ],
    device: [
      [translate('device.turns'), translate('device.times', { count: sign.count })],
      [translate('when'), days(toCalendarDay(sign.begins), toCalendarDay(sign.ends))],
      otherwise,
    ],
  };
  return lines[kind].filter(([, value]) => value);
}

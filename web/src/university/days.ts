import { codeOf, language } from '../core/i18n.ts';

/** Names that a browser without Kyrgyz data would say in another language. */
const kyrgyz = {
  weekdays: ['дш', 'шш', 'шр', 'бш', 'жм', 'иш', 'жк'],
  months: [
    'январь',
    'февраль',
    'март',
    'апрель',
    'май',
    'июнь',
    'июль',
    'август',
    'сентябрь',
    'октябрь',
    'ноябрь',
    'декабрь',
  ],
};

/** Monday, so that a weekday's number gives its name. */
const monday = Date.UTC(2024, 0, 1);

/** The short name of weekday 1 (Monday) to 7, in the interface's language. */
export function shortWeekday(day: number): string {
  if (language.get() === 'kg') return kyrgyz.weekdays[day - 1] ?? '';
  return new Intl.DateTimeFormat(codeOf(language.get()), { weekday: 'short', timeZone: 'UTC' }).format(
    monday + (day - 1) * 86_400_000,
  );
}

/** Day and month of a calendar day YYYY-MM-DD, such as «5 января». */
export function dayAndMonth(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (language.get() === 'kg') return `${date.getUTCDate()}-${kyrgyz.months[date.getUTCMonth()]}`;
  return new Intl.DateTimeFormat(codeOf(language.get()), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    date,
  );
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { calendarDayOptions, formatCalendarDay } from './calendar-day.ts';

it('a day is read alike, in whatever order and digits a locale writes it', () => {
  const moment = new Date('2026-03-04T20:30:00Z');
  for (const locale of ['en-CA', 'en-US', 'en-GB', 'ky', 'ar-EG', 'fa-IR', 'th-TH', 'ja-JP-u-ca-japanese']) {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Bishkek', ...calendarDayOptions });
    assert.equal(formatCalendarDay(format, moment), '2026-03-05', locale);
  }
});

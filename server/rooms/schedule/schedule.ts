import { randomBytes } from 'node:crypto';
import type { Output } from '@bilim/contract/call.ts';
import { timetableOwnerKinds } from '@bilim/contract/page-options.ts';
import { schedule as calls } from '@bilim/contract/schedule.ts';
import type { TermSpan } from '@bilim/contract/term-calendar.ts';
import { lockCallerAccountRow } from '../../auth/pending-sign-ins.queries.ts';
import { readPathParameter } from '../../call/path-parameter.ts';
import { type CallContext, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { addTeacherNamesakeHints } from '../../university/namesakes.queries.ts';
import { readCurrentTerm } from '../../university/university.queries.ts';
import { authorizeCalendarFeed, authorizeOwnSchedule, authorizeTimetable } from './schedule.access.ts';
import { begins } from './schedule.begins.ts';
import { formatICalendar, type TermLessons } from './schedule.calendar.ts';
import {
  deleteCalendarFeed,
  type LessonRow,
  readCalendarFeedKey,
  readLessonChanges,
  readLessons,
  readTermSpan,
  storeCalendarFeed,
} from './schedule.queries.ts';

const schoolDays = 6;

/** Six days with their lessons; a seventh only when it has some. */
function byDay(lessons: readonly LessonRow[]): Output<typeof calls.student> {
  const days = lessons.some((lesson) => lesson.day_number > schoolDays) ? schoolDays + 1 : schoolDays;
  const week = Array.from({ length: days }, (_, index) => ({ day_number: index + 1, lessons: [] as LessonRow[] }));
  for (const lesson of lessons) week[lesson.day_number - 1]?.lessons.push(lesson);
  return week;
}

async function own({
  db,
  caller,
  input,
  app,
  language,
}: CallContext<typeof calls.student> | CallContext<typeof calls.teacher>) {
  const { timeZone } = app.settings;
  const where = { year: input.year, term: input.ws, timeZone, language };
  return byDay(
    await addTeacherNamesakeHints(db, language, await readLessons(db, authorizeOwnSchedule(caller), where), 'list'),
  );
}

/** The address without its origin: the browser knows under which name it reached the portal. */
const addressOf = (key: string) => `${calls.calendar.path.replace(':key', key)}.ics`;

/** The timetable of the caller's term, and the calendar feed. */
export const schedule = room('schedule', calls, {
  begins,
  handlers: {
    teacher: own,
    student: own,

    async whole({ db, input, app, language }) {
      const kind = timetableOwnerKinds.find((one) => one === input.kind);
      if (!kind) throw new Refusal('call.invalid', 400, { fields: { kind: 'field.range' } });
      const open = await authorizeTimetable(db, { kind, id: input.id }, language);
      if (!open) return [];
      const where = { year: input.year, term: input.ws, timeZone: app.settings.timeZone, language };
      return [
        {
          name: open.name,
          days: byDay(await addTeacherNamesakeHints(db, language, await readLessons(db, open, where), 'list')),
        },
      ];
    },

    async term({ db, input, app }) {
      const span = await app.reference.get(`span ${input.year} ${input.ws}`, () =>
        readTermSpan(db, input.year, input.ws),
      );
      return span ? [span] : [];
    },

    async feed({ db, caller, app }) {
      const feed = await readCalendarFeedKey(db, app.vault, caller.uid);
      return [{ path: feed ? addressOf(feed.key) : null, created: feed?.created ?? null }];
    },

    async renewFeed({ db, caller, language, app }) {
      await lockCallerAccountRow(db, caller);
      const feed = await storeCalendarFeed(db, app.vault, caller.uid, {
        key: randomBytes(24).toString('base64url'),
        language,
      });
      return [{ path: addressOf(feed.key), created: feed.created }];
    },

    async revokeFeed({ db, caller }) {
      await lockCallerAccountRow(db, caller);
      await deleteCalendarFeed(db, caller.uid);
      return [{ result: 1 }];
    },

    async calendar({ db, app, request }) {
      const key = readPathParameter(request, 'key');
      const person = await authorizeCalendarFeed(db, key.replace(/\.ics$/, ''));
      const { language } = person;
      const { timeZone } = app.settings;
      const now = await readCurrentTerm(db, timeZone, language);
      const lessonsOf = async (year: number, term: number, span: TermSpan): Promise<TermLessons> => {
        const lessons = await readLessons(db, person, { year, term, timeZone, language });
        return { lessons, term: span, changes: await readLessonChanges(db, lessons) };
      };
      const own = now && (await lessonsOf(now.yearId, now.termId, now));
      // A calendar is looked at ahead: on the last days of a term the next one counts.
      const next = now && (await readTermSpan(db, now.yearId, now.termId))?.next;
      const coming = next && (await lessonsOf(next.year, next.ws, next));
      const words = {
        name: app.translations.translate(language, 'schedule:title'),
        subgroup: (number: number) => app.translations.translate(language, 'schedule:subgroup', { number }),
        timeZone,
      };
      return {
        headers: {
          'Content-Type': 'text/calendar; charset=utf-8',
          'Content-Disposition': 'inline; filename="bilim.ics"',
        },
        body: formatICalendar(
          [own, coming].filter((one) => one != null),
          words,
        ),
      };
    },
  },
});

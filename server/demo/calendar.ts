/** One term of one academic year; days are YYYY-MM-DD, `year` is the first calendar year. */
export interface TermDays {
  year: number;
  term: number;
  startsOn: string;
  endsOn: string;
}

/** The academic years around a day. */
export interface DemoCalendar {
  /** Four back to one ahead. */
  years: number[];
  /** The year and term that hold the day. */
  year: number;
  term: number;
  days: TermDays[];
}

/**
 * The calendar around `today`. Autumn, spring and summer follow each other without a gap. In July the spring goes on and
 * in August the autumn has begun, so that a demo started in any month has plans, lessons and registrations to show.
 */
export function buildDemoCalendar(today: string): DemoCalendar {
  const calendarYear = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const year = month >= 8 ? calendarYear : calendarYear - 1;
  const years = [-4, -3, -2, -1, 0, 1].map((step) => year + step);
  const days = years.flatMap((first): TermDays[] => {
    const springEnd = month === 7 && first === year ? '07-31' : '06-30';
    const summerStart = springEnd === '07-31' ? '08-01' : '07-01';
    const summerEnd = month === 8 && first === year - 1 ? '07-31' : '08-31';
    const autumnStart = month === 8 && first === year ? '08-01' : '09-01';
    return [
      { year: first, term: 1, startsOn: `${first}-${autumnStart}`, endsOn: `${first + 1}-01-17` },
      { year: first, term: 2, startsOn: `${first + 1}-01-18`, endsOn: `${first + 1}-${springEnd}` },
      { year: first, term: 3, startsOn: `${first + 1}-${summerStart}`, endsOn: `${first + 1}-${summerEnd}` },
    ];
  });
  const now = days.find((row) => row.startsOn <= today && today <= row.endsOn);
  return { years, year, term: now?.term ?? 1, days };
}

/** Weeks that a term touches. */
export function countTermWeeks({ startsOn, endsOn }: TermDays): number {
  return Math.min(30, Math.ceil((Date.parse(endsOn) - Date.parse(startsOn)) / (7 * 86_400_000)) + 1);
}

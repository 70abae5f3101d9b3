import type { UniversityTime } from '@bilim/contract/timetable.ts';
import { useEffect, useState } from 'react';
import { now } from '../core/clock.ts';
import { formatClockTime, toCalendarDay } from '../core/time.ts';

/** How often what depends on the time of day is looked at again, in milliseconds. */
const tick = 15_000;

/** The university's day and time at this moment. */
export function universityTimeNow(): UniversityTime {
  const moment = now();
  return { day: toCalendarDay(moment), time: formatClockTime(moment) };
}

/** The university's day and time; a component that uses it is drawn again when the minute changes. */
export function useUniversityTime(): UniversityTime {
  const [now, setNow] = useState(universityTimeNow);
  useEffect(() => {
    const look = () =>
      setNow((before) => {
        const after = universityTimeNow();
        return after.day === before.day && after.time === before.time ? before : after;
      });
    const timer = setInterval(look, tick);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}

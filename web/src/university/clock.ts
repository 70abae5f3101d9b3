import { useEffect, useState } from 'react';
import { clockTime, dayOf } from '../core/time.ts';

/** How often what depends on the time of day is looked at again, in milliseconds. */
const tick = 15_000;

/** What the university's clock shows: the day as YYYY-MM-DD, the time as HH:MM. */
export interface Now {
  readonly day: string;
  readonly time: string;
}

function read(): Now {
  const moment = new Date();
  return { day: dayOf(moment), time: clockTime(moment.toISOString()) };
}

/** The university's day and time; a component that uses it is drawn again when the minute changes. */
export function useNow(): Now {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const look = () =>
      setNow((before) => {
        const after = read();
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

/** Minutes since midnight of a time HH:MM. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * This moment. Whatever a page decides by the day or the hour, or shows as today, asks here; how long something takes is
 * measured with `performance.now()`.
 */
export function now(): Date {
  return new Date();
}

/** The moment at which the server renders a page; in a browser time goes on. */
let moment: number | undefined;

/** Sets the moment of a page that is rendered on the server, in milliseconds since 1970. */
export const setMoment = (at: number): void => {
  moment = at;
};

/**
 * This moment. Whatever a page decides by the day or the hour, or shows as today, asks here; how long something takes is
 * measured with `performance.now()`.
 */
export function now(): Date {
  return moment === undefined ? new Date() : new Date(moment);
}

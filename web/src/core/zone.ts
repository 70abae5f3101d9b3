let zone = 'Asia/Bishkek';

/** The time zone in which the university lives. */
export const timeZone = (): string => zone;

/** Says in which time zone the university lives. */
export function setTimeZone(name: string): void {
  zone = name;
}

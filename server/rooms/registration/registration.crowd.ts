import { registration } from '@bilim/contract/registration.ts';
import type { House } from '../../call/mount.ts';
import { Together } from '../../core/batcher.ts';
import { type Save, type Saved, saveSeats } from './registration.seat.queries.ts';

/**
 * How a crowd of saves is taken in: so many students in one statement, so many statements at once; more than the line,
 * or longer than so many ms in it, is sent away and comes again (503).
 */
const ways = { most: 48, lanes: 1, line: 500, within: 2000 };

const crowds = new WeakMap<House, Together<Save, Saved>>();

/** The saves of a process, which go together when many come at once. */
export function crowdOf(house: House): Together<Save, Saved> {
  const { database, settings } = house;
  const save = (saves: readonly Save[], isAlone: boolean) =>
    database.alone((db) => saveSeats(db, settings.timeZone, registration.save.path, saves, isAlone));
  const crowd = crowds.get(house) ?? new Together(ways, save);
  crowds.set(house, crowd);
  return crowd;
}

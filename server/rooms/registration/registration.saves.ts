import { registration } from '@bilim/contract/registration.ts';
import type { AppContext } from '../../call/room.ts';
import { RequestBatcher } from '../../core/batcher.ts';
import { type SeatSave, type SeatSaveResult, saveSeats } from './registration.seat.queries.ts';

/**
 * How many saves at once are taken in: so many students in one statement, so many statements at once; more than the line,
 * or longer than so many ms in it, is sent away and comes again (503).
 */
const batchLimits = { most: 48, concurrency: 1, line: 500, within: 2000 };

/** The saves of a process, which go together when many come at once. */
export type SeatSaveBatcher = RequestBatcher<SeatSave, SeatSaveResult>;

export function createSeatSaveBatcher({ database, settings }: AppContext): SeatSaveBatcher {
  return new RequestBatcher(batchLimits, (saves, isAlone) =>
    database.alone((db) => saveSeats(db, settings.timeZone, registration.save.path, saves, isAlone)),
  );
}

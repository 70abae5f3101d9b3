import type { offices as calls } from '@bilim/contract/offices.ts';
import type { Handlers } from '../../call/room.ts';
import { officesFor } from '../../university/offices.queries.ts';
import type { State } from './chat.state.ts';

/** The offices as people to write to. */
export const offices: Handlers<typeof calls, State> = {
  async offices({ db, caller, language }) {
    return await officesFor(db, caller, language);
  },
};

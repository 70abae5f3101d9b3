import type { offices as calls } from '@bilim/contract/offices.ts';
import type { Handlers } from '../../call/room.ts';
import { readOffices } from '../../university/offices.queries.ts';
import type { ChatState } from './chat.state.ts';

/** The offices as people to write to. */
export const officesRoom: Handlers<typeof calls, ChatState> = {
  async offices({ db, caller, language }) {
    return await readOffices(db, caller, language);
  },
};

import type { officeMailboxes as calls } from '@bilim/contract/office-mailboxes.ts';
import type { Handlers } from '../../call/room.ts';
import { readOffices } from '../../university/office-mailboxes.queries.ts';
import type { ChatState } from './chat.state.ts';

/** Mailboxes of the offices: whom one may write to. */
export const officeMailboxHandlers: Handlers<typeof calls, ChatState> = {
  async offices({ db, caller, language }) {
    return await readOffices(db, caller, language);
  },
};

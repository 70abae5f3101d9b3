import { call } from './call.ts';
import * as f from './fields.ts';

export const live = {
  stream: call({
    path: '/api/live',
    method: 'GET',
    access: 'in',
    reads: true,
    raw: true,
    /**
     * `recent`: events of the last seconds come first, for a page that was read before its line stood. `rights`: the
     * permissions that the page knows of, as `rightsOf` writes them; where these have changed by now, an event says so.
     */
    input: f.object({ recent: f.optionalFlag(), rights: f.optionalText(300) }),
    output: f.noFields(),
  }),
};

/** What one event of the live stream says: which room changed, and where in it. */
export interface RoomChange {
  readonly room: string;
  readonly key: string | null;
  /** To whoever caused it alone: the Idempotency-Key of the call, whose answer says what changed. */
  readonly cause?: string;
}

import { call } from './call.ts';
import * as f from './fields.ts';

export const live = {
  stream: call({
    path: '/api/live',
    method: 'GET',
    who: 'in',
    reads: true,
    raw: true,
    input: f.nothing(),
    output: f.nothing(),
  }),
};

/** What one event of the live stream says: which room changed, and where in it. */
export interface Changed {
  readonly room: string;
  readonly key: string | null;
}

/** For so many milliseconds an event is told again to a stream that opens, so that nothing falls in between. */
export const liveRetold = 10_000;

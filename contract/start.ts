import { call } from './call.ts';
import * as f from './fields.ts';

/**
 * What a page begins with, in one answer: the replies of the calls that it would make one after the other; 60 a person and
 * minute, then 429 `call.tooOften`.
 */
export const start = {
  page: call({
    path: '/api/start.json',
    method: 'GET',
    access: 'all',
    reads: true,
    own: true,
    beforePasswordChange: true,
    input: f.object({
      /** The first part of the page's address; `today` for the day. */
      page: f.text(30),
      /** Whether the screen is a wide one. */
      wide: f.optionalFlag(),
      /** What is chosen in the address, as it is behind its `?`. */
      search: f.optionalText(500),
      /** What this person used last in this browser, as JSON (`LastUsedSelection` of initial-selection.ts). */
      used: f.optionalText(300),
    }),
    /** `key` is that of start-key.ts; `body` the whole reply, as the call by itself would have answered. */
    output: f.array(f.object({ key: f.string(), body: f.string() })),
  }),
};

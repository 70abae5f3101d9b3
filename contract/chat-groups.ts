import { call } from './call.ts';
import { courseFields } from './conversation.ts';
import * as f from './fields.ts';
import { limits, maxGroupsPerRequest } from './limits.ts';

/** Writing to several groups at once. */
export const chatGroups = {
  /**
   * One message to several own groups or streams of a discipline, once each: all of them or none. Gives the message of
   * each.
   */
  writeToGroups: call({
    path: '/api/chat/writetogroups.json',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    often: 20,
    files: { field: 'files', most: limits.fileCount },
    input: f.object({
      ...courseFields,
      IsSelect: f.flag(),
      groups: f.optionalIds(maxGroupsPerRequest, 'int'),
      message: f.optionalText(1_000_000),
      uid: f.callerId(),
    }),
    output: f.array(f.object({ gr_potok: f.integer(), id_message: f.integer() })),
  }),
};

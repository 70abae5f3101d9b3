import { call } from './call.ts';
import * as f from './fields.ts';
import { limits } from './limits.ts';

/** What members report of a conversation. */
export const chatReports = {
  /**
   * Reports a message of somebody else, or (`id_file`) a file of it, to those who moderate; twice is once. `reason`: one of
   * insult, indecent, threat, spam, else, the last with `words`.
   */
  report: call({
    path: '/api/chat/report.json',
    method: 'POST',
    access: 'in',
    idempotent: true,
    input: f.object({
      id_message: f.id(),
      id_file: f.optionalId(),
      reason: f.text(10, 1),
      words: f.optionalText(limits.reasonLength),
    }),
    output: f.writeResult(),
  }),
};

import { call } from './call.ts';
import * as f from './fields.ts';

/** Mailboxes of the offices of a university, to which one writes as to people. */
export const officeMailboxes = {
  /**
   * The offices to which the caller may write: those of the own faculties and those of the whole university, where
   * somebody is there to answer. `permission`: what those hold; `faculty`: whose office it is, null for all.
   */
  offices: call({
    path: '/api/chat/offices.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(
      f.object({
        id_office: f.integer(),
        fio: f.string(),
        permission: f.string(),
        faculty: f.nullable(f.string()),
        countMessages: f.integer(),
      }),
    ),
  }),
};

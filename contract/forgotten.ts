import { call } from './call.ts';
import * as f from './fields.ts';
import { maxPasswordHelpLength } from './limits.ts';

/** A forgotten password: whom to ask, and a code for whoever has a confirmed address. */
export const forgottenPassword = {
  /** What the sign-in page shows: by faculty, as the faculties say it, and whether codes are sent. */
  help: call({
    path: '/api/forgotten/help.json',
    method: 'POST',
    access: 'all',
    reads: true,
    input: f.noFields(),
    output: f.array(
      f.object({
        sendsCodes: f.boolean(),
        places: f.array(f.object({ faculty: f.string(), text: f.string() })),
      }),
    ),
  }),
  /**
   * Asks for a new password: three times a day for each name. The answer is the same for every name, whether it is
   * somebody's or not.
   */
  ask: call({
    path: '/api/forgotten/ask.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.object({ login: f.text(100, 1) }),
    output: f.writeResult(),
  }),
  /** A new password by the code of the mail: 422 `forgotten.codeWrong` for whatever does not fit. It signs nobody in. */
  renew: call({
    path: '/api/forgotten/renew.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.object({
      login: f.text(100, 1),
      code: f.text(20, 1),
      newPassword: f.text(200),
      /** Removes linked accounts, the calendar's address, and passkeys that are no second step. */
      removeOthers: f.optionalFlag(),
    }),
    output: f.writeResult(),
  }),
  /** The texts of the faculties for whoever looks after their accounts. */
  texts: call({
    path: '/api/forgotten/texts.json',
    method: 'POST',
    access: 'accounts',
    reads: true,
    input: f.noFields(),
    output: f.array(
      f.object({
        id_faculty: f.integer(),
        faculty: f.string(),
        text_ru: f.string(),
        text_kg: f.string(),
        text_en: f.string(),
      }),
    ),
  }),
  /** Sets the text of a faculty; an empty Russian one takes it away, and empty others follow the Russian. */
  setText: call({
    path: '/api/forgotten/text/set.json',
    method: 'POST',
    access: 'accounts',
    input: f.object({
      id_faculty: f.id('int'),
      text_ru: f.text(maxPasswordHelpLength),
      text_kg: f.optionalText(maxPasswordHelpLength),
      text_en: f.optionalText(maxPasswordHelpLength),
    }),
    output: f.writeResult(),
  }),
};

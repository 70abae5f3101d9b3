import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** Which topics reach a person, and how; whatever is left out is as it is without a choice. */
interface NotificationChoices {
  readonly push?: readonly string[];
  readonly mail?: readonly string[];
  readonly isOff?: boolean;
  readonly mailAtOnce?: boolean;
  readonly isQuiet?: boolean;
  readonly isOpen?: boolean;
}

/** Chooses what somebody is notified of, in the place of an earlier choice. */
export async function setNotificationChoices(
  db: Db,
  who: PersonReference,
  choices: NotificationChoices,
): Promise<void> {
  const { push = [], mail = [], isOff = false, mailAtOnce = false, isQuiet = true, isOpen = false } = choices;
  await db`
    insert into notification_setting (person_id, push, mail, is_off, mail_at_once, is_quiet, is_open)
    values (${personIdFragment(db, who)}, ${push as string[]}, ${mail as string[]}, ${isOff}, ${mailAtOnce}, ${isQuiet}, ${isOpen})
    on conflict (person_id) do update set push = excluded.push, mail = excluded.mail, is_off = excluded.is_off,
      mail_at_once = excluded.mail_at_once, is_quiet = excluded.is_quiet, is_open = excluded.is_open`;
}

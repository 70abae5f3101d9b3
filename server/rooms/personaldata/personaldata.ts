import { personaldata as calls } from '@bilim/contract/personaldata.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import type { Caller } from '../../auth/session.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import {
  readConsent,
  readMaxAuditRetentionMonths,
  readNewestPrivacyText,
  readOfficePrivacyText,
  storeConsent,
  storePrivacyTextVersion,
} from './personaldata.queries.ts';

/** What goes some days after leaving, as server/erasure does it; the rest stays, but for the acts. */
const afterLeaving = ['talk', 'files', 'access'] as const;
const forever = ['person', 'study', 'papers'] as const;

/** What the university says is for all its people: 403 for who looks after some faculties alone. */
function everywhere({ limitedTo }: Caller): void {
  if (limitedTo.accounts) throw new Refusal('personaldata.notEverywhere', 403);
}

/** What is kept about people, and what they say to it. */
export const personaldata = room('personaldata', calls, {
  admits: { text: everywhere, setText: everywhere },
  handlers: {
    async about({ db, caller, language, app: { settings } }) {
      const [text, consent, months] = await Promise.all([
        readNewestPrivacyText(db, language),
        readConsent(db, caller.uid),
        readMaxAuditRetentionMonths(db),
      ]);
      // 0: nothing is erased by itself.
      const days = settings.eraseAfterDays || null;
      return [
        {
          kinds: [
            ...forever.map((kind) => ({ kind, days: null, months: null })),
            ...afterLeaving.map((kind) => ({ kind, days, months: null })),
            { kind: 'acts', days: null, months },
          ],
          text,
          consent,
        },
      ];
    },

    async consent({ db, caller, input: { version, given }, request }) {
      if (!(await storeConsent(db, caller.uid, version, given))) throw new Refusal('personaldata.otherVersion', 409);
      await insertAuditEntry(db, request, given ? 'consent.given' : 'consent.withdrawn', caller.uid, {
        count: version,
      });
      return [{ result: 1 }];
    },

    async text({ db }) {
      return await readOfficePrivacyText(db);
    },

    async setText({ db, caller, input, request, publish }) {
      const { text_ru, text_kg, text_en, asks } = input;
      const texts = { ru: text_ru.trim(), kg: text_kg?.trim() ?? '', en: text_en?.trim() ?? '' };
      if (!texts.ru) throw new Refusal('call.invalid', 400, { fields: { text_ru: 'field.required' } });
      const version = await storePrivacyTextVersion(db, { ...texts, asks, by: caller.uid });
      await insertAuditEntry(db, request, 'privacy.text', caller.uid, { count: version });
      publish(['p:accounts'], null, 'people');
      return [{ version }];
    },
  },
});

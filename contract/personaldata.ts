import { call } from './call.ts';
import * as f from './fields.ts';
import { maxPrivacyTextLength } from './limits.ts';

/** What the portal keeps about a person, and whether the person agrees with what the university says about it. */
export const personaldata = {
  /** For the page "My data". */
  about: call({
    path: '/api/personaldata/about.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(
      f.object({
        /**
         * What is kept, in the order of the page: its name (`person`, `study`, `talk`, `papers`, `files`, `access`, `acts`) and
         * how long: `always`, or days after leaving, or months.
         */
        kinds: f.array(f.object({ kind: f.string(), days: f.nullable(f.integer()), months: f.nullable(f.integer()) })),
        /** What the university says, in the caller's language; null: nothing. */
        text: f.nullable(f.object({ version: f.integer(), at: f.timestamp(), text: f.string(), asks: f.boolean() })),
        /** What the caller said last: of which version, when, and whether it was yes; null: nothing yet. */
        consent: f.nullable(f.object({ version: f.integer(), at: f.timestamp(), given: f.boolean() })),
      }),
    ),
  }),
  /** Agrees with the newest version, or takes that back. 409 `personaldata.otherVersion`: there is a newer one. */
  consent: call({
    path: '/api/personaldata/consent.json',
    method: 'POST',
    access: 'in',
    idempotent: true,
    input: f.object({ version: f.id('int'), given: f.flag() }),
    output: f.writeResult(),
  }),
  /** The newest text for who looks after all accounts, and how many of all people agreed with it. */
  text: call({
    path: '/api/personaldata/text.json',
    method: 'POST',
    access: 'accounts',
    reads: 'long',
    input: f.noFields(),
    output: f.array(
      f.object({
        version: f.nullable(f.integer()),
        text_ru: f.string(),
        text_kg: f.string(),
        text_en: f.string(),
        asks: f.boolean(),
        agreed: f.integer(),
        people: f.integer(),
      }),
    ),
  }),
  /** Makes a new version; empty texts in Kyrgyz and English follow the Russian one. */
  setText: call({
    path: '/api/personaldata/text/set.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    input: f.object({
      text_ru: f.text(maxPrivacyTextLength, 1),
      text_kg: f.optionalText(maxPrivacyTextLength),
      text_en: f.optionalText(maxPrivacyTextLength),
      asks: f.flag(),
    }),
    output: f.array(f.object({ version: f.integer() })),
  }),
};

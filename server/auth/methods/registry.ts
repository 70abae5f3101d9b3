import { type SignInMethod, signInMethods } from '@bilim/contract/sign-in-methods.ts';
import { calendarFeedMethod } from './calendar.queries.ts';
import { secondStepCodesMethod } from './codes.queries.ts';
import { linkedAccountsMethod } from './links.queries.ts';
import { emailMethod } from './mail.queries.ts';
import { passkeysMethod } from './passkeys.queries.ts';
import { serviceTokensMethod } from './programs.queries.ts';
import type { RegisteredMethod } from './registered-method.ts';

const registry = {
  passkeys: passkeysMethod,
  codes: secondStepCodesMethod,
  links: linkedAccountsMethod,
  mail: emailMethod,
  calendar: calendarFeedMethod,
  programs: serviceTokensMethod,
} as const satisfies Readonly<Record<SignInMethod, RegisteredMethod>>;

/** What lets into an account besides its password and open sessions, each in a file of its own (docs/adding-a-sign-in-method.md). */
export const methodRegistry: Readonly<Record<SignInMethod, RegisteredMethod>> = registry;

/** What changed in how a person signs in, as the bell shows it. */
export type MethodChange = (typeof registry)[SignInMethod]['changes'][number] | 'password' | 'reset';

/** Entries of the audit that people leave when they set up or remove a method of their own. */
export const ownMethodAuditActions: readonly string[] = signInMethods.flatMap(
  (method) => methodRegistry[method].ownActions,
);

/** What somebody who renews a password by a code from the mailbox may have removed. */
export function methodsRemovableByMailCode(isSecondStepDemanded: boolean): SignInMethod[] {
  return signInMethods.filter((method) => {
    const { removableByMailCode } = methodRegistry[method];
    return removableByMailCode === 'always' || (removableByMailCode !== 'never' && !isSecondStepDemanded);
  });
}

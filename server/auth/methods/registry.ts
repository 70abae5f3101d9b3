import { type SignInMethod, signInMethods } from '@bilim/contract/sign-in-methods.ts';
import { calendarMethod } from './calendar.queries.ts';
import { codesMethod } from './codes.queries.ts';
import { linksMethod } from './links.queries.ts';
import { mailMethod } from './mail.queries.ts';
import { passkeysMethod } from './passkeys.queries.ts';
import { programsMethod } from './programs.queries.ts';
import type { RegisteredMethod } from './registered-method.ts';

const registry = {
  passkeys: passkeysMethod,
  codes: codesMethod,
  links: linksMethod,
  mail: mailMethod,
  calendar: calendarMethod,
  programs: programsMethod,
} as const satisfies Readonly<Record<SignInMethod, RegisteredMethod>>;

/** What lets into an account besides its password and open sessions, each in a file of its own (docs/adding-a-sign-in-method.md). */
export const methodRegistry: Readonly<Record<SignInMethod, RegisteredMethod>> = registry;

/** What changed in how a person signs in, as the bell tells it. */
export type MethodChange = (typeof registry)[SignInMethod]['changes'][number] | 'password' | 'reset';

/** What is reset as the second step. */
export const secondStepMethods: readonly SignInMethod[] = signInMethods.filter(
  (method) => methodRegistry[method].isSecondStep,
);

/** What somebody who renews a password by a code from the mailbox may have removed. */
export function methodsRemovableByMailCode(isSecondStepDemanded: boolean): SignInMethod[] {
  return signInMethods.filter((method) => {
    const { removableByMailCode } = methodRegistry[method];
    return removableByMailCode === 'always' || (removableByMailCode !== 'never' && !isSecondStepDemanded);
  });
}

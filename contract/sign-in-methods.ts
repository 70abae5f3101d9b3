/**
 * What lets somebody into an account, or lets them make a password for it, besides the password itself and open sessions:
 * passkeys, codes of an app with those for recovery, linked accounts of providers, the mail address to which a code for a
 * forgotten password goes, the address of the calendar, and keys of programs that push tables. Whoever resets an account
 * removes them.
 */
export const signInMethods = ['passkeys', 'codes', 'links', 'mail', 'calendar', 'programs'] as const;

/** What is a second step, which is reset as a whole. */
export const secondStepMethods: readonly SignInMethod[] = ['passkeys', 'codes'];

/** What a reset removes only when asked: keys of programs work for the university, every night. */
export const optionalResetMethod: SignInMethod = 'programs';

export type SignInMethod = (typeof signInMethods)[number];

/** Whether this word names one of them. */
export const isSignInMethod = (word: string): word is SignInMethod => signInMethods.some((one) => one === word);

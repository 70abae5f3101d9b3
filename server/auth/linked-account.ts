/** An account elsewhere, at a provider or in a directory, and by which session there somebody came. */
export interface LinkedAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly sid?: string;
}

/** Whom a provider or a directory named: the account there, and what it says the person is called by here. */
export interface NamedIdentity {
  readonly account: LinkedAccount;
  readonly identifier: string | null;
}

/** Whether the database can hold a text as it is: without NUL, and without half a sign, which would become another one. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The longest name of an account there (OpenID Connect Core 2): all are signs that count, and an index holds no longer ones. */
const longestSubject = 255;

/** Whether an account elsewhere may be called so. What is blank stands for anybody of whom nothing is known. */
export const isValidSubject = (text: string): boolean =>
  text.trim() !== '' && text.length <= longestSubject && isStorableText(text);

import type { Input, Output } from '@bilim/contract/call.ts';
import { login } from '@bilim/contract/login.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { callServer } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { toFailure } from '../../core/failure.ts';
import { language, toWireLanguage } from '../../core/i18n.ts';
import { loadConfig, signIn } from '../../core/session.ts';

export { loadConfig, signIn };

/** What every sign-in is answered with. */
export type SignInReply = Output<typeof login.authorize>;
type Logo = Output<typeof login.logo>;

/** What the sign-in page of somebody unknown came with, by language (server/sign-in-page.ts). */
const logosOfPage = JSON.parse(document.getElementById('root')?.dataset.university || '{}') as {
  readonly [language in ReturnType<typeof toWireLanguage>]?: Logo;
};

/**
 * The logo and the name of the university in the page's language; null while they are on their way and when they
 * could not be read; its picture's address is below /lms/public. Without the query cache, which the sign-in page does not carry.
 */
export function useLogo(): Logo | null {
  const [asked, setLogo] = useState<Logo | null>(null);
  const current = useAtom(language);
  const known = logosOfPage[toWireLanguage(current)];
  const logo = known ?? asked;
  useEffect(() => {
    if (known) return;
    const leaving = new AbortController();
    if (current)
      callServer(login.logo, {}, { signal: leaving.signal }).then(setLogo, () => {
        // The mark stands in for the logo.
      });
    return () => leaving.abort();
  }, [current, known]);
  return logo && { ...logo, logo: new URL(logo.logo, `${location.origin}${import.meta.env.BASE_URL}public/`).pathname };
}

/** Completes a sign-in by its reply and opens the page; `shared`: nothing is kept in this browser. */
export type CompleteSignIn = (reply: Promise<SignInReply>, shared: boolean) => Promise<void>;

/** What a sign-in by the password alone does not need. */
export const loadSignInExtras = () => import('./sign-in-extras.ts');

/** What the server asks for before it lets somebody in: work of the browser, or a second step. */
const asksMore = /^login\.(proof|secondStep)$/;

/**
 * Waits for the answer of a sign-in, and does what the server asks for besides: `show` puts that in the form's place, and null
 * gives the form back. `input` is sent again with the browser's work.
 */
export async function completeSignInChallenges(
  reply: Promise<SignInReply>,
  show: (instead: ReactNode) => void,
  input: Input<typeof login.authorize> = {},
): Promise<SignInReply> {
  try {
    return await reply;
  } catch (error) {
    const failure = toFailure(error);
    if (!asksMore.test(failure.code)) throw failure;
    return (await loadSignInExtras()).continueSignIn(failure, input, show);
  }
}

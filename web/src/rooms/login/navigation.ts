import type { RawSearchParams } from '@bilim/contract/page-params.ts';
import { createContext, useContext } from 'react';
import { parsePortalAddress } from '../../core/address.ts';

/** What is behind the `?` of the sign-in page. */
export interface SignInSearchParams {
  /** The page that was asked for, an address of this portal. */
  to?: string;
  /** The provider from which somebody comes back. */
  way?: string;
  /** They sign in on a computer that others use too. */
  shared?: true;
}

/** How the sign-in page leads on: within the portal, and by itself before anything of the portal is there. */
export interface SignInNavigation {
  readonly search: SignInSearchParams;
  /** Fetches what `open` needs, as soon as a sign-in is sent. */
  prepare(): void;
  /** Gives the page another address without leaving it. */
  replaceAddress(address: string): void;
  /** Leads to a page of the portal once it can be drawn, in place of the form. */
  open(page: string): Promise<void>;
}

/** Keeps of an address's parts what the sign-in page knows. */
export function parseSignInSearchParams({ to, way, shared }: RawSearchParams): SignInSearchParams {
  const page = parsePortalAddress(to);
  // The router reads digits as a number.
  const provider = typeof way === 'string' || typeof way === 'number' ? String(way) : '';
  return {
    ...(page && { to: page }),
    ...(provider && { way: provider, ...(shared !== undefined && { shared: true }) }),
  };
}

const NavigationContext = createContext<SignInNavigation | null>(null);
export const SignInNavigationProvider = NavigationContext.Provider;

/** How the sign-in page around this component leads on. */
export function useSignInNavigation(): SignInNavigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('outside of the sign-in page');
  return navigation;
}

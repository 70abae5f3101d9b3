import { createContext, useContext } from 'react';
import { readPortalAddress } from '../../core/address.ts';

/** What is behind the `?` of the sign-in page: `way` and `shared` where somebody comes back from a provider. */
export interface SignInSearchParams {
  /** The page that was asked for, an address of this portal. */
  to?: string;
  way?: unknown;
  shared?: unknown;
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
export function readSignInSearch({ to, way, shared }: Record<string, unknown>): SignInSearchParams {
  const page = readPortalAddress(to);
  return { ...(page && { to: page }), ...(way !== undefined && { way, shared }) };
}

const NavigationContext = createContext<SignInNavigation | null>(null);
export const NavigationProvider = NavigationContext.Provider;

/** How the sign-in page around this component leads on. */
export function useSignInNavigation(): SignInNavigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('outside of the sign-in page');
  return navigation;
}

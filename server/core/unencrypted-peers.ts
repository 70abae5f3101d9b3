import type { Logger } from 'pino';
import type { Directory } from './directory-settings.ts';
import type { OidcProvider } from './oidc-provider-settings.ts';

/** Warns at the start of who keeps accounts and is asked without TLS: the settings allow it inside this machine alone. */
export function warnOfUnencryptedProviders(
  { oidcProviders, directories }: { oidcProviders: readonly OidcProvider[]; directories: readonly Directory[] },
  log: Pick<Logger, 'warn'>,
): void {
  const warn = (setting: string, id: string) =>
    log.warn({ setting, id }, 'Accounts are asked for without TLS: only for trying on this machine');
  for (const { id, issuer } of oidcProviders) if (issuer.startsWith('http:')) warn('OIDC_PROVIDERS', id);
  for (const { id, insecure } of directories) if (insecure) warn('LDAP_DIRECTORIES', id);
}

import { StartupError } from './startup-error.ts';

/** Where a scanner listens: at a port of a host, or at a socket of this machine. */
export type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** The default port of clamd. */
const usualPort = 3310;

/**
 * Reads `SCANNER`; null: there is none.
 * @throws StartupError with one sentence
 */
export function parseScannerAddress(value: string | null): ScannerAddress | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && !url.username && !url.password && !url.search && !url.hash) {
    if (url.protocol === 'tcp:' && url.hostname !== '' && ['', '/'].includes(url.pathname))
      // The brackets of an IPv6 address belong to the URL alone.
      return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || usualPort) };
    if (url.protocol === 'unix:' && url.host === '' && /^\/[^/]/.test(url.pathname))
      return { path: decodeURIComponent(url.pathname) };
  }
  throw new StartupError(
    `SCANNER is "${value}", but it must be where clamd listens, such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.`,
  );
}

/** The address as the setting has it. */
export const formatScannerAddress = (address: ScannerAddress): string =>
  'path' in address
    ? `unix://${address.path}`
    : `tcp://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;

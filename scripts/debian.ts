import { spawnSync } from 'node:child_process';

/** Installs packages of Debian without their services; gives why not, or null. */
export function installDebianPackages(packages: readonly string[]): string | null {
  if (process.getuid?.() !== 0) return 'did not run: it is not installed, and only root may install it';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0;
  if (apt('install', '-y', '--no-install-recommends', ...packages)) return null;
  const came = apt('update') && apt('install', '-y', '--no-install-recommends', ...packages);
  return came ? null : 'did not run: it could not be installed from Debian';
}

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of Debian that the cluster is made of. */
const packages = [
  ...['patroni', 'python3-etcd', 'etcd-server', 'postgresql-15', 'haproxy', 'faketime'],
  ...['swift-account', 'swift-container', 'swift-object', 'swift-proxy', 'memcached'],
] as const;

/**
 * Fetches the packages, with all that they need and the machine does not have, and unpacks them below a folder, where they stay.
 * Nothing is installed. Gives the folder, with what belongs to `/usr` and `/etc`; null when Debian's packages cannot be had.
 */
export function unpackDebianRoot(folder: string): string | null {
  const whole = join(folder, 'root');
  if (existsSync(whole)) return whole;
  const archives = join(folder, 'archives');
  const partly = join(folder, 'unfinished');
  rmSync(partly, { recursive: true, force: true });
  mkdirSync(join(archives, 'partial'), { recursive: true });
  mkdirSync(partly);
  const get = (...words: string[]) => spawnSync('apt-get', words, { stdio: 'ignore' }).status === 0;
  const options = ['-y', '--no-install-recommends', '--download-only'];
  const places = ['-o', `Dir::Cache::archives=${archives}/`, '-o', 'Debug::NoLocking=1'];
  const download = () => get('install', ...options, ...places, ...packages);
  if (!download() && !(get('update') && download())) return null;
  for (const archive of globSync('*.deb', { cwd: archives })) {
    if (spawnSync('dpkg', ['-x', join(archives, archive), partly], { stdio: 'ignore' }).status !== 0) return null;
  }
  rmSync(archives, { recursive: true, force: true });
  renameSync(partly, whole);
  return whole;
}

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { installDebianPackages } from './debian.ts';

/** What a server that npm does not bring asks of the machine. */
interface Peer {
  /** Files that are there once it is installed. */
  readonly needs: readonly string[];
  /** Packages of Debian. */
  readonly packages: readonly string[];
  /** The only ports at which it can listen. */
  readonly ports: readonly number[];
  readonly isRootOnly?: boolean;
}

/** Why a peer cannot run on this machine, once what it needs was installed; null: it can. */
export async function preparePeerServer(peer: Peer, install = installDebianPackages): Promise<string | null> {
  const isThere = () => peer.needs.every((path) => existsSync(path));
  const why = isThere() ? null : install(peer.packages);
  if (why !== null) return why;
  if (!isThere()) return 'did not run: its program is not where Debian puts it';
  if (peer.isRootOnly && process.getuid?.() !== 0) return 'did not run: only root may lay out a Debian of its own';
  return await occupied(peer.ports);
}

/** Why a server that can listen at these ports alone cannot; null: it can. */
async function occupied(ports: readonly number[]): Promise<string | null> {
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) return `did not run: port ${port} is taken, or only root may listen there`;
    server.close();
    await once(server, 'close');
  }
  return null;
}

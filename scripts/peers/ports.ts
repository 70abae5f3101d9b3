import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A port of this machine that nothing listens at. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until a server that was just started takes connections. Throws when it has ended, or takes longer than half a minute. */
export async function waitUntilAnswers(port: number, server: ChildProcess, host = '127.0.0.1'): Promise<void> {
  for (let tries = 0; !(await answers(port, host)); tries++) {
    if (tries > 300 || server.exitCode !== null) throw new Error(`${server.spawnfile} does not start`);
    await wait(100);
  }
}

const answers = (port: number, host: string) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, host);
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });

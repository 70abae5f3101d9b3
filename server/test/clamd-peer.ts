import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { ScannerAddress } from '../core/scanner-settings.ts';

/** What the peer finds in every file that holds it. */
export const infectedText = 'these words are a virus of our tests';
export const testSignature = 'Test.Words-1';

/** How the peer goes wrong; without any of it it answers as clamd does. */
export interface TestClamdFault {
  /** Takes files, and says nothing. */
  hangs?: boolean;
  /** Ends the connection in the midst of the answer, so many times. */
  cuts?: number;
  /** Takes no more bytes than this of a file. */
  limit?: number;
  /** Says this as soon as the first bytes of a file have come. */
  early?: string;
  /** Says this in the place of a verdict. */
  says?: string;
}

/** A server that speaks as much of clamd's protocol as the portal does: PING and INSTREAM. */
export class TestClamdServer {
  fault: TestClamdFault = {};
  /** Files that were taken whole. */
  taken = 0;
  /** Files that were under way together at most. */
  together = 0;
  readonly address: ScannerAddress & { readonly host: string; readonly port: number };
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #now = 0;
  #waiting: (() => void)[] = [];
  #gathered = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
    server.on('connection', (socket) => this.#serve(socket));
  }

  static async open(): Promise<TestClamdServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestClamdServer(server);
  }

  /** The setting of a portal that has its files looked at here. */
  get setting(): string {
    return `tcp://127.0.0.1:${this.address.port}`;
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.#open.size;
  }

  /** Answers none of the next files before so many of them are there together. */
  gather(count: number): void {
    this.#gathered = count;
  }

  /** Is away from now on; `reconnect` listens at the same place again. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    await once(this.#server, 'close');
  }

  async reconnect(): Promise<void> {
    this.#server.listen(this.address.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  #serve(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#open.delete(socket));
    let came = Buffer.alloc(0);
    let isStream = false;
    const content: Buffer[] = [];
    let size = 0;
    socket.on('data', (piece: Buffer) => {
      came = Buffer.concat([came, piece]);
      if (!isStream) {
        const end = came.indexOf(0);
        if (end < 0) return;
        const command = came.subarray(0, end).toString();
        came = came.subarray(end + 1);
        if (command === 'zPING') {
          if (!this.fault.hangs) socket.end('PONG\0');
          return;
        }
        if (command !== 'zINSTREAM') {
          socket.end('UNKNOWN COMMAND\0');
          return;
        }
        isStream = true;
        this.together = Math.max(this.together, ++this.#now);
        socket.once('close', () => this.#now--);
      }
      while (came.length >= 4 && !socket.destroyed) {
        const length = came.readUInt32BE();
        if (this.fault.limit !== undefined && size + length > this.fault.limit) {
          socket.end('INSTREAM size limit exceeded. ERROR\0');
          return;
        }
        if (came.length < 4 + length) return;
        if (length === 0) {
          this.taken++;
          void this.#answer(socket, Buffer.concat(content));
          return;
        }
        content.push(came.subarray(4, 4 + length));
        size += length;
        came = came.subarray(4 + length);
        if (this.fault.early !== undefined) {
          socket.end(`${this.fault.early}\0`);
          return;
        }
      }
    });
  }

  async #answer(socket: Socket, content: Buffer): Promise<void> {
    await this.#gathering();
    const { hangs, cuts = 0, says } = this.fault;
    if (hangs) return;
    const verdict = says ?? (content.includes(infectedText) ? `stream: ${testSignature} FOUND` : 'stream: OK');
    if (cuts > 0) {
      this.fault.cuts = cuts - 1;
      socket.end(verdict.slice(0, -1));
    } else socket.end(`${verdict}\0`);
  }

  async #gathering(): Promise<void> {
    if (this.#gathered === 0) return;
    const all = new Promise<void>((done) => this.#waiting.push(done));
    if (this.#waiting.length >= this.#gathered) {
      this.#gathered = 0;
      for (const done of this.#waiting.splice(0)) done();
    }
    await all;
  }
}

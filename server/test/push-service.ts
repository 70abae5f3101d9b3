import assert from 'node:assert/strict';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSelfSignedCertificate } from './certificate.ts';

/** What a message says when it is decrypted. */
export interface DecryptedMessage {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly count: number;
  readonly over?: readonly string[];
}

/** How the service answers: by a status; elsewhere; or it takes the message and cuts the connection. */
export type PushResponse = number | { readonly elsewhere: string } | 'cut';

/** A browser that has subscribed: its address, its keys, and what has come to it. */
export class PushDevice {
  readonly id = randomUUID();
  auth = randomBytes(16);
  readonly received: DecryptedMessage[] = [];
  /** What is on its screen, by tag: a repeat takes the place of the first. */
  readonly shown = new Map<string, DecryptedMessage>();
  readonly headers: IncomingMessage['headers'][] = [];
  #keys: ECDH = createECDH('prime256v1');
  readonly #service: string;
  /** The answer to the next message. */
  manner: () => PushResponse = () => 201;

  constructor(service: string) {
    this.#service = service;
    this.#keys.generateKeys();
  }

  get endpoint(): string {
    return `${this.#service}/push/${this.id}`;
  }

  get p256dh(): Buffer {
    return this.#keys.getPublicKey();
  }

  /** Takes the keys of another device, where thousands would only cost time. */
  shareKeys(other: PushDevice): void {
    this.#keys = other.#keys;
    this.auth = other.auth;
  }

  /** Decrypts a body by RFC 8291 (aes128gcm). */
  take(body: Buffer, headers: IncomingMessage['headers']): void {
    const [salt, size] = [body.subarray(0, 16), body.readUInt8(20)];
    const theirs = body.subarray(21, 21 + size);
    const shared = this.#keys.computeSecret(theirs);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.p256dh, theirs]);
    const secret = Buffer.from(hkdfSync('sha256', shared, this.auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(body.subarray(-16));
    const plain = Buffer.concat([decipher.update(body.subarray(21 + size, -16)), decipher.final()]);
    const end = plain.lastIndexOf(2);
    const message = JSON.parse(plain.subarray(0, end).toString()) as DecryptedMessage;
    assert.equal(headers.topic, message.tag, 'what has not been delivered yet is replaced by the same name');
    this.headers.push(headers);
    this.received.push(message);
    this.shown.set(message.tag, message);
  }
}

/** A push service as browsers' makers have it (RFC 8030): https, checks who sends, keeps what it was given. */
export class TestPushService {
  readonly #server: Server;
  readonly #folder: string;
  readonly #devices = new Map<string, PushDevice>();
  /** What was wrong with requests: an empty list, if the sender keeps to the standards. */
  readonly faults: string[] = [];
  /** Requests that came, also such as no device was named in. */
  requests = 0;
  /** The key that devices have subscribed with. */
  key = '';

  private constructor(server: Server, folder: string) {
    this.#server = server;
    this.#folder = folder;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response));
  }

  /** Starts it, and lets processes that are started from now on accept its certificate. */
  static async open(): Promise<TestPushService> {
    const { certificate, key } = createSelfSignedCertificate();
    const folder = mkdtempSync(join(tmpdir(), 'bilim-push-'));
    writeFileSync(join(folder, 'certificate.pem'), certificate);
    process.env.NODE_EXTRA_CA_CERTS = join(folder, 'certificate.pem');
    const server = createServer({ cert: certificate, key });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new TestPushService(server, folder);
  }

  get host(): string {
    return `localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  device(host = this.host): PushDevice {
    const device = new PushDevice(`https://${host}`);
    this.#devices.set(device.id, device);
    return device;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const device = this.#devices.get(request.url?.split('/').at(-1) ?? '');
    if (!device || request.method !== 'POST') return void response.writeHead(404).end();
    const manner = device.manner();
    if (typeof manner === 'object') return void response.writeHead(307, { location: manner.elsewhere }).end();
    if (typeof manner === 'number' && manner >= 300) return void response.writeHead(manner).end();
    try {
      this.#checkSender(request);
      device.take(Buffer.concat(pieces), request.headers);
    } catch (fault) {
      this.faults.push(String(fault));
      return void response.writeHead(400).end();
    }
    if (manner === 'cut') request.socket.destroy();
    else response.writeHead(manner).end();
  }

  /** The signature of RFC 8292 over who is asked, until when, and whom to complain to. */
  #checkSender({ headers }: IncomingMessage): void {
    const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
    assert.equal(key, this.key, 'the key that the browser subscribed with');
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key ?? '', 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    assert.ok(isSigned, 'the signature');
    const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      aud: string;
      exp: number;
      sub: string;
    };
    assert.equal(payload.aud, `https://${headers.host}`);
    const hours = (payload.exp - Date.now() / 1000) / 3600;
    assert.ok(hours > 0 && hours <= 24, `valid for ${hours} hours`);
    assert.match(payload.sub, /^(mailto:.+@|https:\/\/)/);
    assert.equal(headers['content-encoding'], 'aes128gcm');
    assert.ok(Number(headers.ttl) > 0);
  }
}

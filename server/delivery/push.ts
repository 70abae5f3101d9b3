import { type LookupAddress, type LookupAllOptions, lookup as lookUp } from 'node:dns';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import webpush from 'web-push';
import { resolveHostNameWithTimeout } from '../core/host-names.ts';
import { isConfiguredPushHost, isPublicAddress, parsePushEndpoint } from './push-addresses.ts';
import type { PushKeys } from './push-keys.queries.ts';

/** Milliseconds for a push service to answer, its name and the connection included. */
const answerTimeoutMs = 10_000;
/** Connections to one host. */
const maxConnectionsPerHost = 64;
/** Seconds that a push service keeps a message for a device that is switched off. */
const timeToLiveSeconds = 2 * 86_400;
/** Bytes of an answer that are read; what it says beyond its status interests nobody. */
const readOfAnswer = 10_000;
/** Where a push service may complain (RFC 8292), as long as the portal has no address of its own. */
const nowhere = 'mailto:push@bilim.invalid';

/** A browser that push messages are encrypted for. */
export interface PushRecipient {
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** What a device gets. */
export interface PushPayload {
  /** The same at a repeat, so that it takes the place of the first. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Where a tap leads, below the origin. */
  readonly url: string;
  /** How many notices it is about. */
  readonly count: number;
  /** Tags of what is shown there and over: it closes that. */
  readonly over?: readonly string[];
}

/** What a push service said: a status, or why there is none; `pause`: seconds that it wants to be left alone. */
export interface PushReply {
  readonly status: number | null;
  readonly fault: string | null;
  readonly pause: number | null;
}

/** Resolves all addresses of a name as `dns.lookup` does. */
export type LookupHost = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Names that people have given are asked for with a limit; those of `PUSH_HOSTS` may be in the machine's own list. */
const bounded: LookupHost = (host, _options, answer) =>
  void resolveHostNameWithTimeout(host).then(
    (addresses) => answer(null, addresses),
    (error) => answer(error, []),
  );

interface Dependencies {
  readonly keys: PushKeys;
  readonly pushHosts: readonly string[];
  /** The portal's address; push services take only https. */
  readonly publicAddress: string | null;
  readonly lookup?: LookupHost;
}

const faultOf = (error: unknown): string => {
  const { code, name } = error as NodeJS.ErrnoException;
  return code !== undefined && typeof code === 'string' ? code : name;
};

/** Sends push messages (RFC 8030), encrypted for the device (RFC 8291) and signed with the portal's key (RFC 8292). */
export class PushSender {
  readonly #vapid: { subject: string; publicKey: string; privateKey: string };
  readonly #pushHosts: readonly string[];
  readonly #agent: Agent;

  constructor({ keys, pushHosts, publicAddress, lookup = pushHosts.length ? lookUp : bounded }: Dependencies) {
    const subject = publicAddress?.startsWith('https:') ? publicAddress : nowhere;
    this.#vapid = { subject, publicKey: keys.public, privateKey: keys.private };
    this.#pushHosts = pushHosts;
    this.#agent = new Agent({ keepAlive: true, maxSockets: maxConnectionsPerHost, lookup: guarded(lookup, pushHosts) });
  }

  /** Never fails: what went wrong is in the answer. */
  async send(device: PushRecipient, payload: PushPayload, isUrgent: boolean): Promise<PushReply> {
    const url = parsePushEndpoint(device.endpoint, this.#pushHosts);
    if (!url) return { status: null, fault: 'EADDRESS', pause: null };
    try {
      return await this.#post(url, this.#requestFor(device, payload, isUrgent));
    } catch (error) {
      return { status: null, fault: faultOf(error), pause: null };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #requestFor({ endpoint, p256dh, auth }: PushRecipient, payload: PushPayload, isUrgent: boolean) {
    const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
    return webpush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
      vapidDetails: this.#vapid,
      contentEncoding: 'aes128gcm',
      urgency: isUrgent ? 'high' : 'normal',
      topic: payload.tag,
      TTL: timeToLiveSeconds,
    });
  }

  /** A redirect is an answer like any other: the request is ours, and nothing follows it. */
  #post(url: URL, { headers, body }: webpush.RequestDetails): Promise<PushReply> {
    return new Promise((done, fail) => {
      const sent = request(url, {
        method: 'POST',
        headers: headers as Record<string, string>,
        agent: this.#agent,
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      sent.once('error', fail);
      sent.once('response', (response) => {
        let read = 0;
        response.on('error', () => undefined);
        response.on('data', (piece: Buffer) => {
          read += piece.length;
          if (read > readOfAnswer) response.destroy();
        });
        const after = Number(response.headers['retry-after']);
        done({ status: response.statusCode ?? null, fault: null, pause: after > 0 ? after : null });
      });
      sent.end(body);
    });
  }
}

/**
 * A name is resolved where the connection is made, and the connection goes to what was looked at: a name that leads
 * elsewhere a moment later gains nothing by it.
 */
function guarded(lookup: LookupHost, pushHosts: readonly string[]): LookupFunction {
  return (host, options, answer) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, '', 0);
      const [first] = addresses;
      const isFit = isConfiguredPushHost(host, pushHosts) || addresses.every(({ address }) => isPublicAddress(address));
      if (!first || !isFit)
        return answer(Object.assign(new Error('the name leads to the inside'), { code: 'EINSIDE' }), '', 0);
      if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}

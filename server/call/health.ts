import { timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { sha256 } from '../auth/session.ts';
import { isAddressWithin, normalizeAddress, parseIpRanges } from '../core/addresses.ts';
import { Refusal } from '../core/refusal.ts';
import type { SupervisedProcess } from '../core/supervised-process.ts';
import type { Database } from '../database/database.ts';
import type { FileScanner } from '../files/scanner.ts';
import type { FileStore } from '../files/store.ts';
import type { LiveEvents } from '../live/live.ts';
import type { Settings } from '../settings.ts';
import { Metrics } from './metrics.ts';
import type { DatabaseOutageReporter } from './outage.ts';

/** Milliseconds after which a database that says nothing counts as gone. */
const answerTimeoutMs = 2000;
/** Proxies wait for a second: they would take away all nodes for what these can do without. */
const saidWithinMs = 500;
const type = 'text/plain; charset=utf-8';
/** Headers that only a proxy puts on a request. */
const throughProxy = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Addresses that only a detailed log names: they are asked every few seconds. */
const prefixes = ['', '/lms'] as const;
export const healthPaths: ReadonlySet<string> = new Set(
  prefixes.flatMap((prefix) => ['/healthz', '/readyz', '/metrics'].map((path) => prefix + path)),
);

/** What is asked whether it answers, besides the database. */
interface AskedFiles {
  readonly store: Pick<FileStore, 'answers'>;
  readonly scanner: Pick<FileScanner, 'answers'> | null;
}

/** What the machines around the portal ask: does it live, may it be sent people, how is it. */
export class HealthCheck {
  readonly #database: Database;
  readonly #files: AskedFiles | null;
  readonly #outage: Pick<DatabaseOutageReporter, 'isOn' | 'covers' | 'takesNoWrites'> | null;
  readonly #registry = new Registry();
  readonly #calls: Histogram<'method' | 'path' | 'status'>;
  readonly #refused: Counter<'code'>;
  readonly #metrics: Metrics;
  readonly #helpers: SupervisedProcess[] = [];
  #probe: Promise<boolean> | null = null;
  #storeProbe: Promise<boolean> | null = null;
  #scannerProbe: Promise<boolean> | null = null;
  #stopping = false;

  constructor(
    database: Database,
    live: Pick<LiveEvents, 'size'>,
    { dataDir }: Pick<Settings, 'dataDir'>,
    files: AskedFiles | null = null,
    outage: Pick<DatabaseOutageReporter, 'isOn' | 'covers' | 'takesNoWrites'> | null = null,
  ) {
    this.#database = database;
    this.#files = files;
    this.#outage = outage;
    const registers = [this.#registry];
    this.#metrics = new Metrics(this.#registry, { database, dataDir, helpers: this.#helpers });
    collectDefaultMetrics({ register: this.#registry });
    this.#calls = new Histogram({
      name: 'bilim_call_seconds',
      help: 'How long requests took, by route and status.',
      labelNames: ['method', 'path', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
      registers,
    });
    this.#refused = new Counter({
      name: 'bilim_refusals_total',
      help: 'Refused requests, by the code of the refusal.',
      labelNames: ['code'],
      registers,
    });
    new Gauge({
      name: 'bilim_live_streams',
      help: 'Browsers that hang on the live line of this node.',
      registers,
      collect() {
        this.set(live.size);
      },
    });
    const filesAnswer = () => this.#filesAnswer();
    new Gauge({
      name: 'bilim_files_store_answers',
      help: 'Whether the store of files answered when it was asked for the figures.',
      registers,
      async collect() {
        this.set((await filesAnswer()) ? 1 : 0);
      },
    });
    const scannerAnswers = () => this.#scannerAnswers();
    // Where nothing is scanned there is no figure.
    if (files?.scanner)
      new Gauge({
        name: 'bilim_scanner_answers',
        help: 'Whether the scanner of files answered when it was asked for the figures.',
        registers,
        async collect() {
          this.set((await scannerAnswers()) ? 1 : 0);
        },
      });
    new Gauge({
      name: 'bilim_database_waiting',
      help: 'Calls that wait for a database connection.',
      registers,
      collect() {
        this.set(database.waiting);
      },
    });
  }

  /** Counts a request that was answered. */
  answered(request: FastifyRequest, status: number, seconds: number): void {
    const path = request.routeOptions.url ?? 'unknown';
    if (!healthPaths.has(path)) this.#calls.observe({ method: request.method, path, status }, seconds);
  }

  refused(code: string): void {
    this.#refused.inc({ code });
  }

  /** From now on the metrics include this helper process. */
  watch(helper: SupervisedProcess): void {
    this.#helpers.push(helper);
  }

  /** From now on no more people are wanted here: the proxy shall send them to another node. */
  stopping(): void {
    this.#stopping = true;
  }

  /** Whether the portal stops. */
  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Whoever asks from one of the addresses, or with the token, may read the metrics; to anybody else they do not exist. */
  mount(fastify: FastifyInstance, { metricsFrom, metricsToken }: Pick<Settings, 'metricsFrom' | 'metricsToken'>): void {
    const readers = { from: parseIpRanges(metricsFrom), token: metricsToken };
    for (const prefix of prefixes) this.#mountBelow(fastify, prefix, readers);
  }

  /** Also below /lms, the one path that a proxy forwards: there the page would say yes whatever the database does. */
  #mountBelow(fastify: FastifyInstance, prefix: string, readers: Readers): void {
    const options = { schema: { hide: true }, exposeHeadRoute: true };
    fastify.get(`${prefix}/healthz`, options, (_, reply) =>
      reply.type(type).header('Cache-Control', 'no-store').send('ok\n'),
    );
    fastify.get(`${prefix}/readyz`, options, async (_, reply) => {
      const ready = !this.#stopping && (await this.#databaseAnswers());
      return reply
        .code(ready ? 200 : 503)
        .type(type)
        .header('Cache-Control', 'no-store')
        .send(ready ? await this.#ready() : 'not ready\n');
    });
    fastify.get(`${prefix}/metrics`, options, async (request, reply) => {
      if (!mayRead(request, readers)) throw new Refusal('call.notFound', 404);
      await this.#metrics.renew();
      return reply
        .type(this.#registry.contentType)
        .header('Cache-Control', 'no-store')
        .send(await this.#registry.metrics());
    });
  }

  /** Without its files the portal still does most of its work: the proxy keeps its nodes, and the fault is reported. */
  async #ready(): Promise<string> {
    const soon = [this.#filesAnswer(), this.#scannerAnswers()].map((answer) => inTime(answer, saidWithinMs));
    const [files, scanner] = await Promise.all(soon);
    const silent = [...(files ? [] : ['the store of files']), ...(scanner ? [] : ['the scanner of files'])];
    if (silent.length === 0) return 'ready\n';
    return `ready, but ${silent.join(' and ')} ${silent.length === 1 ? 'does' : 'do'} not answer\n`;
  }

  #scannerAnswers(): Promise<boolean> {
    this.#scannerProbe ??= inTime(this.#files?.scanner?.answers() ?? Promise.resolve(true)).finally(() => {
      this.#scannerProbe = null;
    });
    return this.#scannerProbe;
  }

  #filesAnswer(): Promise<boolean> {
    this.#storeProbe ??= inTime(this.#files?.store.answers() ?? Promise.resolve(true)).finally(() => {
      this.#storeProbe = null;
    });
    return this.#storeProbe;
  }

  /** However often it is asked, one question is under way. */
  #databaseAnswers(): Promise<boolean> {
    this.#probe ??= inTime(this.#mayServe()).finally(() => {
      this.#probe = null;
    });
    return this.#probe;
  }

  /** What it finds wrong is in the log, also of a node that no call has reached. */
  async #mayServe(): Promise<boolean> {
    try {
      const writes = await this.#database.mayWrite();
      if (!writes) this.#outage?.takesNoWrites();
      // Its open connections may go on while others cannot be had.
      return writes && (!this.#outage?.isOn || (await this.#database.takesConnections()));
    } catch (failure) {
      this.#outage?.covers(failure);
      return false;
    }
  }
}

/** What is answered; false when it takes too long, or fails. */
async function inTime(answer: Promise<boolean>, within = answerTimeoutMs): Promise<boolean> {
  const asked = new AbortController();
  const late = wait(within, false, { signal: asked.signal });
  return await Promise.race([answer.catch(() => false), late]).finally(() => asked.abort());
}

/** Who may read the metrics. */
interface Readers {
  readonly from: BlockList;
  readonly token: string | null;
}

/** By the token, or from an address that asks this node itself: what came through a proxy came from outside. */
function mayRead(request: FastifyRequest, { from, token }: Readers): boolean {
  const [, parsed] = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (parsed !== undefined) return token !== null && timingSafeEqual(sha256(parsed), sha256(token));
  if (throughProxy.some((name) => request.headers[name] !== undefined)) return false;
  return isAddressWithin(from, normalizeAddress(request.socket.remoteAddress ?? ''));
}

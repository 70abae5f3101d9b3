import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { callsRole } from '../../server/database/calls-role.ts';
import { portalRole } from '../../server/database/embedded/roles.ts';
import { Swift } from '../peers/swift.ts';
import { projectFolder } from '../results.ts';
import {
  configurePatroni,
  databaseNames,
  etcdNames,
  passwordByRole,
  type Roles,
  readRoles,
  startEtcd,
  startPatroni,
} from './databases.ts';
import { createNetwork, Machine } from './machine.ts';
import { type FaultTarget, type MachineName, machineNames } from './plan.ts';
import { until } from './until.ts';

const nodeNames = ['node1', 'node2'] as const;
const nodePort = 3000;
const proxyPort = 8080;
const bucket = 'plugs';
const roleOf = { superuser: 'postgres', portal: portalRole, calls: callsRole };
/** Room for the database with its log, and for objects; a full disk is filled, which must not take long. */
const diskSize = { databases: '1g', objects: '200m', etcd: '200m' };

/** Three PostgreSQL under Patroni with three etcd, two portals behind HAProxy, and a store of files: ten machines. */
export class Cluster {
  readonly machines: ReadonlyMap<MachineName, Machine>;
  readonly #disks = new Map<Machine, string>();
  #swift: Swift | null = null;
  #roles: Roles | null = null;

  private constructor(home: string) {
    this.machines = new Map(machineNames.map((name) => [name, new Machine(name, home)]));
  }

  /** The machines, with nothing on them yet. */
  static lay(home: string): Cluster {
    createNetwork();
    return new Cluster(home);
  }

  machine(name: MachineName): Machine {
    const found = this.machines.get(name);
    if (!found) throw new Error(`there is no machine ${name}`);
    return found;
  }

  /** Where people ask. */
  get base(): string {
    return `http://${this.machine('proxy').address}:${proxyPort}/lms`;
  }

  /** The address of a database with all hosts, or with some. */
  databaseUrl(user: keyof typeof roleOf, database = 'bilim', names = [...databaseNames]): string {
    const hosts = names.map((name) => `${this.machine(name).address}:5432`);
    return `postgres://${roleOf[user]}:${passwordByRole[user]}@${hosts.join(',')}/${database}`;
  }

  /** Starts the first PostgreSQL, which the others will copy. */
  async startFirstDatabase(): Promise<void> {
    const etcds = etcdNames.map((name) => this.machine(name));
    for (const etcd of etcds) {
      etcd.mountDisk('data', diskSize.etcd);
      startEtcd(etcd, etcds);
    }
    for (const name of databaseNames) {
      const machine = this.machine(name);
      const disk = machine.mountDisk('disk', diskSize.databases);
      this.#disks.set(machine, disk);
      configurePatroni(machine, disk, etcds);
    }
    this.start('db1');
    await until('the first PostgreSQL takes writes', 120_000, async () => {
      const { status } = await ask(`${this.machine('db1').address}:8008/primary`);
      return status === 200;
    });
  }

  /** Starts everything else; what the first PostgreSQL holds by now is what the cluster begins with. */
  async startAll(): Promise<void> {
    this.start('db2');
    this.start('db3');
    await this.#startFiles();
    await until('three PostgreSQL take part', 180_000, () => this.#findRoles());
    const key = (name: MachineName) => join(this.machine(name).folder, 'data/keys/secrets.key');
    this.start('node1');
    await until('the first portal is ready', 180_000, () => this.#isReady('node1'));
    mkdirSync(join(this.machine('node2').folder, 'data/keys'), { recursive: true, mode: 0o700 });
    if (existsSync(key('node1'))) copyFileSync(key('node1'), key('node2'));
    this.start('node2');
    this.start('proxy');
    await this.waitUntilWhole(180_000);
  }

  /** Starts what a machine is there for. */
  start(name: MachineName): void {
    const machine = this.machine(name);
    if (name.startsWith('etcd'))
      startEtcd(
        machine,
        etcdNames.map((one) => this.machine(one)),
      );
    else if (name.startsWith('db')) startPatroni(machine);
    else if (name.startsWith('node')) this.#startNode(machine);
    else if (name === 'proxy') this.#startProxy(machine);
    else void this.#swift?.start().catch((failure: Error) => console.log(failure.message));
  }

  /** The disk that can be filled. */
  diskOf(machine: Machine): string {
    const disk = this.#disks.get(machine);
    if (!disk) throw new Error(`${machine.name} has no disk of its own`);
    return disk;
  }

  /** The machine that is meant, by what each PostgreSQL was when the cluster was whole last. */
  find(place: FaultTarget): Machine {
    if (place !== 'primary' && place !== 'standby' && place !== 'spare') return this.machine(place);
    if (!this.#roles) throw new Error('nobody knows who takes writes');
    return this.#roles[place];
  }

  /** Waits until every machine does its part again. Throws, and says who does not, when it takes too long. */
  async waitUntilWhole(within: number): Promise<void> {
    let missing = '';
    await until(
      () => `the cluster is whole: ${missing}`,
      within,
      async () => {
        missing = await this.#findMissing();
        return missing === '';
      },
    );
  }

  /** Without a key the store refuses, which is an answer. */
  async filesAnswer(): Promise<boolean> {
    return (await ask(`${this.machine('files').address}:8080/${bucket}`)).status !== 0;
  }

  async #findMissing(): Promise<string> {
    if (!(await this.#findRoles())) return this.#whyNoRoles;
    for (const name of nodeNames) if (!(await this.#isReady(name))) return `${name} is not ready`;
    for (const name of etcdNames) {
      const { status } = await ask(`${this.machine(name).address}:2379/health`);
      if (status !== 200) return `${name} answers ${status}`;
    }
    if (!(await this.filesAnswer())) return 'files is silent';
    const states = await this.#statesOfNodes();
    return states.length === 2 && states.every((state) => state === 'UP') ? '' : `the proxy says ${states.join()}`;
  }

  #whyNoRoles = '';
  async #findRoles(): Promise<boolean> {
    const roles = await readRoles(databaseNames.map((name) => this.machine(name)));
    this.#whyNoRoles = typeof roles === 'string' ? roles : '';
    if (typeof roles === 'string') return false;
    this.#roles = roles;
    return true;
  }

  async #isReady(name: MachineName): Promise<boolean> {
    return (await ask(`${this.machine(name).address}:${nodePort}/readyz`)).status === 200;
  }

  /** What HAProxy thinks of the portals. */
  async #statesOfNodes(): Promise<string[]> {
    const { text } = await ask(`${this.machine('proxy').address}:${proxyPort + 1}/;csv`);
    const rows = text.split('\n').map((row) => row.split(','));
    const state = rows[0]?.indexOf('status') ?? -1;
    return rows.filter(([group, name]) => group === 'nodes' && name !== 'BACKEND').map((row) => row[state] ?? '');
  }

  async #startFiles(): Promise<void> {
    const machine = this.machine('files');
    this.#disks.set(machine, machine.mountDisk('devices', diskSize.objects));
    this.#swift = await Swift.open(machine);
    const { endpoint, region, keyId, secret } = this.#swift.bucket(bucket);
    const credentials = { accessKeyId: keyId, secretAccessKey: secret };
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  }

  #startNode(machine: Machine): void {
    const { endpoint, keyId, secret } = this.#swift?.bucket(bucket) ?? { endpoint: '', keyId: '', secret: '' };
    machine.start(process.execPath, [join(projectFolder, 'server/main.ts')], {
      hasClock: true,
      env: {
        ...{ HOST: machine.address, PORT: String(nodePort), INSECURE_HTTP: '1', DEMO: 'none', LOG_LEVEL: 'info' },
        ...{ DATA_DIR: join(machine.folder, 'data'), RATE_PERCENT: '100000', OFFICE_CONVERTER: 'off' },
        ...{ DATABASE_URL: this.databaseUrl('portal'), DATABASE_CALLS_URL: this.databaseUrl('calls') },
        ...{ DATABASE_READ_URL: this.databaseUrl('calls'), DATABASE_CONNECTIONS: '5' },
        ...{ FILES_URL: `${endpoint}/${bucket}`, FILES_KEY_ID: keyId, FILES_SECRET: secret },
        ...{ TRUST_PROXY: this.machine('proxy').address, MALLOC_ARENA_MAX: '2' },
      },
    });
  }

  /** HAProxy with the configuration that we hand out, but for addresses and the certificate. */
  #startProxy(machine: Machine): void {
    const addresses = { a: this.machine('node1').address, b: this.machine('node2').address };
    const text = readFileSync(join(projectFolder, 'packaging/haproxy.cfg'), 'utf8')
      .replace('maxconn 50000', 'maxconn 1000')
      .replace(/bind :443 .*/, `bind ${machine.address}:${proxyPort}`)
      .replace(/server ([ab]) \S+/g, (_, name: 'a' | 'b') => `server ${name} ${addresses[name]}:${nodePort}`);
    const statistics = `\nfrontend statistics\n  bind ${machine.address}:${proxyPort + 1}\n  stats enable\n  stats uri /\n`;
    const path = join(machine.folder, 'haproxy.cfg');
    writeFileSync(path, text + statistics);
    machine.start('/usr/sbin/haproxy', ['-db', '-f', path]);
  }
}

async function ask(address: string): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(`http://${address}`, { signal: AbortSignal.timeout(1_500) });
    return { status: reply.status, text: await reply.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

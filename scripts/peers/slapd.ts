import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitUntilAnswers } from './ports.ts';

export const slapdBaseDn = 'dc=university,dc=test';
export const slapdServiceAccount = { account: `cn=bilim,${slapdBaseDn}`, password: 'the password of the portal' };

interface Papers {
  readonly certificate: string;
  readonly key: string;
}

/** OpenLDAP with a folder, ports and entries of its own, on this machine alone; nothing is said to it without TLS. */
export class Slapd {
  readonly ports: { readonly plain: number; readonly tls: number };
  readonly #folder: string;
  #process: ChildProcess | null = null;

  private constructor(folder: string, ports: { plain: number; tls: number }) {
    this.#folder = folder;
    this.ports = ports;
  }

  /** `ldif`: what it holds, below the base. */
  static async open(papers: Papers, ldif: string): Promise<Slapd> {
    const folder = mkdtempSync(join(tmpdir(), 'bilim-slapd-'));
    const slapd = new Slapd(folder, { plain: await findFreePort(), tls: await findFreePort() });
    const at = (name: string) => join(folder, name);
    mkdirSync(at('data'));
    writeFileSync(at('cert.pem'), papers.certificate);
    writeFileSync(at('key.pem'), papers.key, { mode: 0o600 });
    const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`);
    writeFileSync(
      at('slapd.conf'),
      [
        ...schemas,
        'modulepath /usr/lib/ldap',
        'moduleload back_mdb',
        `TLSCertificateFile ${at('cert.pem')}`,
        `TLSCertificateKeyFile ${at('key.pem')}`,
        'security tls=1',
        'database mdb',
        `suffix "${slapdBaseDn}"`,
        `rootdn "${slapdServiceAccount.account}"`,
        `rootpw "${slapdServiceAccount.password}"`,
        `directory ${at('data')}`,
        '',
      ].join('\n'),
    );
    const head = `dn: ${slapdBaseDn}\nobjectClass: domain\ndc: university\n\n`;
    const filled = spawnSync('/usr/sbin/slapadd', ['-f', at('slapd.conf')], { input: head + ldif, encoding: 'utf8' });
    if (filled.status !== 0) throw new Error(`slapadd: ${filled.stderr}`);
    await slapd.start();
    return slapd;
  }

  async start(): Promise<void> {
    const { plain, tls } = this.ports;
    const places = `ldap://127.0.0.1:${plain} ldaps://127.0.0.1:${tls}`;
    this.#process = spawn('/usr/sbin/slapd', ['-f', join(this.#folder, 'slapd.conf'), '-h', places, '-d', '0']);
    await waitUntilAnswers(tls, this.#process);
  }

  /** Ends the server; `start` begins it again with the same entries. */
  async stop(): Promise<void> {
    if (this.#process === null || this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

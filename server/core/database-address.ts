/** A server that may hold the database. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** What an address of PostgreSQL says, written as libpq reads it. */
export interface DatabaseAddress {
  readonly hosts: readonly DatabaseHost[];
  /** Whether only a host that takes writes will do: one is looked for among several, and where the address asks for it. */
  readonly mustTakeWrites: boolean;
  /** The same address with one host alone, and nothing else that is about hosts. */
  urlOf(host: DatabaseHost): string;
}

const form = /^((?:postgres|postgresql):\/\/(?:[^/?#]*@)?)([^/?#]+)\/([^/?#]+)(?:\?([^#]*))?$/;
/** What `target_session_attrs` may say: the portal writes, so that the others lead nowhere. */
const writable = ['read-write', 'primary'];
const usualPort = 5432;

/** Reads an address as `postgres://user:password@host:5432,other:5432/database?target_session_attrs=read-write`; null: it is none. */
export function parseDatabaseAddress(text: string): DatabaseAddress | null {
  const [, before = '', written = '', database = '', query = ''] = form.exec(text) ?? [];
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  const hosts = written.split(',').map(readHost);
  if (!hosts.every((one) => one !== null) || parameters.has('host') || parameters.has('port')) return null;
  if (wanted !== null && !writable.includes(wanted)) return null;
  parameters.delete('target_session_attrs');
  const rest = parameters.size ? `?${parameters}` : '';
  const urlOf = ({ host, port }: DatabaseHost) =>
    `${before}${host.includes(':') ? `[${host}]` : host}:${port}/${database}${rest}`;
  // Whatever else is wrong with it, such as a character that has to be escaped.
  if (!hosts[0] || !URL.canParse(urlOf(hosts[0]))) return null;
  return { hosts, mustTakeWrites: hosts.length > 1 || wanted !== null, urlOf };
}

function readHost(text: string): DatabaseHost | null {
  const [, inBrackets, plain, port] = /^(?:\[([\da-f:.]+)\]|([^:[\]%]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = inBrackets ?? plain;
  const number = Number(port ?? usualPort);
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number };
}

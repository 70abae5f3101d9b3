import { isAddressRange } from './addresses.ts';
import { StartupError } from './startup-error.ts';
import type { Language } from './translations.ts';

/** A network of the university's own, as people call it. */
export interface Network {
  /** An address, or a range (CIDR). */
  readonly range: string;
  readonly name: Readonly<Record<Language, string>>;
}

const longestName = 60;
const example = '10.1.0.0/16=Главный корпус; 10.2.0.0/16=Общежитие 3 | 3-жатакана | Dormitory 3';

/**
 * Reads `NETWORKS`; null: none has a name.
 * @throws StartupError with one sentence that names the entry
 */
export function parseNetworks(text: string | null): readonly Network[] {
  const entries = (text ?? '').split(';').map((entry) => entry.trim());
  const networks = entries.filter(Boolean).map(readNetwork);
  const twice = networks.find(({ range }, at) => networks.slice(0, at).some((other) => other.range === range));
  if (twice) throw new StartupError(`NETWORKS names ${twice.range} twice.`);
  return networks;
}

function readNetwork(entry: string): Network {
  const [range = '', named = '', ...rest] = entry.split('=').map((part) => part.trim());
  const names = named.split('|').map((name) => name.trim());
  const [ru = '', kg = ru, en = ru] = names;
  const areNames = (names.length === 1 || names.length === 3) && names.every(isName);
  if (!isAddressRange(range) || !areNames || rest.length > 0)
    throw new StartupError(
      `NETWORKS holds "${entry}", but it must be a list such as ${example}: an address or range, and a name of up to ${longestName} characters or one in Russian, Kyrgyz and English.`,
    );
  return { range, name: { ru, kg, en } };
}

const isName = (name: string) => name !== '' && name.length <= longestName && !/\p{C}/u.test(name);

/** Networks as `NETWORKS` names them. */
export const formatNetworks = (networks: readonly Network[]): string =>
  networks.map(({ range, name }) => `${range}=${name.ru}|${name.kg}|${name.en}`).join(';');

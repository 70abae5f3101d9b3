import type { BlockList } from 'node:net';
import { isAddressWithin, parseIpRanges } from './addresses.ts';
import type { Network } from './network-settings.ts';
import type { Language } from './translations.ts';

/** The networks that the settings name: where in the university an address lies. Of several the narrowest counts. */
export class NetworkRegistry {
  readonly #all: readonly { readonly name: Network['name']; readonly ranges: BlockList }[];

  constructor(networks: readonly Network[]) {
    this.#all = networks
      .toSorted((one, other) => bitsOf(other) - bitsOf(one))
      .map(({ range, name }) => ({ name, ranges: parseIpRanges([range]) }));
  }

  /** What the network of an address is called in each language; null: it is none of the university's, or there is no address. */
  namesOf(address: string | null): Network['name'] | null {
    if (address === null) return null;
    return this.#all.find(({ ranges }) => isAddressWithin(ranges, address))?.name ?? null;
  }

  /** The same in one language. */
  nameOf(address: string | null, language: Language): string | null {
    return this.namesOf(address)?.[language] ?? null;
  }

  /** An address with the name of its network before it; null where there is none. */
  placeOf(address: string | null, language: Language): string | null {
    return [this.nameOf(address, language), address].filter((part) => part !== null).join(' · ') || null;
  }
}

/** How narrow a range is; a single address is narrower than any. */
const bitsOf = ({ range }: Network): number => Number(range.split('/')[1] ?? 129);

/** A discipline as the cascade lists it. */
export interface DisciplineKeyParts {
  readonly id: number;
  readonly isSelect: boolean;
  readonly kredit: number;
}

/** What distinguishes one taught discipline from another: id, kind and credits, as it is in the address: `301.0.5`. */
export const disciplineKey = ({ id, isSelect, kredit }: DisciplineKeyParts): string =>
  `${id}.${isSelect ? 1 : 0}.${kredit}`;

/** Reads such a key, from the address or elsewhere; null: it is none. */
export function parseDisciplineKey(key: unknown): DisciplineKeyParts | null {
  const [, id, kind, credits] = (typeof key === 'string' && /^(\d+)\.([01])\.(\d+(?:\.\d+)?)$/.exec(key)) || [];
  return credits === undefined ? null : { id: Number(id), isSelect: kind === '1', kredit: Number(credits) };
}

import type { Sql, Statement } from 'postgres';
import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';

/** How the driver gives the values of a column (server/database/database.ts). */
type Kind = 'number' | 'string' | 'boolean' | 'bytes' | 'any' | { readonly of: Kind };

/** By the id of a type of PostgreSQL. */
export type ColumnKinds = ReadonlyMap<number, Kind>;

/** Reads how the driver gives the values of each type; a plain connection is that of a command, which takes the driver as it is. */
export async function readColumnKinds(sql: Sql, { isPlain }: { isPlain: boolean }): Promise<ColumnKinds> {
  const rows = await sql<{ id: number; name: string; category: string; base: number; element: number }[]>`
    select oid::int4 as id, typname as name, typcategory as category, typbasetype::int4 as base, typelem::int4 as element
    from pg_type`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kindOf = (id: number): Kind => {
    const type = byId.get(id);
    if (!type || /^(jsonb?|void|record)$/.test(type.name)) return 'any';
    if (type.base) return kindOf(type.base);
    if (type.category === 'A') return { of: kindOf(type.element) };
    if (type.name === 'bytea') return 'bytes';
    if (isPlain && /^(int8|numeric)$/.test(type.name)) return 'string';
    if (isPlain && type.category === 'D') return 'any';
    return type.category === 'N' ? 'number' : type.category === 'B' ? 'boolean' : 'string';
  };
  return new Map(rows.map(({ id }) => [id, kindOf(id)]));
}

/** Whether values of a column may be what a row's type says of them. What may be null no description tells. */
function fits(checker: Checker, type: Type, kind: Kind): boolean {
  if (kind === 'any' || type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return true;
  if (type.isUnionType() || type.isIntersectionType()) return type.getTypes().some((one) => fits(checker, one, kind));
  if (kind === 'number') return (type.flags & TypeFlags.NumberLike) !== 0;
  if (kind === 'string') return (type.flags & TypeFlags.StringLike) !== 0;
  if (kind === 'boolean') return (type.flags & TypeFlags.BooleanLike) !== 0;
  if (kind === 'bytes') return /^(Buffer|Uint8Array)$/.test(type.getSymbol()?.name ?? '');
  if (!type.isTypeReference() || !checker.isArrayLikeType(type)) return false;
  return checker.getTypeArguments(type).every((element) => fits(checker, element, kind.of));
}

/** One line for each field of a row's type that no column of a statement has, or one of another type. */
export function findRowFaults(checker: Checker, row: Type, { columns }: Statement, kinds: ColumnKinds): string[] {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return checker.getPropertiesOfType(row).flatMap((field) => {
    // What only marks a type (`__authorized`) is no column.
    if (field.name.startsWith('__')) return [];
    const id = types.get(field.name);
    if (id === undefined) return field.flags & SymbolFlags.Optional ? [] : [`no column is called ${field.name}`];
    const type = checker.getTypeOfSymbol(field);
    if (!type || fits(checker, type, kinds.get(id) ?? 'any')) return [];
    return [
      `${field.name} is said to be ${checker.typeToString(type)}, its column gives ${JSON.stringify(kinds.get(id))}`,
    ];
  });
}

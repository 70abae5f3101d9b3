import type { Sql, TransactionSql } from 'postgres';

/** A table with the columns that a back-up holds; computed ones are computed again. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface Sequence {
  readonly name: string;
  readonly value: string;
  readonly used: boolean;
}

type Any = Sql | TransactionSql;

/**
 * Rows that belong to the moment, not to the university: whoever signs in after a restore does so again, and what was
 * stolen with a back-up opens nothing. Each value is the condition of what is left out of its table.
 */
const tablesNotInBackup: ReadonlyMap<string, string> = new Map([
  ['session', 'true'],
  // Tries to sign in, and what slows them down; who signed in for the first time when (`signin_first`) is kept.
  ...['failure', 'success', 'wait', 'queue', 'proof'].map((kind) => [`signin_${kind}`, 'true'] as const),
  ['pending_second_step', 'true'],
  ['pending_signin', 'true'],
  ['passkey_challenge', 'true'],
  ['html_book_key', 'true'],
  ['secret', "name = 'cookies'"],
  ['node_agreement', 'true'],
  // They hang on sessions; a browser that subscribed gives its address again. What was on its way was of that moment.
  ['signout_hint', 'true'],
  ['push_device', 'true'],
  ['notification_outbox', 'true'],
  // A back-up holds the files as they came; pages are made of them again when somebody opens them.
  ['file_pdf', 'true'],
  // A copy of what the back-up holds anyway; whoever wants one asks again.
  ['personal_archive', 'true'],
]);

/** Tables of the list above as back-ups of older schemas name them. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ['delivery', 'notification_outbox'],
  ['signin_lane', 'signin_queue'],
  ['waiting_signin', 'pending_second_step'],
]);

/** Statements after the rows have come, where a table of the back-up has the column. */
export const statementsAfterRestore: readonly [table: string, column: string, statement: string][] = [
  // Of what was new at the time of the back-up nobody is notified later.
  ['notice', 'planned', 'update notice set planned = true where not planned'],
  // Older releases hashed personal numbers with the key of the cookies, which no back-up holds: they count as those of a lost key.
  ['person', 'pin', "update person set pin = 'lost.' || pin where pin not like '%.%'"],
];

/** The tables of which not every row is kept. */
export const partlyBackedUpTables: readonly string[] = [...tablesNotInBackup.keys()];

/** SQL: which rows of a table are not kept; null: all are. */
export function excludedRowsCondition({ name }: Pick<BackupTable, 'name'>): string | null {
  return tablesNotInBackup.get(formerNames.get(name) ?? name) ?? null;
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = ({ columns }: BackupTable): string => columns.map(quoteIdentifier).join(', ');

/** Every table of the portal but those that the program itself makes: the list of migrations, the mark of a restore. */
export async function readTables(sql: Any): Promise<BackupTable[]> {
  const rows = await sql<BackupTable[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('migration', 'applied_function', 'restore_running')
    group by c.relname order by c.relname`;
  return [...rows];
}

/** How far each counter has come; they stand outside of transactions, so what is read is never too low. */
export async function readSequences(sql: Any): Promise<Sequence[]> {
  const names = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`;
  if (!names.length) return [];
  const each = names.map(
    ({ name }) =>
      `select '${name}' as name, last_value::text as value, is_called as used from ${quoteIdentifier(name)}`,
  );
  return [...(await sql.unsafe<Sequence[]>(each.join(' union all ')))];
}

/**
 * Lets rows come in any order: without references and without our own triggers, which would write history a second
 * time. Gives what puts them back; every reference is checked then.
 */
export async function suspendConstraintsAndTriggers(
  sql: TransactionSql,
  tables: readonly BackupTable[],
): Promise<() => Promise<void>> {
  const references = await sql<{ name: string; of: string; text: string }[]>`
    select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as text
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
  const triggers = (how: string) =>
    tables.map(({ name }) => `alter table ${quoteIdentifier(name)} ${how} trigger user`).join('; ');
  await sql.unsafe(
    references.map(({ name, of }) => `alter table ${of} drop constraint ${quoteIdentifier(name)}`).join('; '),
  );
  await sql.unsafe(triggers('disable'));
  return async () => {
    await sql.unsafe(
      references
        .map(({ name, of, text }) => `alter table ${of} add constraint ${quoteIdentifier(name)} ${text}`)
        .join('; '),
    );
    await sql.unsafe(triggers('enable'));
  };
}

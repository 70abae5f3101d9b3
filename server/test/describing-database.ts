import type { Sql, Statement } from 'postgres';
import type { Db } from '../database/database.ts';

/** Most statements of one call: one that goes on until nothing is left would never end. */
const maxStatements = 30;

type Query = ReturnType<Sql['unsafe']>;

/** The texts of statements, for those that become part of others: some are made once and kept. */
const texts = new WeakMap<object, string>();

/** A statement that is about to be sent. */
export interface ComposedStatement {
  /** What is between the values of its template. */
  readonly parts: readonly string[];
  /** The same for two statements that differ in nothing but values. */
  readonly text: string;
  /** Has PostgreSQL say which columns it gives. */
  readonly describe: () => Promise<Statement>;
}

/** Stands for running a statement: gives its rows. */
export type StatementResponder = (statement: ComposedStatement) => Promise<unknown[]>;

/** A connection on which statements are composed as always, and answered instead of being run. */
export function createDescribingDatabase(sql: Sql, answer: StatementResponder): Db {
  let sent = 0;
  const textOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(textOf).join();
    if (typeof value !== 'object' || value === null) return typeof value;
    return texts.get(value) ?? `${value.constructor.name} ${JSON.stringify(value)}`;
  };
  const rowsOf = async (query: Query, statement: Omit<ComposedStatement, 'describe'>) => {
    sent += 1;
    if (sent > maxStatements) throw new Error('a call without an end');
    const describe = async () => {
      Reflect.deleteProperty(query, 'then');
      return (await query.describe()) as unknown as Statement;
    };
    const rows = await answer({ ...statement, describe });
    return Object.assign(sent > maxStatements / 2 ? [] : rows, { count: 1 });
  };
  /** Answers a query when it is awaited: one that becomes part of another never is. */
  const answered = (query: Query, parts: readonly string[], text: string) => {
    texts.set(query, text);
    return Object.assign(query, {
      // biome-ignore lint/suspicious/noThenProperty: awaiting a query is what sends it
      then: (done: (rows: unknown) => unknown, fail: (error: unknown) => unknown) =>
        rowsOf(query, { parts, text }).then(done, fail),
    });
  };
  const tag = (first: TemplateStringsArray | object | string, ...rest: unknown[]) => {
    const made = (sql as unknown as (...words: unknown[]) => Query)(first, ...rest);
    if (typeof first !== 'object' || !('raw' in first)) return made;
    return answered(made, first, first.map((part, at) => part + (at < rest.length ? textOf(rest[at]) : '')).join(''));
  };
  const { json, array, typed, types } = sql;
  const unsafe = (text: string) => answered(sql.unsafe(text), [text], text);
  const db = Object.assign(tag, { json, array, typed, types, unsafe });
  const begin = async (...words: unknown[]) => await (words.at(-1) as (of: unknown) => Promise<unknown>)(db);
  return Object.assign(db, { begin, savepoint: begin }) as unknown as Db;
}

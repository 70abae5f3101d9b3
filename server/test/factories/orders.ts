import type { Db } from '../../database/database.ts';

/** An order of a document. */
export interface OrderValues {
  /** The id of whoever ordered. */
  readonly person: number;
  /** Of which type; the first one when left out. */
  readonly document?: number | undefined;
  /** For which district; the first one when left out. */
  readonly district?: number | undefined;
  /** Waiting when left out; a prepared one gets a number. */
  readonly status?: string | undefined;
  /** Now when left out. */
  readonly at?: string | undefined;
}

/** Lets people order documents without the limits of the call; gives the ids of the orders. */
export async function placeOrders(db: Db, orders: readonly OrderValues[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    with made as (
      insert into document_order (person_id, document_id, district_id, status, created_at, number_year, number, check_code)
      select o.person, coalesce(o.document, (select min(id) from document_type)),
        coalesce(o.district, (select min(id) from district)), coalesce(o.status, 'waiting'), coalesce(o.at, now()),
        case when o.status = 'prepared' then 98 end, case when o.status = 'prepared' then o.place end,
        case when o.status = 'prepared' then lpad(o.place::text, 20, '0') end
      from rows from (jsonb_to_recordset(${JSON.stringify(orders)}::text::jsonb)
        as (person bigint, document int, district int, status text, at timestamptz)) with ordinality
        as o (person, document, district, status, at, place)
      order by o.place returning id, person_id, created_at),
    events as (
      insert into order_event (order_id, action, by_person_id, at) select id, 'waiting', person_id, created_at from made)
    select id from made order by id`;
  return rows.map(({ id }) => Number(id));
}

/** Gives an order the number on its paper, and writes down that somebody of the office did something with it. */
export async function recordOrderAction(
  db: Db,
  id: number,
  act: {
    readonly by: number;
    readonly action: string;
    readonly reason: string;
    readonly number: readonly [number, number];
  },
): Promise<void> {
  const [year, number] = act.number;
  await db`
    with numbered as (
      update document_order set number_year = ${year}, number = ${number}, check_code = 'a' where id = ${id} returning id)
    insert into order_event (order_id, action, by_person_id, reason)
    select id, ${act.action}, ${act.by}, ${act.reason} from numbered`;
}

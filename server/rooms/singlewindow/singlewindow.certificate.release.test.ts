import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { maxOrdersPerPdf } from '@bilim/contract/limits.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { singlewindow } = callsByRoom;

let portal: TestPortal;
let student: TestClient;
let clerk: TestClient;

before(async () => {
  portal = await openPortal();
  [student, clerk] = await Promise.all([portal.as('student'), portal.as('clerk')]);
});

after(() => portal.close());

/** Orders a document by its place in the university's list and has it prepared; gives the order as its owner sees it. */
async function prepared(place: number, by: TestClient = student) {
  const documents = await by.get(singlewindow.documents);
  const document = documents.toSorted((a, b) => a.id_okno_document - b.id_okno_document)[place];
  const [region] = await by.get(singlewindow.regions);
  const [district] = await by.get(singlewindow.districts, { id_oblast: region?.id_oblast });
  const [order] = await by.get(singlewindow.save, { ...document, ...region, ...district });
  const id_okno_zakaz = order?.id_okno_zakaz ?? 0;
  for (const status of ['preparing', 'prepared']) await clerk.get(singlewindow.move, { id_okno_zakaz, status });
  const own = (await by.get(singlewindow.orders)).find((one) => one.id_okno_zakaz === id_okno_zakaz);
  assert.ok(own);
  return own;
}

describe('certificates', () => {
  test('[ORD-06] as many papers as a file takes are one file, and the portal answers meanwhile; more are refused', async () => {
    const order = await prepared(3);
    const sql = portal.database.autocommit;
    const made = await sql<{ id: number }[]>`
      insert into document_order (person_id, document_id, district_id, status, number_year, number, check_code, content, changed_at)
      select o.person_id, o.document_id, o.district_id, 'prepared', 99, n, o.check_code, o.content, now()
      from document_order o, generate_series(1, ${maxOrdersPerPdf}::int) n where o.id = ${order.id_okno_zakaz} returning id`;
    const path = `${singlewindow.papers.path}?${made.map(({ id }) => `id_okno_zakaz=${id}`).join('&')}`;
    const printing = clerk.fetch(path);
    assert.equal((await student.get(singlewindow.orders)).length > 0, true);
    const file = await printing;
    assert.equal(file.status, 200);
    assert.ok((await file.arrayBuffer()).byteLength > 50_000);
    const one = made[0]?.id ?? 0;
    const more = `${path}&id_okno_zakaz=${one + 1000}`;
    assert.equal((await clerk.fetch(more)).status, 400);
  });
});

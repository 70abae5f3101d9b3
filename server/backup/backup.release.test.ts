import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import type { Sql } from 'postgres';
import { schemaFolder } from '../database/migrate.ts';
import type { Portal } from '../test/as.ts';
import { drill } from '../test/backup-drill.ts';
import { BackupTrial, type EmptyPlace, filesOf, publish, repack } from '../test/backup-trial.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

const { news } = everything;

let trial: BackupTrial;
let portal: Portal;
let folder: string;
let sql: Sql;
before(async () => {
  trial = await BackupTrial.open();
  ({ portal, folder, sql } = trial);
});
after(() => trial?.close());

describe('the drill', () => {
  it('[SAFE-02] brings back every row and every file of a middling university, and a portal that works on them', async (t) => {
    const middling = await BackupTrial.open('medium');
    t.after(() => middling.close());
    await drill(middling);
  });

  it('is of one moment while people write and remove files', async () => {
    const [editor, admin] = await Promise.all([portal.as('editor'), portal.as('admin')]);
    const items = (await Promise.all([1, 2, 3, 4, 5].map((n) => publish(admin, `old-${n}`, `${n}`)))).flat();
    const stop = new AbortController();
    const busy = (async () => {
      for (let n = 0; !stop.signal.aborted; n++) {
        const gone = items.pop();
        if (gone) await admin.get(news.delete, { id_eventMessage: gone.id_eventMessage });
        await editor.ask(news.insert, { message: `busy ${n}` }, { files: [{ name: 'busy', content: `${n}` }] });
      }
    })();
    const files = ['first', 'second'].map((name) => join(folder, `${name}.tar.gz`));
    for (const file of files) await backup(sql, portal.settings.dataDir, file);
    stop.abort();
    await busy;
    for (const file of files) {
      const place = await trial.emptyPlace();
      // It checks itself: every reference, every count, every file by its hash.
      await restore(place.sql, place.dataDir, file, schemaFolder);
    }
  });
});

describe('what is told instead of half a back-up', () => {
  let file: string;
  let place: EmptyPlace;
  before(async () => {
    await publish(await portal.as('admin'), 'good', 'good');
    file = join(folder, 'good.tar.gz');
    await backup(sql, portal.settings.dataDir, file);
    place = await trial.emptyPlace();
  });

  async function refused(path: string, sentence: RegExp): Promise<void> {
    await assert.rejects(verify(path), sentence);
    await assert.rejects(restore(place.sql, place.dataDir, path, schemaFolder), sentence);
    assert.deepEqual(await filesOf(place.dataDir), {});
    const [row] = await place.sql`select count(*)::int as count from person`;
    assert.equal(row?.count, 0);
  }

  it('[SAFE-02] one that lacks rows or its end, or whose file was changed; the good one comes in after all', {
    timeout: 300_000,
  }, async () => {
    const flipped = (body: Buffer) => Buffer.from(body.map((byte) => byte ^ 1));
    const changes: [(name: string, body: Buffer) => Buffer | null, RegExp][] = [
      [(name, body) => (name.startsWith('tables/person/') ? null : body), /damaged/],
      [(name, body) => (name === 'complete.json' ? null : body), /not whole/],
      [(name, body) => (name.startsWith('files/') ? flipped(body) : body), /damaged: files\//],
    ];
    for (const [change, sentence] of changes) {
      const other = join(folder, 'other.tar.gz');
      await repack(file, other, (name, body) => {
        const changed = change(name, body);
        return changed && { name, body: changed };
      });
      await refused(other, sentence);
    }
    await restore(place.sql, place.dataDir, file, schemaFolder);
  });
});

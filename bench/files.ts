import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { library } from '@bilim/contract/library.ts';
import type { BenchContext } from './bench.ts';
import { type LoadRequest, sendRequest } from './load.ts';

const mebibyte = 1024 * 1024;
const size = 40 * mebibyte;
const people = 10;
const sampleEvery = 20;

/**
 * A file of 40 MB: how quickly it goes up and comes down alone, and when ten people do it at once; and what the
 * portal's process (`pid`) holds in memory meanwhile.
 */
export async function measureFileTraffic(portal: string, bench: BenchContext, pid: number): Promise<void> {
  const { autocommit } = bench.database;
  const [shelf] = await autocommit<{ id: number }[]>`select min(id) as id from book_category`;
  const teachers = await autocommit<{ id: number }[]>`select id from teacher order by id limit ${people}`;
  const shots: LoadRequest[] = [];
  for (const { id: uid } of teachers)
    shots.push((await bench.prepare('files', { uid, call: library.baseCategories, input: {} })).shot);
  const [alone] = shots;
  if (!alone || !shelf) throw new Error('there are no teachers, or no shelves');

  const idle = weight(pid);
  let peak = idle;
  const sampler = setInterval(() => {
    peak = Math.max(peak, weight(pid));
  }, sampleEvery);
  console.log(`\na file of 40 MB (MB a second altogether; the portal holds ${idle.toFixed(0)} MB before)`);
  const book = await timed('up, one person', 1, () => upload(portal, alone, shelf.id));
  await timed('down, one person', 1, () => download(portal, alone, book));
  const books = await timed('up, ten people at once', people, () =>
    Promise.all(shots.map((shot) => upload(portal, shot, shelf.id))),
  );
  await timed('down, ten people at once', people, () =>
    Promise.all(shots.map((shot, index) => download(portal, shot, books[index] ?? book))),
  );
  await timed('five up, five down', people, () =>
    Promise.all(
      shots.map((shot, index) => (index % 2 ? upload(portal, shot, shelf.id) : download(portal, shot, book))),
    ),
  );
  clearInterval(sampler);
  console.log(`the portal's process held at most ${peak.toFixed(0)} MB`);
}

async function timed<T>(what: string, count: number, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const done = await work();
  const seconds = (performance.now() - from) / 1000;
  console.log(`${what.padEnd(26)} ${((count * size) / mebibyte / seconds).toFixed(0).padStart(5)} MB/s`);
  return done;
}

const content = Buffer.alloc(size, 'nothing that anybody would read, ');

/** Hands a book in; gives its id. */
async function upload(portal: string, { headers }: LoadRequest, shelf: number): Promise<number> {
  const border = randomUUID();
  const fields = { id_eBook: -1, nameBook: 'Тяжёлый том', author: 'Автор', id_bookCategory: shelf };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${border}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--${border}\r\nContent-Disposition: form-data; name="files"; filename="tom.bin"\r\n\r\n`;
  const answer = await sendRequest(portal, {
    method: 'POST',
    path: library.save.path,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${border}`,
      'idempotency-key': randomUUID(),
    },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${border}--\r\n`)]),
  });
  if (answer.status !== 200) throw new Error(`the upload was answered ${answer.status} ${answer.body}`);
  const reply = JSON.parse(answer.body.toString()) as { data: { id_eBook: number }[] };
  return reply.data[0]?.id_eBook ?? 0;
}

/** Takes a whole book and throws it away. */
function download(portal: string, { headers }: LoadRequest, book: number): Promise<void> {
  return new Promise((done, failed) => {
    request(`${portal}${library.download.path}?id_eBook=${book}`, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => (bytes === size ? done() : failed(new Error(`${bytes} bytes came`))));
    })
      .on('error', failed)
      .end();
  });
}

/** Megabytes of memory that a process holds; 0 where the system does not say. */
function weight(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

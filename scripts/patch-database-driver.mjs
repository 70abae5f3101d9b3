// Plain JavaScript, for the launcher runs it before every command.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is written so in release 3.4.9 of the driver, and what has to be there instead; by file. */
const mends = {
  'connection.js': [
    // What was still to be sent when a connection closed went before the greeting of the next one, which then never began.
    [
      `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
      `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
    ],
    // A statement on a connection that had closed meanwhile ended the whole process.
    [
      `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)`,
      `  function nextWrite(fn) {
    if (!socket) {
      const lost = Errors.connection('CONNECTION_CLOSED', options, socket)
      chunk = nextWriteTimer = null
      query && queryError(query, lost)
      while (sent.length)
        queryError(sent.shift(), lost)
      return false
    }
    const x = socket.write(chunk, fn)`,
    ],
    // When the last rows came quicker than they were taken, the driver stopped listening and never heard of the COPY's end.
    [
      `    stream && stream.push(null)
    stream = null`,
      `    stream && stream.push(null)
    stream = null
    socket && socket.resume()`,
    ],
    // A COPY that is refused when all its rows have been sent was reported to nobody, and its end never came.
    [
      `  function errored(err) {
    stream && (stream.destroy(err), stream = null)`,
      `  function errored(err) {
    stream && (stream.destroy(err), stream = null)
    final && (final(err), final = null)`,
    ],
  ],
  'index.js': [
    // What a transaction still asked after its connection had closed ran by itself on whichever came next.
    [
      `        new Promise((_, reject) => connection.onclose = reject)`,
      `        new Promise((_, reject) => connection.onclose = e => (lost = e, reject(e)))`,
    ],
    [
      `    let savepoints = 0
      , connection
      , prepare = null

    try {`,
      `    let savepoints = 0
      , connection
      , prepare = null
      , lost = null

    try {`,
    ],
    [
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue === full`,
    ],
  ],
};

/**
 * Mends faults of the PostgreSQL driver in the installed package, if that was not done yet: github.com/porsager/postgres,
 * issue 1208 and what is near to it, which no release has. Goes with the first release that has it.
 * What cannot be mended is reported, and no reason not to go on.
 */
export function patchDatabaseDriver(home) {
  for (const [file, places] of Object.entries(mends)) {
    const path = join(home, 'node_modules/postgres/src', file);
    const source = readFileSync(path, 'utf8');
    // An earlier release of the portal may have mended some of them.
    const open = places.filter(([, mended]) => !source.includes(mended));
    if (!open.length) continue;
    if (!open.every(([written]) => source.includes(written))) {
      console.error(
        'This release of the PostgreSQL driver is unknown to scripts/patch-database-driver.mjs: see whether it needs mending.',
      );
      return;
    }
    const text = open.reduce((before, [written, mended]) => before.replace(written, () => mended), source);
    try {
      writeFileSync(`${path}.${process.pid}`, text);
      renameSync(`${path}.${process.pid}`, path);
    } catch (failure) {
      console.error(
        `The PostgreSQL driver could not be mended (${failure.code}): run npm run build once as the owner of ${home}.`,
      );
      return;
    }
  }
}

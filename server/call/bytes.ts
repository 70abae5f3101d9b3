/** Room for the bytes of a text while they are written; nothing waits in between, so that one is enough. */
export const desk = Buffer.allocUnsafeSlow(3 * 1024 * 1024);
/** A UTF-16 unit becomes at most so many bytes. */
const widest = 3;

/**
 * The bytes of a text in UTF-8. A serialised answer is made of thousands of pieces: `Buffer.from` goes through all of
 * them to measure and once more to write.
 */
export function bytesOf(text: string): Buffer {
  if (text.length * widest > desk.length) return Buffer.from(text);
  return Buffer.from(desk.subarray(0, desk.write(text)));
}

/** Rows of a list that are written at once: few enough for the processor's own memory. */
const rowsAtOnce = 50;

/**
 * The bytes of a successful answer whose data is a long list, written slice by slice; null when the list is short, or
 * larger than the desk. As one text of a thousand rows it would take a quarter longer, and leave as much to clean up.
 * `serialize` makes JSON of a list of such rows.
 */
export function listBytes(rows: readonly unknown[], serialize: (rows: readonly unknown[]) => string): Buffer | null {
  if (rows.length <= rowsAtOnce) return null;
  let end = desk.write('{"result":0,"error":null,"data":');
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const text = serialize(rows.slice(from, from + rowsAtOnce));
    // Each slice is a list of its own: where one ends and the next begins, one comma stands instead of two brackets.
    const at = from ? end - 1 : end;
    if (at + text.length * widest >= desk.length) return null;
    end = at + desk.write(text, at);
    if (from) desk.write(',', at);
  }
  end += desk.write('}', end);
  return Buffer.from(desk.subarray(0, end));
}

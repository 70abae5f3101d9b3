/** Room for the bytes of a text while they are written; nothing waits in between, so that one is enough. */
const desk = Buffer.allocUnsafeSlow(3 * 1024 * 1024);
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

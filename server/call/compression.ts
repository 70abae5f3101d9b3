import { brotliCompress, constants } from 'node:zlib';

/** Bytes from which on an answer is compressed: a shorter one leaves in one packet anyway. */
const worth = 1024;
/** Quick rather than tight, and with little memory for each answer. */
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

/**
 * Compresses an answer for a browser that takes it so: a page of messages weighs a quarter then, on a line that is paid by the
 * byte. Null: it goes as it is. Browsers ask for brotli where the portal is reached over TLS (docs/operating.md).
 */
export function compressReply(
  acceptEncoding: string | undefined,
  type: unknown,
  payload: unknown,
): ((done: (error: Error | null, bytes: Buffer) => void) => void) | null {
  if (!/\bbr\b/.test(acceptEncoding ?? '') || !String(type).startsWith('application/json')) return null;
  if (!(typeof payload === 'string' || payload instanceof Buffer) || payload.length < worth) return null;
  return (done) => brotliCompress(payload, brotliOptions, done);
}

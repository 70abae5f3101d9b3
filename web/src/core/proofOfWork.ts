import type { ProofOfWorkChallenge } from '@bilim/contract/fault.ts';
import { sha256 } from '@noble/hashes/sha2.js';

/** Milliseconds of work after which the page may paint and handle keys again. */
const slice = 12;

/**
 * Computes the proof of work that a sign-in from a rate-limited address asks for: about 2^bits hashes, in
 * slices. The browser's own SHA-256 is missing on plain http addresses, and would be slower for texts as short as this.
 */
export async function solveProofOfWork({ challenge, bits }: ProofOfWorkChallenge): Promise<string> {
  const encoder = new TextEncoder();
  for (let number = 0, until = performance.now() + slice; ; number++) {
    const text = `${challenge}:${number}`;
    const hash = sha256(encoder.encode(text));
    if (new DataView(hash.buffer, hash.byteOffset).getUint32(0) >>> (32 - bits) === 0) return text;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + slice;
  }
}

/** Lets the page's other work go first; timers would be slowed down in a hidden tab. */
function nextTurn(): Promise<void> {
  return new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go();
    };
    port2.postMessage(null);
  });
}

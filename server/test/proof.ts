import { hash } from 'node:crypto';
import type { Proof } from '@bilim/contract/call.ts';

/** Does the work of a challenge, as a client outside of the browser would. */
export function prove({ challenge, bits }: Proof): string {
  for (let number = 0; ; number++) {
    const text = `${challenge}:${number}`;
    if (hash('sha256', text, 'buffer').readUInt32BE(0) >>> (32 - bits) === 0) return text;
  }
}

import { fileURLToPath } from 'node:url';
import type { BoundedProgram } from '../core/bounded-process.ts';

/** The program that takes the text out of one file after another, and what one file may use of the machine. */
export const extractorProgram: BoundedProgram = {
  path: fileURLToPath(new URL('./extract-process.ts', import.meta.url)),
  within: 20_000,
  heap: 320,
  data: 1024,
  resident: 640,
};

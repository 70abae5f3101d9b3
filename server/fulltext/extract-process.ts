import { answerTheParent } from '../core/bounded-process.ts';
import { serveTheParent } from '../core/helper-process.ts';
import { type TextOf, textOf } from './extract.ts';

/** The process that takes out the text of one file after another, with bounded memory and time (reading-process.ts). */
serveTheParent();
answerTheParent<{ path: string; type: string }, TextOf>(({ path, type }) => textOf(path, type));

import { answerParentProcess } from '../core/bounded-process.ts';
import { initializeHelperProcess } from '../core/helper-process.ts';
import { type ExtractedText, extractText } from './extract.ts';

/** The process that takes out the text of one file after another, with bounded memory and time (reading-process.ts). */
initializeHelperProcess();
answerParentProcess<{ path: string; type: string }, ExtractedText>(({ path, type }) => extractText(path, type));

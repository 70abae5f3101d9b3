import type { Caller } from '../auth/session.ts';
import type { Settings } from '../settings.ts';

/**
 * What a room asks of the caller besides the call's `who`, and knows without the input: refuses by throwing. It is asked before
 * the body is read, so that nobody learns from the order of refusals what a call would make of a body.
 */
export type AdmissionCheck = (caller: Caller, settings: Settings) => void;

import type { Caller } from '../auth/session.ts';
import type { Settings } from '../settings.ts';

/**
 * A room's own check of the caller besides the call's `access`, for what is known without the input; refuses by
 * throwing. It runs before the body is read, so that the order of refusals tells nobody how a call would handle a
 * body.
 */
export type AdmissionCheck = (caller: Caller, settings: Settings) => void;

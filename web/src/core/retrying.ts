import { type Failure, isUnanswered } from './failure.ts';

/** Whether trying the same again may help. */
export function isWorthRetrying(failure: Failure): boolean {
  return (
    isUnanswered(failure) ||
    failure.kind === 'SERVER_ERROR' ||
    failure.kind === 'UNKNOWN_ERROR' ||
    failure.status === 429
  );
}

/** Whether the portal is there but cannot take a request for the moment. */
export function isPortalBusy({ code }: Failure): boolean {
  return code === 'call.unavailable';
}

import { isDatabaseFailure } from '../core/refusal.ts';

type RejectionListener = (failure: unknown) => void;

/**
 * Takes what the driver rejects while nobody waits as the portal does (main.ts): it asks every new connection for its types and
 * awaits no answer. Whoever breaks connections in the process of the tests calls this first.
 * @param onRejection gets every other rejection; those who listened until now, when it is left out
 * @returns what makes the process as it was
 */
export function tolerateLostConnections(onRejection?: RejectionListener): () => void {
  const usual = process.listeners('unhandledRejection');
  const listen = (failure: unknown, promise: Promise<unknown>) => {
    if (isDatabaseFailure(failure)) return;
    if (onRejection) onRejection(failure);
    else for (const listener of usual) listener(failure, promise);
  };
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', listen);
  return () => {
    process.off('unhandledRejection', listen);
    for (const listener of usual) process.on('unhandledRejection', listener);
  };
}

import type { Input } from '@bilim/contract/call.ts';
import { registration } from '@bilim/contract/registration.ts';
import { useMutation } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { busyRetryDelayMs, type Failure, isUnanswered, toFailure } from '../../core/failure.ts';
import { queryClient } from '../../core/queryClient.ts';
import { offersQueryKey, refetchOffers, registrationRoom } from './registration.data.ts';

export type SaveDisciplineInput = Input<typeof registration.saveDiscipline>;
export type WaitlistRequest = Input<typeof registration.wait>;

/** Whether the server was too busy, unreachable, or still at the same request: the same key may be tried again. */
export function mayRetrySafely(failure: Failure): boolean {
  return failure.status === 503 || failure.code === 'call.stillRunning' || isUnanswered(failure);
}

/** Waits, shorter when the network comes back; ends early when cancelled. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

export interface DisciplineRequestOptions {
  key: string;
  signal: AbortSignal;
  /** Is called before every pause. */
  onBusy: (tries: number) => void;
}

/**
 * Sends until there is an answer: in the first minutes the server may be busy. The key stays the same, so that a reply
 * that was lost is given again.
 */
async function sendUntilAnswered<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { signal, onBusy }: Omit<DisciplineRequestOptions, 'key'>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(signal);
    } catch (error) {
      const failure = toFailure(error);
      if (signal.aborted || !mayRetrySafely(failure)) throw failure;
      onBusy(tries);
      await pause(busyRetryDelayMs(tries), signal);
      if (signal.aborted) throw failure;
    }
  }
}

/** After a success streams are cleared and the list is read again (REG-02). */
export async function refreshAfterChange(): Promise<void> {
  queryClient.removeQueries({ queryKey: [offersQueryKey], type: 'inactive' });
  await Promise.all([
    refetchOffers(),
    queryClient.invalidateQueries({ queryKey: [registrationRoom] }),
    queryClient.invalidateQueries({ queryKey: ['discipline'] }),
  ]);
}

/** Takes all class types of a discipline. */
export function registerDiscipline(seatRequest: SaveDisciplineInput, { key, ...how }: DisciplineRequestOptions) {
  return sendUntilAnswered((signal) => callServer(registration.saveDiscipline, seatRequest, { key, signal }), how);
}

/** Gives all class types of a registration back. */
export function useRemoveDiscipline() {
  return useMutation({
    mutationFn: ({ id, key, ...how }: { id: number } & DisciplineRequestOptions) =>
      sendUntilAnswered(
        (signal) => callServer(registration.delete, { id_disciplineForStudent: id }, { key, signal }),
        how,
      ),
    onSuccess: refreshAfterChange,
  });
}

/** Joins the waitlist of a full stream. */
export function useJoinWaitlist() {
  return useMutation({
    mutationFn: ({ place, key }: { place: WaitlistRequest; key: string }) =>
      callServer(registration.wait, place, { key }),
    onSettled: renewLines,
  });
}

/** Leaves the line of a stream. */
export function useLeaveWaitlist() {
  return useMutation({
    mutationFn: ({ stream, key }: { stream: number; key: string }) =>
      callServer(registration.stopWaiting, { subgroup: stream }, { key }),
    onSettled: renewLines,
  });
}

async function renewLines(): Promise<void> {
  await Promise.all([refetchOffers(), queryClient.invalidateQueries({ queryKey: [registrationRoom] })]);
}

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, toFailure } from '../../core/failure.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { showToast } from '../../kit/Toast.tsx';
import type { ChoosableClassType, ChoosableDiscipline } from './disciplines.ts';
import { type ChosenTerm, pauseOfferRefetch, type StreamOffer } from './registration.data.ts';
import {
  mayRetrySafely,
  refreshAfterChange,
  registerDiscipline,
  type SaveDisciplineInput,
  useJoinWaitlist,
  useLeaveWaitlist,
  useRemoveDiscipline,
} from './registration.mutations.ts';

/** What is sent for a discipline: the streams chosen, and those that stay. */
export function toSaveDisciplineInput(term: ChosenTerm, discipline: ChoosableDiscipline): SaveDisciplineInput {
  return {
    ...term,
    id_discipline: discipline.id,
    kredits: discipline.credits,
    isByPlan: discipline.part === 'plan',
    id_disciplineForStudent: discipline.registration ?? -1,
    subgroups: discipline.types.map((type) => type.pick?.subgroup ?? null).filter((one) => one !== null),
  };
}

interface Working {
  /** Which of them is being registered, from 1, and how often the server was too busy for it. */
  readonly at: number;
  readonly of: number;
  readonly tries: number;
}

/**
 * Registers discipline by discipline, each as a whole or not at all; what failed keeps its reason. `onDone` is called when
 * all have an answer.
 */
export function useConfirmRegistration(term: ChosenTerm | null, onSaved: (discipline: string) => void) {
  const { t } = useTranslation('registration');
  const failureText = useFailureText();
  const [working, setWorking] = useState<Working | null>(null);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [receipts, setReceipts] = useState<readonly string[]>([]);
  const sending = useRef<AbortController | null>(null);
  /** A request that got no answer is repeated under its own key. */
  const keys = useRef(new Map<string, string>());
  useEffect(() => () => sending.current?.abort(), []);

  const reasonOf = (failure: Failure) => (failure.code === 'registration.full' ? t('taken') : failureText(failure));
  const confirm = async (disciplines: readonly ChoosableDiscipline[]): Promise<string | null> => {
    if (!term || working) return null;
    const controller = new AbortController();
    sending.current = controller;
    const failed: Record<string, string> = {};
    const assigned: string[] = [];
    const release = pauseOfferRefetch();
    for (const [place, discipline] of disciplines.entries()) {
      const step = { at: place + 1, of: disciplines.length };
      setWorking({ ...step, tries: 0 });
      const seatRequest = toSaveDisciplineInput(term, discipline);
      const request = JSON.stringify(seatRequest);
      const key = keys.current.get(request) ?? randomUuid();
      keys.current.set(request, key);
      try {
        const onBusy = (tries: number) => setWorking({ ...step, tries });
        const [saved] = await registerDiscipline(seatRequest, { key, signal: controller.signal, onBusy });
        keys.current.delete(request);
        if (saved) assigned.push(saved.receipt);
        onSaved(discipline.key);
      } catch (error) {
        const failure = toFailure(error);
        if (!mayRetrySafely(failure)) keys.current.delete(request);
        if (controller.signal.aborted) break;
        failed[discipline.key] = reasonOf(failure);
      }
    }
    setReasons(failed);
    setReceipts(assigned);
    release();
    await refreshAfterChange();
    setWorking(null);
    return Object.keys(failed)[0] ?? null;
  };
  return {
    working,
    /** Why disciplines were not registered. */
    reasons,
    /** The numbers of the last confirmation. */
    receipts,
    confirm,
    stop: () => sending.current?.abort(),
    forgive: (discipline: string) =>
      setReasons((known) => Object.fromEntries(Object.entries(known).filter(([key]) => key !== discipline))),
  };
}

/** Lines for full streams, and giving a registration back. */
export function useWaitlistAndRemoval(term: ChosenTerm | null) {
  const { t } = useTranslation('registration');
  const failureText = useFailureText();
  const [remove, wait, leave] = [useRemoveDiscipline(), useJoinWaitlist(), useLeaveWaitlist()];
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const refuse = (failure: Failure) => {
    if (!sending.current?.signal.aborted) showToast(failureText(failure));
  };
  return {
    removing: remove.isPending,
    waiting: wait.isPending,
    remove: (id: number, done: () => void) => {
      const controller = new AbortController();
      sending.current = controller;
      const onBusy = () => showToast(t('busy'));
      remove.mutate(
        { id, key: randomUuid(), signal: controller.signal, onBusy },
        {
          onSuccess: ([removed]) => showToast(t('removed', { receipt: removed?.receipt })),
          onError: refuse,
          onSettled: done,
        },
      );
    },
    wait: (discipline: ChoosableDiscipline, type: ChoosableClassType, stream: StreamOffer, done: () => void) => {
      if (!term) return;
      const { subgroups: _, ...course } = toSaveDisciplineInput(term, discipline);
      const place = { ...course, id_vid_zaniatiy: type.id, id_teacher: stream.id_teacher, subgroup: stream.subgroup };
      wait.mutate(
        { place, key: randomUuid() },
        { onSuccess: ([line]) => showToast(t('inLine', { place: line?.place })), onError: refuse, onSettled: done },
      );
    },
    leave: (stream: number, done?: () => void) =>
      leave.mutate(
        { stream, key: randomUuid() },
        { onSuccess: () => showToast(t('leftLine')), onError: refuse, onSettled: done },
      ),
  };
}

export type WaitlistAndRemoval = ReturnType<typeof useWaitlistAndRemoval>;

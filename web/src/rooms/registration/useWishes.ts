import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../core/failure.ts';
import { newKey } from '../../core/newKey.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { toast } from '../../kit/Toast.tsx';
import { useDelete, useLeave, useSave, useWait, type Wish } from './registration.data.ts';

/** What the page does with a wish, and what it says meanwhile. */
export function useWishes(onSaved: () => void) {
  const { t } = useTranslation('registration');
  const words = useFailureText();
  const [save, remove, wait, leave] = [useSave(), useDelete(), useWait(), useLeave()];
  const [tries, setTries] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const begin = () => {
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    setRefusal(null);
    setTries(0);
    return { key: newKey(), signal: controller.signal, onBusy: setTries };
  };
  const end = () => setTries(0);
  const refuse = (failure: Failure) => {
    if (!sending.current?.signal.aborted) setRefusal(words(failure));
  };

  return {
    /** How often the server was too busy so far; 0 when it is not. */
    tries,
    refusal,
    forget: () => setRefusal(null),
    stop: () => sending.current?.abort(),
    saving: save.isPending,
    removing: remove.isPending,
    waiting: wait.isPending,
    save: (wish: Wish) =>
      save.mutate(
        { wish, ...begin() },
        {
          onSuccess: ([saved]) => {
            toast(t('saved', { receipt: saved?.receipt }));
            onSaved();
          },
          onError: refuse,
          onSettled: end,
        },
      ),
    remove: (id: number, done: () => void) =>
      remove.mutate(
        { id, ...begin() },
        {
          onSuccess: ([removed]) => toast(t('removed', { receipt: removed?.receipt })),
          onError: refuse,
          onSettled: () => {
            end();
            done();
          },
        },
      ),
    wait: (wish: Wish) =>
      wait.mutate(
        { wish, ...begin() },
        { onSuccess: ([line]) => toast(t('inLine', { place: line?.place })), onError: refuse, onSettled: end },
      ),
    leave: (stream: number) =>
      leave.mutate({ stream, key: newKey() }, { onSuccess: () => toast(t('leftLine')), onError: refuse }),
  };
}

export type Wishes = ReturnType<typeof useWishes>;

import type { Input, Output } from '@bilim/contract/call.ts';
import { secondstep } from '@bilim/contract/secondstep.ts';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { signInByPasskey } from '../../account/passkeys/device.ts';
import { callServer } from '../../core/api.ts';
import { type Failure, toFailure } from '../../core/failure.ts';
import { solveProofOfWork } from '../../core/proofOfWork.ts';
import { codeLength } from './CodeField.tsx';

type Waiting = Output<typeof secondstep.waiting>;
type SignInReply = Output<typeof secondstep.signIn>;

/** How a second step ends: signed in, or with the failure after which only the password helps. */
export interface SecondStepCallbacks {
  onDone: (reply: SignInReply) => void;
  onFailed: (failure: unknown) => void;
}

/** Ends the sign-in by a code; where many were tried it is sent again with the browser's work. */
async function signInBy(input: Input<typeof secondstep.signIn>): Promise<SignInReply> {
  try {
    return await callServer(secondstep.signIn, input);
  } catch (error) {
    const { proof } = toFailure(error);
    if (!proof) throw error;
    return await callServer(secondstep.signIn, { ...input, proof: await solveProofOfWork(proof) });
  }
}

/** Whose sign-in waits for a second step, and what they have set up; null until it is known. */
function useWaiting(): Waiting | null {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    callServer(secondstep.waiting, {}).then(setWaiting, () => {
      // Only the name is missing then.
    });
  }, []);
  return waiting;
}

/** What is typed: a code, and the code after it where one is not enough (`next`; null: one is). The fields take the focus back. */
function useTypedCodes() {
  const [code, setCode] = useState('');
  const [next, setNext] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const nextField = useRef<HTMLInputElement>(null);
  // After the field's own step to its next box, which typing a digit takes.
  useEffect(() => {
    if (next === '' && code.length === codeLength) nextField.current?.focus();
  }, [code, next]);
  const clear = () => {
    setCode('');
    if (next !== null) setNext('');
  };
  return { code, setCode, next, setNext, clear, field, nextField };
}

/** Once the field of the other kind is there it takes the focus; of two the first, where one begins again. */
function useFocusWhenSwitched(recovering: boolean, field: RefObject<HTMLInputElement | null>) {
  const before = useRef(recovering);
  useEffect(() => {
    if (before.current !== recovering) field.current?.focus();
    before.current = recovering;
  }, [recovering, field]);
}

/** What is typed at the second step, what it is answered with, and how it is ended. */
export function useSecondStep({ onDone, onFailed }: SecondStepCallbacks) {
  const waiting = useWaiting();
  const { code, setCode, next, setNext, clear, field, nextField } = useTypedCodes();
  const [recovering, setRecovering] = useState(false);
  useFocusWhenSwitched(recovering, field);
  const [rest, setRest] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function send(typed: string, following: string | null) {
    if (busy || !typed.trim()) return field.current?.focus();
    if (following !== null && following.length < codeLength) return nextField.current?.focus();
    setBusy(true);
    setFailure(null);
    try {
      onDone(await signInBy({ code: typed, rest, ...(following !== null && { nextCode: following }) }));
    } catch (error) {
      const refused = toFailure(error);
      if (refused.code === 'login.secondStepOver') return onFailed(refused);
      setBusy(false);
      // What was typed is the first of the two; its field for the second takes the focus.
      if (refused.code === 'login.twoCodes') return setNext('');
      clear();
      setFailure(refused);
      field.current?.focus();
    }
  }

  async function byKey() {
    setBusy(true);
    setFailure(null);
    try {
      onDone(await signInByPasskey(waiting?.shared ?? false));
    } catch (error) {
      setBusy(false);
      setFailure(toFailure(error));
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code, recovering ? null : next);
  };
  const type = (typed: string) => {
    setCode(typed);
    setFailure(null);
    // Where the second is still to come, it takes the focus.
    if (!recovering && typed.length === codeLength && next !== '') void send(typed, next);
  };
  const typeNext = (typed: string) => {
    setNext(typed);
    setFailure(null);
    if (typed.length === codeLength && code.length === codeLength) void send(code, typed);
  };
  const switchCode = () => {
    setRecovering(!recovering);
    clear();
    setFailure(null);
  };
  return {
    waiting,
    code,
    next,
    recovering,
    rest,
    busy,
    failure,
    field,
    nextField,
    submit,
    type,
    typeNext,
    byKey,
    switchCode,
    setRest,
  };
}

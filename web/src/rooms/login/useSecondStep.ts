import type { Input, Output } from '@bilim/contract/call.ts';
import { secondstep } from '@bilim/contract/secondstep.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signInByKey } from '../../account/passkeys/device.ts';
import { callServer } from '../../core/api.ts';
import { asFailure, type Failure } from '../../core/failure.ts';
import { solveProofOfWork } from '../../core/proof.ts';
import { codeLength } from './CodeField.tsx';

type Waiting = Output<typeof secondstep.waiting>;
type Entered = Output<typeof secondstep.signIn>;

/** How a second step ends: signed in, or with the failure after which only the password helps. */
export interface SecondStepOutcome {
  onDone: (entered: Entered) => void;
  onFailed: (failure: unknown) => void;
}

/** Ends the sign-in by a code; where many were tried it is sent again with the browser's work. */
async function signInBy(input: Input<typeof secondstep.signIn>): Promise<Entered> {
  try {
    return await callServer(secondstep.signIn, input);
  } catch (error) {
    const { proof } = asFailure(error);
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

/** What is typed at the second step, what it is answered with, and the ways to end it. `field` takes the focus back. */
export function useSecondStep({ onDone, onFailed }: SecondStepOutcome) {
  const waiting = useWaiting();
  const [code, setCode] = useState('');
  const [recovering, setRecovering] = useState(false);
  const [rest, setRest] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function send(typed: string) {
    if (busy || !typed.trim()) return field.current?.focus();
    setBusy(true);
    setFailure(null);
    try {
      onDone(await signInBy({ code: typed, rest }));
    } catch (error) {
      const refused = asFailure(error);
      if (refused.code === 'login.secondStepOver') return onFailed(refused);
      setBusy(false);
      setCode('');
      setFailure(refused);
      field.current?.focus();
    }
  }

  async function byKey() {
    setBusy(true);
    setFailure(null);
    try {
      onDone(await signInByKey(waiting?.shared ?? false));
    } catch (error) {
      setBusy(false);
      setFailure(asFailure(error));
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  const type = (typed: string) => {
    setCode(typed);
    setFailure(null);
    if (!recovering && typed.length === codeLength) void send(typed);
  };
  const switchCode = () => {
    setRecovering(!recovering);
    setCode('');
    setFailure(null);
  };
  return { waiting, code, recovering, rest, busy, failure, field, submit, type, byKey, switchCode, setRest };
}

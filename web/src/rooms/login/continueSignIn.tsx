import type { Input, Output } from '@bilim/contract/call.ts';
import { login } from '@bilim/contract/login.ts';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { callServer } from '../../core/api.ts';
import { Failure } from '../../core/failure.ts';
import { solveProofOfWork } from '../../core/proofOfWork.ts';
import { session } from '../../core/session.ts';
import { SignInSecondStep } from './SignInSecondStep.tsx';

/**
 * Does what the server asks for at a sign-in: where much is guessed, it is sent again with the browser's work; where a
 * second step is set up, `show` puts it in the form's place, and null gives the form back.
 */
export async function continueSignIn(
  failure: Failure,
  input: Input<typeof login.authorize>,
  show: (instead: ReactNode) => void,
): Promise<Output<typeof login.authorize>> {
  if (!failure.proof) return await secondStep(show);
  session.set({ ...session.get(), proving: true });
  const proof = await solveProofOfWork(failure.proof);
  try {
    return await callServer(login.authorize, { ...input, proof });
  } catch (again) {
    if (again instanceof Failure && again.code === 'login.secondStep') return await secondStep(show);
    throw again;
  }
}

async function secondStep(show: (instead: ReactNode) => void): Promise<Output<typeof login.authorize>> {
  await i18next.loadNamespaces(['secondstep', 'passkeys']);
  try {
    return await new Promise((done, failed) => show(<SignInSecondStep onDone={done} onFailed={failed} />));
  } finally {
    show(null);
  }
}

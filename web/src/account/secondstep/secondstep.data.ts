import type { Input, Output } from '@bilim/contract/call.ts';
import { secondstep } from '@bilim/contract/secondstep.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';

const renewed = () => queryClient.invalidateQueries({ queryKey: ['profile', secondstep.state.path] });

/** What is set up for the second step of the person's sign-ins. */
export function useSecondStepState() {
  return useQuery(queryForCall('profile', secondstep.state, {}));
}

/** Makes a key for an app, for whoever knows the password. */
export function useBeginSecondStep() {
  return useMutation<Output<typeof secondstep.begin>, Failure, Input<typeof secondstep.begin>>({
    mutationFn: (input) => callServer(secondstep.begin, input),
  });
}

/** Puts the key in force with its first code; gives the recovery codes. */
export function useConfirmSecondStep() {
  return useMutation<Output<typeof secondstep.confirm>, Failure, Input<typeof secondstep.confirm>>({
    mutationFn: (input) => callServer(secondstep.confirm, input),
    onSuccess: renewed,
  });
}

/** Shows a code in this session, for what asks for a present one. */
export function useVerifySecondStep() {
  return useMutation<unknown, Failure, Input<typeof secondstep.prove>>({
    mutationFn: (input) => callServer(secondstep.prove, input),
  });
}

/** New recovery codes in place of the old ones. */
export function useRenewRecoveryCodes() {
  return useMutation<Output<typeof secondstep.renewCodes>, Failure, Input<typeof secondstep.renewCodes>>({
    mutationFn: (input) => callServer(secondstep.renewCodes, input),
    onSuccess: renewed,
  });
}

/** Switches the second step off. */
export function useRemoveSecondStep() {
  return useMutation<unknown, Failure, Input<typeof secondstep.remove>>({
    mutationFn: (input) => callServer(secondstep.remove, input),
    onSuccess: renewed,
  });
}

/** Lets every browser be asked again. */
export function useForgetTrustedBrowsers() {
  return useMutation<unknown, Failure, void>({
    mutationFn: () => callServer(secondstep.endRest, {}),
    onSuccess: renewed,
  });
}

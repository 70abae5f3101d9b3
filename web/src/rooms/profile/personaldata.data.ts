import type { Output } from '@bilim/contract/call.ts';
import { personaldata } from '@bilim/contract/personaldata.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

export type PersonalDataSummary = Output<typeof personaldata.about>[number];

/** What the portal keeps about the person, and what both sides say to it. */
export const usePersonalDataSummary = () => useQuery(queryForCall('personaldata', personaldata.about, {}));

/** Agrees with a version of the university's text, or takes that back. */
export const useSetConsent = () =>
  useMutation<unknown, Failure, { version: number; given: boolean }>({
    mutationFn: (input) => callServer(personaldata.consent, input, { key: randomUuid() }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['personaldata'] }),
  });

import type { Input, Output } from '@bilim/contract/call.ts';
import { moderation } from '@bilim/contract/moderation.ts';
import type { ModerationState } from '@bilim/contract/page-options.ts';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { buildFileUrl } from '../../core/fileAddress.ts';
import { queryClient, queryForCall, queryForPages } from '../../core/queryClient.ts';

const room = 'moderation';

export type ModerationCase = Output<typeof moderation.list>[number];

/** Cases a page. */
const page = 20;

export const useModerationCases = (state: ModerationState) =>
  useInfiniteQuery(
    queryForPages(room, moderation.list, { state }, { size: page, next: (last) => ({ after: last.id_case }) }),
  );

export const useCaseCounts = () => useQuery(queryForCall(room, moderation.figures, {}));

/** What was said before and after a reported message; asked for when somebody wants to see it. */
export const useMessageContext = (id: number) => useQuery(queryForCall(room, moderation.around, { id_case: id }));

type Deciding = Input<typeof moderation.remove> & { key: string };

function useDecision(call: (typeof moderation)['remove' | 'leave' | 'restore']) {
  return useMutation({
    mutationFn: ({ key, ...input }: Deciding) => callServer(call, input, { key }),
    // Not waited for: what is read again may take the row away, and with it what it says of its success.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [room] }),
  });
}

/** What can be decided of a case. */
export const useModerationDecisions = () => ({
  remove: useDecision(moderation.remove),
  leave: useDecision(moderation.leave),
  restore: useDecision(moderation.restore),
});
export type ModerationDecision = keyof ReturnType<typeof useModerationDecisions>;

/** The address of a file of a reported message; to be saved, or shown as a picture, small or whole. */
export const buildCaseFileUrl = (id_case: number, id: number, shown?: 'small' | 'whole'): string =>
  buildFileUrl(moderation.download, { id, id_case }, shown);

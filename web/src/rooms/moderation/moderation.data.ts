import type { Input, Output } from '@bilim/contract/call.ts';
import { moderation } from '@bilim/contract/moderation.ts';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { pagesKey, queries, queryForCall } from '../../core/queries.ts';

const room = 'moderation';

export type ModerationCase = Output<typeof moderation.list>[number];
export type CaseTab = 'open' | 'done';

/** Cases a page. */
const page = 20;

export const useCases = (state: CaseTab) =>
  useInfiniteQuery({
    queryKey: pagesKey(room, moderation.list, state),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      callServer(moderation.list, { state, ...(pageParam !== null && { after: pageParam }) }, { signal }),
    getNextPageParam: (last) => (last.length === page ? last.at(-1)?.id_case : undefined),
  });

export const useCaseFigures = () => useQuery(queryForCall(room, moderation.figures, {}));

/** What was said before and after a reported message; asked for when somebody wants to see it. */
export const useMessageContext = (id: number) => useQuery(queryForCall(room, moderation.around, { id_case: id }));

type Deciding = Input<typeof moderation.remove> & { key: string };

function useDecision(call: (typeof moderation)['remove' | 'leave' | 'restore']) {
  return useMutation({
    mutationFn: ({ key, ...input }: Deciding) => callServer(call, input, { key }),
    // Not waited for: what is read anew may take the row away, and with it what it says of its success.
    onSettled: () => void queries.invalidateQueries({ queryKey: [room] }),
  });
}

/** What can be decided of a case. */
export const useDecisions = () => ({
  remove: useDecision(moderation.remove),
  leave: useDecision(moderation.leave),
  restore: useDecision(moderation.restore),
});
export type Decision = keyof ReturnType<typeof useDecisions>;

/** The address of a file of a reported message; to be saved, or shown as a picture, small or whole. */
export function fileAddress(id_case: number, id: number, shown?: 'small' | 'whole'): string {
  const query = new URLSearchParams({
    ...{ id: String(id), id_case: String(id_case) },
    ...(shown && { inline: '1' }),
    ...(shown === 'small' && { size: 'small' }),
  });
  return `${import.meta.env.BASE_URL}${moderation.download.path.slice(1)}?${query}`;
}

import type { Input, Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { search } from '@bilim/contract/search.ts';
import { searchLimits } from '@bilim/contract/search-limits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import { highlightName } from './commands.ts';
import type { NameSearchResults, SearchScope } from './found-rows.ts';
import { nameResultGroups, textResultGroups } from './groups.tsx';

/** Whether a call has something to say where a scope is searched. */
const isWithin = (groups: object, scope: SearchScope): boolean => scope === 'all' || Object.hasOwn(groups, scope);

/** Milliseconds after the last letter before something is searched. */
const searchAfter = 150;

/** A text as it is when nothing was typed for a moment; nothing is searched at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === '') setSettled('');
    const timer = setTimeout(() => setSettled(text), searchAfter);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Whether a text is long enough to be searched. */
export const isLongEnoughToSearch = (text: string): boolean => [...text].length >= searchLimits.shortest;

/**
 * What was found for a text; each half as it comes. Without a network people, disciplines and conversations from what was
 * kept.
 */
export function useSearchResults(typed: string, scope: SearchScope) {
  const text = useSettled(typed.trim());
  const connected = useAtom(isPortalReachable);
  const isAsked = connected && isLongEnoughToSearch(text);
  const input = { text, ...(scope !== 'all' && { only: scope }) };
  const names = useQuery({
    ...queryForCall('search', search.names, input),
    enabled: isAsked && isWithin(nameResultGroups, scope),
    placeholderData: keepPreviousData,
  });
  const texts = useQuery({
    ...queryForCall('search', search.texts, input),
    enabled: isAsked && isWithin(textResultGroups, scope),
    placeholderData: keepPreviousData,
  });
  const wantsNames = isLongEnoughToSearch(text) && isWithin(nameResultGroups, scope);
  const wantsTexts = isAsked && isWithin(textResultGroups, scope);
  return {
    text,
    names: wantsNames ? (connected ? names.data?.[0] : cachedNames(text)) : undefined,
    texts: wantsTexts ? texts.data?.[0] : undefined,
    namesWait: wantsNames && connected && names.isPending,
    textsWait: wantsTexts && texts.isPending,
    isSettled: text === typed.trim() && !(isAsked && (names.isFetching || texts.isFetching)),
    failed: wantsNames && names.isError ? names : wantsTexts && texts.isError ? texts : null,
  };
}

type OfTerm = Input<typeof discipline.list>;
type OfGroup = Input<typeof discipline.students>;

/** Everything that was read of a call and is still kept, with what it was asked for. */
function cachedRepliesOf<I, O>(path: string): [I, O][] {
  return queryClient
    .getQueriesData<O>({ queryKey: ['discipline', path] })
    .flatMap(([key, rows]): [I, O][] => (rows === undefined ? [] : [[key[2] as I, rows]]));
}

/** Conversations of the lists that were read before: with whom, or of which group. */
function cachedConversations(text: string): [string, NameSearchResults['people']['rows'][number]][] {
  return queryClient
    .getQueriesData<{ pages: Output<typeof chat.conversations>[] }>({ queryKey: ['chat', chat.conversations.path] })
    .flatMap(([, read]) => read?.pages.flat() ?? [])
    .flatMap((row): [string, NameSearchResults['people']['rows'][number]][] => {
      const { idid, group, year, ws, id_discipline, isSelect, kredit, gr_potok, id_office } = row;
      const fio = highlightName(idid > 0 ? row.fio : [row.discipline, group].filter(Boolean).join(', '), text);
      const course = { year, ws, id_discipline, isSelect: isSelect ?? false, kredit, id_semester: 0 };
      if (!fio) return [];
      return [
        [
          idid > 0
            ? String(idid)
            : `${year}.${ws}.${disciplineKey({ id: id_discipline, isSelect: course.isSelect, kredit })}.${gr_potok}`,
          {
            ...{ idid, fio, id_office },
            post: idid > 0 && idid !== id_office ? row.discipline : '',
            course: id_office === null ? { ...course, id_group: gr_potok ?? 0 } : null,
          },
        ],
      ];
    });
}

/** Own disciplines and people from the lists that were read before. */
function cachedNames(text: string): NameSearchResults {
  const disciplines = new Map<string, NameSearchResults['disciplines']['rows'][number]>();
  for (const { path } of [discipline.list, discipline.listForStudent])
    for (const [of, rows] of cachedRepliesOf<OfTerm, Output<typeof discipline.list>>(path))
      for (const { id, discipline: called, isSelect, kredit } of rows) {
        const name = highlightName(called, text);
        const course = { year: of.year, ws: of.ws, id_discipline: id, isSelect, kredit, id_semester: 0, id_group: 0 };
        if (name) disciplines.set(disciplineKey({ id, isSelect, kredit }), { ...course, name, people: '' });
      }
  const people = new Map(cachedConversations(text));
  for (const { path } of [discipline.students, discipline.teachers])
    for (const [course, rows] of cachedRepliesOf<OfGroup, Output<typeof discipline.students>>(path))
      for (const { idid, fio: called, group, apart } of rows) {
        const fio = idid > 0 ? highlightName(called, text) : null;
        if (fio)
          people.set(String(idid), { idid, fio, ...(apart && { apart }), post: group ?? '', course, id_office: null });
      }
  return {
    disciplines: { rows: [...disciplines.values()].slice(0, searchLimits.shown), more: 0 },
    people: { rows: [...people.values()].slice(0, searchLimits.shown), more: 0 },
  };
}

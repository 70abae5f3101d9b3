import clock from 'icon:clock-counter-clockwise';
import journalIcon from 'icon:notebook';
import stack from 'icon:stack';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { IconDrawing } from '../../kit/Icon.tsx';
import { highlightName, matchesWordStems, type SearchCommand } from './commands.ts';
import type { SearchScope } from './found-rows.ts';
import { nameResultGroups, type SearchRowsContext, textResultGroups } from './groups.tsx';
import { OptionIcon } from './OptionIcon.tsx';
import { toCourseSelection } from './result-addresses.ts';
import type { useSearchResults } from './search.data.ts';
import { type SearchOption, type SearchOptionGroup, toUnhighlightedText } from './search-option.ts';
import type { useCommandOptions } from './useCommandOptions.ts';

type SearchResults = ReturnType<typeof useSearchResults>;

const commandOptions = (all: readonly SearchCommand[], text: string): SearchOption[] =>
  all.flatMap(({ key, name, icon, also, about, address, onChoose }): SearchOption[] => {
    const option = { key, sign: <OptionIcon of={icon} />, ...(address && { address }), ...(onChoose && { onChoose }) };
    const title = highlightName(name, text);
    if (title) return [{ ...option, title }];
    return also && matchesWordStems(also, text) ? [{ ...option, title: toUnhighlightedText(name), about }] : [];
  });

interface GroupsInput {
  readonly found: SearchResults;
  /** What is in the field at this moment: rooms and commands are known at once. */
  readonly typed: string;
  readonly scope: SearchScope;
  readonly commands: readonly SearchCommand[];
  /** What can be done with what was found; `isCommand`: one of them is typed, and is first. */
  readonly foundCommands: ReturnType<typeof useCommandOptions>;
  readonly isCommand: boolean;
  readonly onScope: (scope: SearchScope) => void;
}

/** What was found, in groups; a group that is still searched is there without rows. */
export function useResultGroups(input: GroupsInput): SearchOptionGroup[] {
  const { found, scope, foundCommands, onScope } = input;
  const { t } = useTranslation('search');
  const { text, names, texts } = found;
  const isAll = scope === 'all';
  const context = { text, accounts: isAll ? foundCommands.accounts : [] };
  const withMore = ({ more, ...group }: FoundGroup): SearchOptionGroup => {
    if (more === 0 || !isAll) return { ...group, title: t(group.name) };
    const title = toUnhighlightedText(t('more', { count: more }));
    const option = {
      key: `more ${group.name}`,
      sign: null,
      title,
      onChoose: () => onScope(group.name),
      stays: true,
    } as const;
    return { ...group, title: t(group.name), more: option, moreCount: more };
  };
  const groups: SearchOptionGroup[] = [
    { name: 'open', title: t('open'), options: isAll ? openOptions(input, t).slice(0, maxOpenableRows) : [] },
    ...(names ? foundGroups(nameResultGroups, names, context).map(withMore) : []),
    { name: 'deeds', title: t('toDo'), options: isAll ? commandTargetOptions(foundCommands.also, text) : [] },
    { name: 'names', title: t('people'), options: [], isWaiting: found.namesWait },
    ...(texts ? foundGroups(textResultGroups, texts, context).map(withMore) : []),
    { name: 'texts', title: t('books'), options: [], isWaiting: found.textsWait },
  ];
  return groups.filter(({ options, isWaiting }) => options.length > 0 || isWaiting);
}

interface FoundGroup {
  readonly name: Exclude<SearchScope, 'all'>;
  readonly options: readonly SearchOption[];
  /** How many rows there are besides. */
  readonly more: number;
}

/** The rows of all groups of one call. */
function foundGroups<
  Name extends FoundGroup['name'],
  SearchResults extends { readonly [One in Name]: { readonly more: number } },
>(
  groups: {
    readonly [One in Name]: {
      readonly rows: (found: SearchResults[One], context: SearchRowsContext) => SearchOption[];
    };
  },
  found: SearchResults,
  context: SearchRowsContext,
): FoundGroup[] {
  const all: FoundGroup[] = [];
  for (const name in groups)
    all.push({ name, options: groups[name].rows(found[name], context), more: found[name].more });
  return all;
}

/** So many rows lead to rooms, commands and rooms of the first discipline. */
const maxOpenableRows = 5;

/** Rooms and commands by what is in the field, and where the first discipline can be opened besides. */
function openOptions(
  { found, typed, commands, foundCommands, isCommand }: GroupsInput,
  t: TFunction<'search'>,
): SearchOption[] {
  const { text, names } = found;
  const ofDiscipline = (icon: IconDrawing, to: '/journal' | '/umk', room: string) =>
    (names?.disciplines.rows ?? []).slice(0, 1).map((row): SearchOption => {
      const name = `${room} · ${row.name.text}`;
      return {
        key: `${to} ${row.id_discipline}`,
        sign: <OptionIcon of={icon} />,
        title: highlightName(name, text) ?? toUnhighlightedText(name),
        address: { to, search: toCourseSelection(row) },
      };
    });
  const toDo = commandTargetOptions(foundCommands.now, text);
  const byName = commandOptions(commands, typed);
  if (isCommand) return [...toDo, ...byName];
  return [
    ...byName,
    ...toDo,
    ...ofDiscipline(journalIcon, '/journal', t('common:rooms.journal.name')),
    ...ofDiscipline(stack, '/umk', t('common:rooms.umk.name')),
  ];
}

/** What can be done with what was found, with what was searched marked in its name. */
const commandTargetOptions = (commands: readonly SearchCommand[], text: string): SearchOption[] =>
  commands.map(({ icon, name, ...command }) => ({
    ...command,
    sign: <OptionIcon of={icon} />,
    title: highlightName(name, text) ?? toUnhighlightedText(name),
  }));

interface Before {
  readonly recent: readonly string[];
  readonly commands: readonly SearchCommand[];
  readonly onType: (text: string) => void;
  readonly onRemove: (text: string) => void;
}

/** What is there before anything is typed: the last searches, and what fits the hour. */
export function useInitialSearchOptions({ recent, commands: all, onType, onRemove }: Before): SearchOptionGroup[] {
  const { t } = useTranslation('search');
  const groups: SearchOptionGroup[] = [
    {
      name: 'recent',
      title: t('recent'),
      options: recent.map((text) => ({
        key: `recent ${text}`,
        sign: <OptionIcon of={clock} />,
        title: toUnhighlightedText(text),
        onChoose: () => onType(text),
        stays: true,
        onRemove: () => onRemove(text),
      })),
    },
    { name: 'open', title: t('open'), options: commandOptions(all, '') },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

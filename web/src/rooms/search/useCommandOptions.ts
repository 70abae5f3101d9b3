import check from 'icon:check-square-offset';
import key from 'icon:key';
import write from 'icon:note-pencil';
import stamp from 'icon:stamp';
import { parseRole } from '@bilim/contract/access.ts';
import { people } from '@bilim/contract/people.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import { containsAllWords } from '@bilim/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { queryForCall } from '../../core/queryClient.ts';
import { session } from '../../core/session.ts';
import { matchesWordStems, type OpenableRoom, type SearchCommand } from './commands.ts';
import type { AccountSearchResult, NameSearchResults } from './found-rows.ts';
import { buildConversationAddress, toCourseSelection } from './result-addresses.ts';
import { isLongEnoughToSearch } from './search.data.ts';
import { type CommandVerb, commandVerbs, parseCommand, type TypedCommand } from './typed-commands.ts';

/** So many of each act are offered; with the word for it before them more. */
const few = 2;
const some = 4;
/** Words of so many letters or fewer mean nothing: «с», «об». */
const shortWord = 3;

/** Whether a document is meant by a text, whatever the endings of its words and however short the others are. */
function isCalled(name: string, text: string): boolean {
  const long = text.split(/\s+/).filter((word) => word.length > shortWord);
  return containsAllWords(name, text) || (long.length > 0 && matchesWordStems(name, long.join(' ')));
}

/** The act that is typed, in the words of the page's language. */
export function useTypedCommand(typed: string): TypedCommand | null {
  const { t } = useTranslation('search');
  return parseCommand(
    typed,
    Object.fromEntries(commandVerbs.map((verb) => [verb, t(`said.${verb}`)])) as Record<CommandVerb, string>,
  );
}

interface Input {
  /** What is searched: with an act, what it is done with. */
  text: string;
  command: TypedCommand | null;
  names: NameSearchResults | undefined;
  rooms: readonly OpenableRoom[];
}

/**
 * Commands for what was found: give a new password, write to somebody, mark a group, order a document by its name.
 * Without a verb in the text only those to which nothing else in the search leads, and new passwords as `also`:
 * whoever types a name and presses Enter wants no command. `accounts`: the people of that name whose accounts the
 * person manages.
 */
export function useCommandOptions({ text, command, names, rooms }: Input): {
  now: readonly SearchCommand[];
  also: readonly SearchCommand[];
  accounts: readonly AccountSearchResult[];
} {
  const { t } = useTranslation('search');
  const { user } = useAtom(session);
  const connected = useAtom(isPortalReachable);
  const wants = (verb: CommandVerb) => command?.verb === verb;
  const looksAfter = user?.permissions.includes('accounts') ?? false;
  const accounts = useQuery({
    ...queryForCall('people', people.list, { search: text }),
    enabled: connected && looksAfter && isLongEnoughToSearch(text) && (!command || wants('password')),
  });
  const documents = useQuery({
    ...queryForCall('singlewindow', singlewindow.documents, {}),
    enabled:
      rooms.some(({ name }) => name === 'singlewindow') && isLongEnoughToSearch(text) && (!command || wants('order')),
  });
  const named = (verb: CommandVerb, name: string) => i18next.t(`search:deeds.${verb}`, { name });
  const found = (command && !wants('password') ? [] : (accounts.data ?? [])).map(
    ({ id_person: id, fio, place, apart }): AccountSearchResult => ({
      ...{ id, fio },
      about: [place, apart].filter(Boolean).join(' · '),
    }),
  );
  const passwords = found.map(
    ({ id, fio, about }): SearchCommand => ({
      key: `password ${id}`,
      name: named('password', fio),
      icon: key,
      about,
      address: { to: '/people/$id', params: { id: String(id) }, search: { act: 'password' } },
    }),
  );
  const all: SearchCommand[] = command ? passwords.slice(0, some) : [];
  if (wants('write'))
    for (const row of names?.people.rows ?? [])
      if (row.course || row.id_office !== null)
        all.push({
          key: `write ${row.idid} ${row.course?.id_group}`,
          name: named('write', row.fio.text),
          icon: write,
          address: buildConversationAddress(row),
        });
  if (wants('mark') && parseRole(user?.role) === 1)
    for (const row of names?.disciplines.rows ?? [])
      all.push({
        key: `mark ${row.id_discipline}`,
        name: named('mark', row.name.text),
        icon: check,
        about: row.people,
        address: { to: '/journal', search: toCourseSelection(row) },
      });
  if (!command || wants('order'))
    for (const { id_okno_document: id, okno_document: name } of documents.data ?? [])
      if (isCalled(name, text))
        all.push({
          key: `order ${id}`,
          name: named('order', name),
          icon: stamp,
          about: t('common:rooms.singlewindow.name'),
          address: { to: '/singlewindow', search: { new: id } },
        });
  return { now: all, also: command ? [] : passwords.slice(0, few), accounts: command ? [] : found };
}

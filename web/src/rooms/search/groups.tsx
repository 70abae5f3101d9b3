import newspaper from 'icon:newspaper';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { groupChatId, type UrlSelection } from '@bilim/contract/url-selection.ts';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { DisciplineTile } from '../../disciplines/DisciplineTile.tsx';
import { Avatar, DisciplineAvatar, OfficeAvatar } from '../../kit/Avatar.tsx';
import { FileIcon } from '../../kit/FileChip.tsx';
import { HighlightedText } from '../../kit/HighlightedText.tsx';
import { Time } from '../../kit/Time.tsx';
import { highlightName } from './commands.ts';
import type { AccountSearchResult, NameSearchResults, SearchScope, TextSearchResults } from './found-rows.ts';
import { OptionIcon } from './OptionIcon.tsx';
import { buildConversationAddress, officeConversationAddress, toCourseSelection } from './result-addresses.ts';
import { type SearchOption, toUnhighlightedText } from './search-option.ts';

/** What the rows of a group need besides what was found. */
export interface SearchRowsContext {
  /** What was searched. */
  readonly text: string;
  /** Accounts that one looks after; none where one group is searched alone. */
  readonly accounts: readonly AccountSearchResult[];
}

interface Group<Found> {
  readonly rows: (found: Found, context: SearchRowsContext) => SearchOption[];
  /** It has one of the buttons that search it alone. */
  readonly isScope: boolean;
}
type Groups<Found> = { readonly [Name in keyof Found]: Group<Found[Name]> };

/** The groups of each of the two calls, in the order in which they are shown; `search.json` has their names. */
export const nameResultGroups: Groups<NameSearchResults> = {
  disciplines: { rows: disciplines, isScope: false },
  people: { rows: people, isScope: true },
};
export const textResultGroups: Groups<TextSearchResults> = {
  books: { rows: books, isScope: true },
  messages: { rows: messages, isScope: true },
  news: { rows: news, isScope: true },
};

const scopesOf = <Name extends string>(groups: { readonly [One in Name]: { readonly isScope: boolean } }): Name[] => {
  const names: Name[] = [];
  for (const name in groups) if (groups[name].isScope) names.push(name);
  return names;
};
/** What the buttons search, in their order. */
export const searchScopes: readonly SearchScope[] = [
  'all',
  ...scopesOf(nameResultGroups),
  ...scopesOf(textResultGroups),
];

function disciplines({ rows }: NameSearchResults['disciplines']): SearchOption[] {
  return rows.map((row) => ({
    key: `discipline ${disciplineKey({ ...row, id: row.id_discipline })}`,
    sign: <DisciplineTile id={row.id_discipline} name={row.name.text} />,
    title: row.name,
    about: row.people,
    address: { to: '/d/$id', params: { id: String(row.id_discipline) }, search: toCourseSelection(row) },
  }));
}

/** So many people are shown whom the account alone leads to. */
const maxAccounts = 4;

type Person = NameSearchResults['people']['rows'][number];

/** Whom no conversation and no office leads to is found by the account that one looks after. */
function people({ rows }: NameSearchResults['people'], { accounts, text }: SearchRowsContext): SearchOption[] {
  const shown = new Set(rows.map(({ idid }) => idid));
  const others = accounts.filter(({ id }) => !shown.has(id)).slice(0, maxAccounts);
  const ofCalls = rows.map((row): SearchOption => {
    const { idid, fio, apart, post, course } = row;
    return {
      key: idid === groupChatId ? `group ${course?.id_discipline} ${course?.id_group}` : `person ${idid}`,
      sign: avatarOf(row),
      title: fio,
      about: [post, apart].filter(Boolean).join(' · '),
      address: buildConversationAddress(row),
    };
  });
  return [
    ...ofCalls,
    ...others.map(
      ({ id, fio, about }): SearchOption => ({
        key: `account ${id}`,
        sign: <Avatar id={id} fullName={fio} />,
        title: highlightName(fio, text) ?? toUnhighlightedText(fio),
        about,
        address: { to: '/people/$id', params: { id: String(id) } },
      }),
    ),
  ];
}

function avatarOf({ idid, fio, course, id_office }: Person): ReactNode {
  if (idid === id_office) return <OfficeAvatar />;
  return idid === groupChatId ? (
    <DisciplineAvatar id={course?.id_discipline ?? 0} name={fio.text} />
  ) : (
    <Avatar id={idid} fullName={fio.text} />
  );
}

function books({ rows }: TextSearchResults['books'], { text }: SearchRowsContext): SearchOption[] {
  return rows.map(({ id, isFromUmk, course, name, about, fileName, page, snippet }): SearchOption => {
    // With the words the room finds it too, whichever year and shelf it is of.
    const at = { q: text, ...(page !== null && { page }) };
    return {
      key: `book ${isFromUmk} ${id}`,
      sign: <FileIcon name={fileName} />,
      title: name,
      about: snippet ? (
        <>
          <HighlightedText of={snippet} />
          {page !== null && ` ${i18next.t('search:onPage', { page })}`}
        </>
      ) : null,
      side: about,
      address: course
        ? { to: '/umk', search: { d: disciplineKey({ ...course, id: course.id_discipline }), read: id, ...at } }
        : { to: '/library', search: { read: `${isFromUmk ? 'u' : 'b'}${id}`, ...at } },
    };
  });
}

type Message = TextSearchResults['messages']['rows'][number];

function messages({ rows }: TextSearchResults['messages'], { text }: SearchRowsContext): SearchOption[] {
  return rows.map((row) => ({
    key: `message ${row.id_message}`,
    sign: signOf(row),
    title: toUnhighlightedText([...new Set([row.fio, row.discipline])].join(' · ')),
    about: <HighlightedText of={row.message} />,
    side: <Time at={row.created} form="list" />,
    address: {
      to: '/chat',
      search: {
        ...placeOf(row),
        ...{ m: row.id_message, q: text },
      },
    },
  }));
}

function signOf({ idid, id_author, id_office, id_discipline, fio, discipline }: Message): ReactNode {
  if (id_author === id_office) return <OfficeAvatar />;
  return idid === groupChatId ? (
    <DisciplineAvatar id={id_discipline} name={discipline} />
  ) : (
    <Avatar id={id_author} fullName={fio} />
  );
}

/** The conversation in which a message stands. */
function placeOf(row: Message): UrlSelection {
  const { idid, id_office } = row;
  if (id_office !== null) return { ...officeConversationAddress(idid, id_office) };
  return { ...toCourseSelection({ ...row, id_semester: 0, id_group: row.id_group ?? 0 }), c: idid };
}

function news({ rows }: TextSearchResults['news']): SearchOption[] {
  return rows.map((row) => ({
    key: `news ${row.id_eventMessage}`,
    sign: <OptionIcon of={newspaper} />,
    title: row.message,
    about: row.author,
    side: <Time at={row.created} form="list" />,
    address: { to: '/news', search: { item: row.id_eventMessage } },
  }));
}

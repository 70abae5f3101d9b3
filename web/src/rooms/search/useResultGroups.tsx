import clock from 'icon:clock-counter-clockwise';
import newspaper from 'icon:newspaper';
import journalIcon from 'icon:notebook';
import stack from 'icon:stack';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { groupChatId, type UrlSelection } from '@bilim/contract/url-selection.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DisciplineTile } from '../../disciplines/DisciplineTile.tsx';
import { Avatar, DisciplineAvatar, OfficeAvatar } from '../../kit/Avatar.tsx';
import { FileIcon } from '../../kit/FileChip.tsx';
import { HighlightedText } from '../../kit/HighlightedText.tsx';
import { Icon, type IconDrawing } from '../../kit/Icon.tsx';
import { Time } from '../../kit/Time.tsx';
import { markedName, meansAnyOf, type SearchCommand } from './commands.ts';
import { type OptionGroup, plainText, type SearchOption } from './option.ts';
import styles from './Palette.module.css';
import { conversationAddressOf, courseAddress, officeConversationAddress } from './places.ts';
import type { FoundNames, FoundTexts, SearchScope, useSearchResults } from './search.data.ts';
import type { FoundAccount, useCommandOptions } from './useCommandOptions.ts';

type Found = ReturnType<typeof useSearchResults>;

const sign = (icon: IconDrawing) => (
  <span className={styles.sign}>
    <Icon of={icon} size="s" />
  </span>
);

const commandOptions = (all: readonly SearchCommand[], text: string): SearchOption[] =>
  all.flatMap(({ key, name, icon, also, about, address, onChoose }): SearchOption[] => {
    const option = { key, sign: sign(icon), ...(address && { address }), ...(onChoose && { onChoose }) };
    const title = markedName(name, text);
    if (title) return [{ ...option, title }];
    return also && meansAnyOf(also, text) ? [{ ...option, title: plainText(name), about }] : [];
  });

function disciplines({ rows }: FoundNames['disciplines']): SearchOption[] {
  return rows.map((row) => ({
    key: `discipline ${disciplineKey({ ...row, id: row.id_discipline })}`,
    sign: <DisciplineTile id={row.id_discipline} name={row.name.text} />,
    title: row.name,
    about: row.people,
    address: { to: '/d/$id', params: { id: String(row.id_discipline) }, search: courseAddress(row) },
  }));
}

/** So many people are shown whom the account alone leads to. */
const mostAccounts = 4;

type Person = FoundNames['people']['rows'][number];

/** Whom no conversation and no office leads to is found by the account that one looks after. */
function people({ rows }: FoundNames['people'], accounts: readonly FoundAccount[], text: string): SearchOption[] {
  const shown = new Set(rows.map(({ idid }) => idid));
  const others = accounts.filter(({ id }) => !shown.has(id)).slice(0, mostAccounts);
  const ofCalls = rows.map((row): SearchOption => {
    const { idid, fio, apart, post, course } = row;
    return {
      key: idid === groupChatId ? `group ${course?.id_discipline} ${course?.id_group}` : `person ${idid}`,
      sign: faceOf(row),
      title: fio,
      about: [post, apart].filter(Boolean).join(' · '),
      address: conversationAddressOf(row),
    };
  });
  return [
    ...ofCalls,
    ...others.map(
      ({ id, fio, about }): SearchOption => ({
        key: `account ${id}`,
        sign: <Avatar id={id} fullName={fio} />,
        title: markedName(fio, text) ?? plainText(fio),
        about,
        address: { to: '/people/$id', params: { id: String(id) } },
      }),
    ),
  ];
}

function faceOf({ idid, fio, course, id_office }: Person): ReactNode {
  if (idid === id_office) return <OfficeAvatar />;
  return idid === groupChatId ? (
    <DisciplineAvatar id={course?.id_discipline ?? 0} name={fio.text} />
  ) : (
    <Avatar id={idid} fullName={fio.text} />
  );
}

function books({ rows }: FoundTexts['books'], text: string, onPage: (page: number) => string): SearchOption[] {
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
          {page !== null && ` ${onPage(page)}`}
        </>
      ) : null,
      side: about,
      address: course
        ? { to: '/umk', search: { d: disciplineKey({ ...course, id: course.id_discipline }), read: id, ...at } }
        : { to: '/library', search: { read: `${isFromUmk ? 'u' : 'b'}${id}`, ...at } },
    };
  });
}

type Message = FoundTexts['messages']['rows'][number];

function messages({ rows }: FoundTexts['messages'], text: string): SearchOption[] {
  return rows.map((row) => ({
    key: `message ${row.id_message}`,
    sign: signOf(row),
    title: plainText([...new Set([row.fio, row.discipline])].join(' · ')),
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
  return { ...courseAddress({ ...row, id_semester: 0, id_group: row.id_group ?? 0 }), c: idid };
}

function news({ rows }: FoundTexts['news']): SearchOption[] {
  return rows.map((row) => ({
    key: `news ${row.id_eventMessage}`,
    sign: sign(newspaper),
    title: row.message,
    about: row.author,
    side: <Time at={row.created} form="list" />,
    address: { to: '/news', search: { item: row.id_eventMessage } },
  }));
}

interface GroupsInput {
  readonly found: Found;
  /** What stands in the field at this moment: rooms and commands are known at once. */
  readonly typed: string;
  readonly scope: SearchScope;
  readonly commands: readonly SearchCommand[];
  /** What can be done with what was found; `isCommand`: one of them is typed, and stands first. */
  readonly foundCommands: ReturnType<typeof useCommandOptions>;
  readonly isCommand: boolean;
  readonly onScope: (scope: SearchScope) => void;
}

/** What was found, in groups; a group that is still searched stands there without rows. */
export function useResultGroups(input: GroupsInput): OptionGroup[] {
  const { found, typed, scope, commands: known, foundCommands, isCommand, onScope } = input;
  const { t } = useTranslation('search');
  const { text, names, texts } = found;
  const isAll = scope === 'all';
  const more = (name: SearchScope, count: number) =>
    count > 0 && isAll
      ? {
          more: {
            key: `more ${name}`,
            sign: null,
            title: plainText(t('more', { count })),
            onChoose: () => onScope(name),
            stays: true as const,
          },
          moreCount: count,
        }
      : {};
  const ofDiscipline = (icon: IconDrawing, to: '/journal' | '/umk', name: string): SearchCommand[] =>
    (names?.disciplines.rows ?? []).slice(0, 1).map((row) => ({
      key: `${to} ${row.id_discipline}`,
      name: `${name} · ${row.name.text}`,
      icon,
      address: { to, search: courseAddress(row) },
    }));
  const toOpen = isAll
    ? [
        ...commandOptions(ofDiscipline(journalIcon, '/journal', t('common:rooms.journal.name')), ''),
        ...commandOptions(ofDiscipline(stack, '/umk', t('common:rooms.umk.name')), ''),
      ].map((option) => ({ ...option, title: markedName(option.title.text, text) ?? option.title }))
    : [];
  const doing = (all: readonly SearchCommand[]): SearchOption[] =>
    isAll
      ? all.map(({ icon, name, ...command }) => ({
          ...command,
          sign: sign(icon),
          title: markedName(name, text) ?? plainText(name),
        }))
      : [];
  const toDo = doing(foundCommands.now);
  const byName = commandOptions(known, typed);
  const open = isCommand ? [...toDo, ...byName] : [...byName, ...toDo, ...toOpen];
  const groups: (OptionGroup | false | undefined)[] = [
    isAll && { name: 'open', title: t('open'), options: open.slice(0, 5) },
    names && {
      name: 'disciplines',
      title: t('disciplines'),
      options: disciplines(names.disciplines),
      ...more('disciplines', names.disciplines.more),
    },
    names && {
      name: 'people',
      title: t('people'),
      options: people(names.people, isAll ? foundCommands.accounts : [], text),
      ...more('people', names.people.more),
    },
    { name: 'deeds', title: t('toDo'), options: doing(foundCommands.also) },
    found.namesWait && { name: 'names', title: t('people'), options: [], isWaiting: true },
    texts && {
      name: 'books',
      title: t('books'),
      options: books(texts.books, text, (page) => t('onPage', { page })),
      ...more('books', texts.books.more),
    },
    texts && {
      name: 'messages',
      title: t('messages'),
      options: messages(texts.messages, text),
      ...more('messages', texts.messages.more),
    },
    texts && { name: 'news', title: t('news'), options: news(texts.news), ...more('news', texts.news.more) },
    found.textsWait && { name: 'texts', title: t('books'), options: [], isWaiting: true },
  ];
  return groups.filter((one) => !!one).filter(({ options, isWaiting }) => options.length > 0 || isWaiting);
}

interface Before {
  readonly recent: readonly string[];
  readonly commands: readonly SearchCommand[];
  readonly onType: (text: string) => void;
  readonly onRemove: (text: string) => void;
}

/** What stands there before anything is typed: the last searches, and what fits the hour. */
export function useInitialOptions({ recent, commands: all, onType, onRemove }: Before): OptionGroup[] {
  const { t } = useTranslation('search');
  const groups: OptionGroup[] = [
    {
      name: 'recent',
      title: t('recent'),
      options: recent.map((text) => ({
        key: `recent ${text}`,
        sign: sign(clock),
        title: plainText(text),
        onChoose: () => onType(text),
        stays: true,
        onRemove: () => onRemove(text),
      })),
    },
    { name: 'open', title: t('open'), options: commandOptions(all, '') },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

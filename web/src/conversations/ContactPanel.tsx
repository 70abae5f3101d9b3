import find from 'icon:magnifying-glass';
import close from 'icon:x';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { containsAllWords } from '@bilim/contract/texts.ts';
import { groupChatId, selectionUpdates, type UrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhoto } from '../account/photo.data.ts';
import type { CascadingSelection, Contact } from '../disciplines/cascade.data.ts';
import styles from '../disciplines/Panel.module.css';
import { SemesterAndGroupFilter } from '../disciplines/SemesterAndGroupFilter.tsx';
import { Avatar, GroupAvatar } from '../kit/Avatar.tsx';
import { IconButton } from '../kit/Button.tsx';
import { CountBadge } from '../kit/CountBadge.tsx';
import { disambiguateNames, shortName, surnameAndName } from '../kit/person.ts';
import { SearchField } from '../kit/SearchField.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../kit/States.tsx';
import { useUnreadCounts } from './unread.data.ts';

interface Props {
  cascade: CascadingSelection;
  /** Where a contact leads; what is chosen goes along in the address. */
  path: string;
  onChoose?: () => void;
  /** The page beside it says that there is nobody. */
  quiet?: boolean;
  /** With these the field that finds people is there at once, and headings part the group and the people. */
  headings?: { find: string; group: string; people: string };
  /** What is below the people, for the words by which they are searched. */
  more?: (text: string) => ReactNode;
}

/** The people of the chosen group: the group chat first, then the teachers of a student or the students of a teacher. */
export function ContactPanel({ cascade, path, onChoose, quiet, headings, more }: Props) {
  const { t } = useTranslation();
  const [searching, setSearching] = useState(false);
  const [text, setText] = useState('');
  const { contacts, disciplines, discipline } = cascade;
  const finds = searching || headings !== undefined;
  const shown = contacts.data?.filter(({ fio }) => !finds || containsAllWords(fio, text));
  const names = namesOf(contacts.data ?? []);
  const waiting = disciplines.isPending || (discipline !== null && contacts.isPending);
  return (
    <div className={`${styles.panel} ${styles.grow}`}>
      {!headings && (
        <header>
          <h2>{t('panel.contacts')}</h2>
          <IconButton
            icon={searching ? close : find}
            size="s"
            label={t(searching ? 'close' : 'panel.find')}
            aria-expanded={searching}
            onClick={() => {
              setSearching(!searching);
              setText('');
            }}
          />
        </header>
      )}
      {finds && (
        <div className={styles.search}>
          <SearchField
            small
            focused={searching}
            label={headings?.find ?? t('panel.find')}
            value={text}
            onSearch={setText}
            onEscape={() => setSearching(false)}
          />
        </div>
      )}
      <SemesterAndGroupFilter cascade={cascade} />
      <div className={styles.list}>
        <ul aria-label={t('panel.contactList')}>
          {shown?.map((contact, at) => (
            <li key={`${contact.id_type}.${contact.idid}`}>
              {headings && <Heading of={contact} before={shown[at - 1]} headings={headings} />}
              <ContactItem
                contact={contact}
                name={names.get(contact.idid) ?? contact.fio}
                cascade={cascade}
                path={path}
                onChoose={onChoose}
              />
            </li>
          ))}
        </ul>
        {more?.(finds ? text : '')}
      </div>
      {shown?.length === 0 && (finds || !quiet) && (
        <p className={styles.none}>{t(finds && text ? 'panel.noneFound' : 'panel.noContacts')}</p>
      )}
      {!contacts.data &&
        (contacts.isError ? (
          <LoadFailure
            small
            title={t('panel.failedContacts')}
            failure={contacts.error}
            onRetry={() => void contacts.refetch()}
          />
        ) : waiting ? (
          <Skeleton className={styles.list}>
            {[1, 2, 3, 4, 5].map((line) => (
              <div key={line} className={styles.item}>
                <SkeletonBar className={styles.boneFace} />
                <SkeletonBar className={styles.boneName} />
              </div>
            ))}
          </Skeleton>
        ) : null)}
    </div>
  );
}

/** What is above the group, and above the first of the people. */
function Heading({
  of,
  before,
  headings,
}: {
  of: Contact;
  before: Contact | undefined;
  headings: NonNullable<Props['headings']>;
}) {
  if (of.idid === groupChatId) return <h3 className={styles.heading}>{headings.group}</h3>;
  return !before || before.idid === groupChatId ? <h3 className={styles.heading}>{headings.people}</h3> : null;
}

/** Whether an element has come into view once; pictures of people further down are not fetched before. */
function useSeen<E extends Element>() {
  const place = useRef<E>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current || seen) return;
    const watching = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)));
    watching.observe(place.current);
    return () => watching.disconnect();
  }, [seen]);
  return [place, seen] as const;
}

/** How each is called in the list: as short as it distinguishes them. */
function namesOf(contacts: readonly Contact[]): ReadonlyMap<number, string> {
  const people = contacts.filter(({ idid }) => idid !== groupChatId);
  const short = people[0]?.id_type === 1 ? shortName : surnameAndName;
  const names = disambiguateNames(
    people.map(({ fio: name }) => ({ name })),
    short,
  );
  return new Map(people.map(({ idid }, place) => [idid, names[place] ?? '']));
}

interface ItemProps {
  contact: Contact;
  name: string;
  cascade: CascadingSelection;
  path: string;
  onChoose?: (() => void) | undefined;
}

/** The whole choice, so that a conversation's address means the same in every language and order. */
function whole({ chosen, year, ws, discipline, semester, group }: CascadingSelection): UrlSelection {
  if (year === null || ws === null || !discipline || !semester || !group) return chosen;
  return { ...chosen, year, ws, d: disciplineKey(discipline), sem: semester.id_semester, g: group.id_group };
}

function ContactItem({ contact, name, cascade, path, onChoose }: ItemProps) {
  const { idid, id_type, fio, countMessages, group, doljnost, apart } = contact;
  const isGroup = idid === groupChatId;
  const [place, seen] = useSeen<HTMLAnchorElement>();
  const photo = usePhoto(isGroup || !seen ? null : idid, id_type);
  const more = [doljnost ?? group, apart].filter(Boolean).join(' · ');
  const { year, ws, discipline, group: chosenGroup } = cascade;
  const unread = useUnreadCounts().of({
    ...{ year: year ?? 0, ws: ws ?? 0, id_discipline: discipline?.id ?? 0, kredit: discipline?.kredit ?? 0 },
    ...{ idid, gr_potok: chosenGroup?.id_group ?? 0, isSelect: discipline?.isSelect ?? false },
  });
  return (
    <Link
      ref={place}
      to={path}
      search={selectionUpdates.contact(whole(cascade), idid)}
      className={styles.item}
      aria-current={cascade.contact?.idid === idid ? 'true' : undefined}
      title={isGroup ? undefined : fio}
      onClick={onChoose}
    >
      {isGroup ? <GroupAvatar /> : <Avatar id={idid} fullName={fio} photo={photo} />}
      <span className={styles.who}>
        <span className={styles.person} translate="no">
          {name}
        </span>
        {more && (
          <span className={styles.more} translate="no">
            {more}
          </span>
        )}
      </span>
      <CountBadge of={unread ?? countMessages} />
    </Link>
  );
}

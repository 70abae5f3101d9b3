import { conversationAddress } from '@bilim/contract/conversation-address.ts';
import { officeContactType } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConversationAvatar } from '../../conversations/ConversationAvatar.tsx';
import { conversationTitle } from '../../conversations/conversations.data.ts';
import { HighlightedWords } from '../../kit/HighlightedMatch.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { surnameAndName } from '../../kit/person.ts';
import { SearchEverywhereButton } from '../../kit/SearchEverywhereButton.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './ChatInbox.module.css';
import {
  type MessageSearchResult,
  type PersonSearchResult,
  useInboxMessageSearch,
  useInboxPeopleSearch,
} from './inbox-search.data.ts';
import { ScrollRestore } from './ScrollRestore.tsx';

/** What a search over people and all own conversations found. */
export function InboxSearchResults({ text }: { text: string }) {
  const { t } = useTranslation('chat');
  const people = useInboxPeopleSearch(text);
  const messages = useInboxMessageSearch(text);
  const rows = messages.data?.pages.flat();
  const failed = [people, messages].find((one) => one.isError && !one.data);
  const isNothing = people.data?.length === 0 && rows?.length === 0;
  return (
    <ScrollRestore isReady={false}>
      {people.data && people.data.length > 0 && (
        <section aria-labelledby="found-people">
          <h2 id="found-people" className={styles.group}>
            {t('find.people')}
          </h2>
          <ul>
            {people.data.map((person) => (
              <li key={person.idid}>
                <Person person={person} text={text} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {rows && rows.length > 0 && (
        <section aria-labelledby="found-messages">
          <h2 id="found-messages" className={styles.group}>
            {t('find.messages')}
          </h2>
          <ul>
            {rows.map((message) => (
              <li key={message.id_message}>
                <Message message={message} text={text} />
              </li>
            ))}
          </ul>
          {messages.hasNextPage && (
            <div className={styles.foot}>
              <LoadMoreButton list={messages} label={t('inbox.more')} failed={t('failedSearch')} />
            </div>
          )}
        </section>
      )}
      {isNothing && (
        <div className={styles.nothing}>
          <p role="status">{t('find.nothing')}</p>
          <SearchEverywhereButton words={text} />
        </div>
      )}
      {failed?.error && (
        <LoadFailure small title={t('failedSearch')} failure={failed.error} onRetry={() => void failed.refetch()} />
      )}
    </ScrollRestore>
  );
}

function Person({ person, text }: { person: PersonSearchResult; text: string }) {
  const { t } = useTranslation('chat');
  const { id_type, fio, apart, discipline, group } = person;
  return (
    <Link to="/chat" search={conversationAddress({ ...person, isSelect: null, gr_potok: null })} className={styles.row}>
      <ConversationAvatar row={person} className={styles.face} />
      <span className={styles.words}>
        <span className={styles.name} translate="no">
          <HighlightedWords text={fio} marks={text} />
        </span>
        <span className={styles.tag} translate="no">
          {id_type === officeContactType ? t('office.tag') : [discipline, group, apart].filter(Boolean).join(' · ')}
        </span>
      </span>
    </Link>
  );
}

function Message({ message, text }: { message: MessageSearchResult; text: string }) {
  const { t } = useTranslation('chat');
  const { idid, id_type, discipline, author, ismine, created, id_message } = message;
  return (
    <Link to="/chat" search={{ ...conversationAddress(message), m: id_message, q: text }} className={styles.row}>
      <ConversationAvatar row={message} className={styles.face} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.name} translate="no">
            {conversationTitle(message)}
          </span>
          <span className={styles.time}>
            <Time at={created} form="list" />
          </span>
        </span>
        <span className={styles.tag} translate="no">
          {idid < 0 ? message.group : id_type === officeContactType ? t('office.tag') : discipline}
        </span>
        <span className={styles.piece}>
          {(ismine || idid < 0) && <b translate="no">{ismine ? t('inbox.you') : `${surnameAndName(author)}:`}</b>}{' '}
          <span translate="no">
            <HighlightedWords text={message.message} marks={text} />
          </span>
        </span>
      </span>
    </Link>
  );
}

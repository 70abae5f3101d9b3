import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { screenState, setScreen } from '../../core/screen.ts';
import { PageTitle } from '../../kit/PageTitle.tsx';
import { Empty } from '../../kit/States.tsx';
import { ContactPanel } from '../../university/ContactPanel.tsx';
import { type Cascade, hasNobody } from '../../university/cascade.data.ts';
import { DisciplineBar } from '../../university/DisciplineBar.tsx';
import styles from './ContactsPage.module.css';

/** Where the list stood when a conversation was opened. */
let place = 0;

/** The phone's chat tab: the discipline and its people; back from a conversation to the same place of the list. */
export function ContactsPage({ cascade }: { cascade: Cascade }) {
  const { t } = useTranslation('chat');
  const box = useRef<HTMLDivElement>(null);
  const { ws } = cascade;
  const { inConversation } = useCell(screenState);
  const ready = Boolean(cascade.contacts.data);
  useEffect(() => {
    // The tabs must be back first: without them the list is higher and ends earlier.
    if (!ready || inConversation || !box.current) return;
    if (screenState.get().backFromChat) box.current.scrollTop = place;
    setScreen({ backFromChat: false });
  }, [ready, inConversation]);
  return (
    <div className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
      </header>
      <DisciplineBar
        cascade={cascade}
        line={ws === null ? t('discipline') : `${t('discipline')} · ${t(`common:term.${ws}`)}`}
        none=" --- "
        title={t('discipline')}
      />
      <div
        ref={box}
        className={styles.contacts}
        onClickCapture={(event) => {
          // Before the tabs go and the list grows.
          place = event.currentTarget.scrollTop;
        }}
      >
        {hasNobody(cascade) ? (
          <Empty title={t('common:panel.noContacts')} />
        ) : (
          <ContactPanel cascade={cascade} path="/chat" />
        )}
      </div>
    </div>
  );
}

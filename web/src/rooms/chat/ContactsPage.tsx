import caretDown from 'icon:caret-down-bold';
import { disciplineKey } from '@bilim/contract/opening.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { screenState, setScreen } from '../../core/screen.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Lozenge } from '../../kit/Lozenge.tsx';
import { PageTitle } from '../../kit/PageTitle.tsx';
import { Empty } from '../../kit/States.tsx';
import { ContactPanel } from '../../university/ContactPanel.tsx';
import { type Cascade, hasNobody } from '../../university/cascade.data.ts';
import { DisciplinePanel } from '../../university/DisciplinePanel.tsx';
import styles from './ContactsPage.module.css';

/** Where the list stood when a conversation was opened. */
let place = 0;

/** The phone's chat tab: the discipline and its people; back from a conversation to the same place of the list. */
export function ContactsPage({ cascade }: { cascade: Cascade }) {
  const { t } = useTranslation('chat');
  const [choosing, setChoosing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { discipline, ws } = cascade;
  const { inConversation } = useCell(screenState);
  const ready = Boolean(cascade.contacts.data);
  useEffect(() => {
    // The tabs must be back first: without them the list is higher and ends earlier.
    if (!ready || inConversation || !box.current) return;
    if (screenState.get().backFromChat) box.current.scrollTop = place;
    setScreen({ backFromChat: false });
  }, [ready, inConversation]);
  const key = discipline && disciplineKey(discipline);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen discipline closes the sheet
  useEffect(() => setChoosing(false), [key]);
  return (
    <div className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
      </header>
      <button type="button" className={styles.choice} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        <Lozenge open={discipline?.isSelect ?? false} className={styles.bullet} />
        <span>
          <small>
            {t('discipline')}
            {ws !== null && ` · ${t(`common:term.${ws}`)}`}
          </small>
          <b translate="no">{discipline?.discipline ?? ' --- '}</b>
        </span>
        <Icon of={caretDown} size="s" />
      </button>
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
      <Dialog open={choosing} onClose={() => setChoosing(false)} title={t('discipline')}>
        <DisciplinePanel cascade={cascade} />
      </Dialog>
    </div>
  );
}

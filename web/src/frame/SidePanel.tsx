import { useTranslation } from 'react-i18next';
import { ContactPanel } from '../university/ContactPanel.tsx';
import { useCascade } from '../university/cascade.data.ts';
import { DisciplinePanel } from '../university/DisciplinePanel.tsx';
import { ProfileHeader } from './ProfileMenu.tsx';
import { roomNamed } from './rooms.ts';
import styles from './SidePanel.module.css';
import { useRooms } from './useRooms.ts';

/** Left of the content on wide screens: who I am, my disciplines, my contacts. */
export function SidePanel() {
  const { t } = useTranslation();
  return (
    <aside className={styles.side} aria-label={t('panel.label')}>
      <PanelContent />
    </aside>
  );
}

/** The same in a drawer; `onChoose` is called when a choice leads to another page. */
export function PanelContent({ onChoose }: { onChoose?: () => void }) {
  const cascade = useCascade();
  // The chat says itself that there is nobody to write to.
  const quiet = useRooms().current?.name === 'chat';
  return (
    <div className={styles.panel}>
      <ProfileHeader />
      <DisciplinePanel cascade={cascade} quiet={quiet} />
      <ContactPanel
        cascade={cascade}
        path={roomNamed('chat')?.path ?? '.'}
        quiet={quiet}
        {...(onChoose ? { onChoose } : {})}
      />
    </div>
  );
}

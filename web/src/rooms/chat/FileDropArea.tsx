import paperclip from 'icon:paperclip';
import { limits } from '@bilim/contract/limits.ts';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { Icon } from '../../kit/Icon.tsx';
import styles from './ConversationPane.module.css';
import drop from './FileDropArea.module.css';

interface Props {
  /** Whom the conversation is with. */
  name: string;
  mayDrop: boolean;
  onDrop: (files: readonly File[]) => void;
  children: ReactNode;
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** A conversation, anywhere onto which files may be dropped. */
export function FileDropArea({ name, mayDrop, onDrop, children }: Props) {
  const { t } = useTranslation('chat');
  const { config } = useAtom(session);
  const [over, setOver] = useState(false);
  const limit = { n: config?.fileCount ?? limits.fileCount, size: config?.fileLimitMb ?? 50 };
  return (
    <section
      className={styles.chat}
      aria-label={t('with', { name })}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        // Without this the browser would open the file in the portal's place.
        event.preventDefault();
        setOver(mayDrop);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        if (mayDrop) onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && (
        <div className={drop.veil}>
          <Icon of={paperclip} />
          <b>{t('drop.title')}</b>
          <span>
            <span translate="no">{name}</span>. {t('drop.limits', limit)}
          </span>
        </div>
      )}
    </section>
  );
}

import retry from 'icon:arrow-clockwise-bold';
import clock from 'icon:clock-bold';
import warning from 'icon:warning-circle-fill';
import wifi from 'icon:wifi-slash';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { deleteOutboxEntry, outbox, retryEntry } from '../../core/offline/outbox.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { FileIcon } from '../../kit/FileChip.tsx';
import { shortFileName } from '../../kit/file.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LinkedText } from '../../kit/LinkedText.tsx';
import styles from './MessageBubble.module.css';
import log from './MessageLog.module.css';

/** Messages that the server has not confirmed: on their way, waiting for the network, or refused. */
export function PendingMessages({ entries }: { entries: readonly PendingEntry[] }) {
  if (!entries.length) return null;
  return (
    <li className={classNames(log.group, log.solo, styles.mine)}>
      {entries.map((entry, index) => (
        <PendingBubble key={entry.key} entry={entry} first={!index} last={index === entries.length - 1} />
      ))}
    </li>
  );
}

function PendingBubble({ entry, first, last }: { entry: PendingEntry; first: boolean; last: boolean }) {
  const { t } = useTranslation('chat');
  const { sending } = useAtom(outbox);
  const connected = useAtom(isPortalReachable);
  const state = entry.refused ? 'failed' : sending === entry.key ? 'sending' : connected ? 'queued' : 'waiting';
  const icon = state === 'failed' ? warning : state === 'waiting' ? wifi : clock;
  return (
    <>
      <div className={styles.msg} data-pending={state}>
        <div
          className={classNames(
            styles.b,
            first && styles.a,
            last && styles.z,
            entry.refused ? styles.fail : styles.wait,
          )}
        >
          <span className={styles.text} translate="no">
            <LinkedText>{String(entry.input.message ?? '')}</LinkedText>
          </span>
          {entry.files.map((file) => (
            <span key={file.name} className={log.pendingFile}>
              <FileIcon name={file.name} />
              <b translate="no">{shortFileName(file.name)}</b>
            </span>
          ))}
          <span className={styles.foot} role="status">
            <Icon of={icon} size="xs" />
            {t(`state.${state}`)}
          </span>
        </div>
      </div>
      {(state === 'failed' || state === 'waiting') && (
        <div className={styles.again}>
          {entry.refused && <span role="alert">{entry.refused.message}</span>}
          <Button look="quiet" onClick={() => void deleteOutboxEntry(entry.key)}>
            {t('discard')}
          </Button>
          {state === 'failed' && (
            <Button look="quiet" icon={retry} onClick={() => void retryEntry(entry.key)}>
              {t('common:retry')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

import check from 'icon:check-circle-fill';
import clock from 'icon:clock';
import warning from 'icon:warning-circle-fill';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useCellLater } from '../../core/atRest.ts';
import { useCell } from '../../core/cell.ts';
import { online } from '../../core/online.ts';
import { clockTime } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import styles from './Journal.module.css';
import { letGo, savedAt, tryAgain } from './journal.outbox.ts';
import type { Sheet } from './useSheet.ts';

interface Props {
  sheet: Sheet;
  /** On the phone what was refused stands above the table, the rest in its head. */
  part?: 'refused' | 'rest';
}

/** Whether everything on this screen is with the server: saved, saving, waiting for the network, refused. */
export function Saving({ sheet, part }: Props) {
  const { t } = useTranslation('journal');
  const saved = useCellLater(savedAt);
  const connected = useCell(online);
  // The colour tells at once; the words, with another icon and other widths, follow.
  const { unsent } = sheet.store;
  const unsaved = useSyncExternalStore(unsent.subscribe, () => unsent.get().some((entry) => !entry.refused));
  const entries = useCellLater(unsent);
  const refused = entries.filter((entry) => entry.refused);
  const count = entries.length - refused.length;
  if (part === (refused.length ? 'rest' : 'refused')) return null;
  if (refused.length)
    return (
      <div className={styles.refused} role="alert">
        <Icon of={warning} size="xs" />
        <span>
          {t('notSaved', { count: refused.length })}: {refused[0]?.refused?.message}
        </span>
        <Button look="quiet" onClick={() => tryAgain(refused)}>
          {t('common:retry')}
        </Button>
        <Button look="quiet" onClick={() => letGo(refused)}>
          {t('discard')}
        </Button>
      </div>
    );
  return (
    <p className={styles.saving} role="status" data-state={unsaved ? (connected ? 'saving' : 'waiting') : 'saved'}>
      <span>
        {count > 0 ? (
          <>
            <Icon of={clock} size="xs" />
            {connected ? t('saving') : t(part ? 'keptHere' : 'waiting', { count })}
          </>
        ) : (
          saved && (
            <>
              <Icon of={check} size="xs" />
              {t('saved', { time: clockTime(saved) })}
            </>
          )
        )}
      </span>
    </p>
  );
}

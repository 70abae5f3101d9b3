import copy from 'icon:copy';
import plus from 'icon:plus-bold';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import styles from './Umk.module.css';
import { type Material, useTypes } from './umk.data.ts';

interface Props {
  list: readonly Material[];
  connected: boolean;
  /** Nothing may be added at present. */
  closed: boolean;
  onAdd: (type: number) => void;
  onTake: () => void;
}

/** For the teacher: which kinds of the set are still empty, and a way to take over what exists elsewhere. */
export function Missing({ list, connected, closed, onAdd, onTake }: Props) {
  const { t } = useTranslation('umk');
  const types = useTypes();
  const have = new Set(list.map((one) => one.id_typeUmk));
  const missing = (types.data ?? []).filter((one) => !have.has(one.id_typeUmk));
  return (
    <section className={styles.missing} aria-labelledby="umk-missing">
      <h2 id="umk-missing">{t(missing.length ? 'missing' : 'complete')}</h2>
      <div className={styles.chips}>
        {missing.map((one) => (
          <button
            key={one.id_typeUmk}
            type="button"
            disabled={!connected || closed}
            onClick={() => onAdd(one.id_typeUmk)}
          >
            <Icon of={plus} size="xs" />
            <span translate="no">{one.umkName}</span>
          </button>
        ))}
      </div>
      <Button look="soft" icon={copy} disabled={!connected || closed} onClick={onTake}>
        {t('takeOver')}
      </Button>
    </section>
  );
}

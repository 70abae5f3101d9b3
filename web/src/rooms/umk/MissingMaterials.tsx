import copy from 'icon:copy';
import plus from 'icon:plus-bold';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import { type Material, useMissingKinds } from '../../materials/materials.data.ts';
import styles from './Umk.module.css';

interface Props {
  list: readonly Material[];
  connected: boolean;
  /** Nothing may be added at present. */
  closed: boolean;
  onAdd: (type: number) => void;
  onTake: () => void;
}

/** For the teacher: how much of the set is there, which kinds are still empty, and what may be taken over. */
export function MissingMaterials({ list, connected, closed, onAdd, onTake }: Props) {
  const { t } = useTranslation('umk');
  const kinds = useMissingKinds(list);
  if (!kinds) return null;
  const { missing, all } = kinds;
  return (
    <section className={styles.missing} aria-labelledby="umk-missing">
      <div className={styles.state}>
        <h2 id="umk-missing">{missing.length ? t('kindsOf', { n: all - missing.length, of: all }) : t('complete')}</h2>
        <ProgressBar max={Math.max(1, all)} value={all - missing.length} label={null} tone="juniper" size="thick" />
        <Button look="quiet" icon={copy} disabled={!connected || closed} onClick={onTake}>
          {t('takeOver')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a form's part */}
      <div className={styles.chips} role="group" aria-label={t('missing')}>
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
    </section>
  );
}

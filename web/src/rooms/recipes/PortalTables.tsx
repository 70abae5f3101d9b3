import trash from 'icon:trash';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { Button } from '../../kit/Button.tsx';
import styles from './Recipes.module.css';
import type { SheetPreview } from './recipe-mapping.ts';
import { useTableNames } from './texts.ts';

interface Props {
  looked: SheetPreview;
  /** Leaves the sheet alone; undefined: there is none. */
  onRemove: (() => void) | undefined;
}

/** The portal's own tables among the files: nothing of them is mapped. */
export function PortalTables({ looked, onRemove }: Props) {
  const { t } = useTranslation('recipes');
  const names = useTableNames();
  const tables = looked.sheets.filter(({ table }) => table !== null);
  if (tables.length === 0) return null;
  return (
    <>
      <p className={styles.small}>{t('beside')}</p>
      <dl className={styles.tables} aria-label={t('beside')}>
        {tables.map(({ place, table, rows }) => (
          <div key={place}>
            <dt title={place}>{names.table(table ?? '')}</dt>
            <dd>{numberFormat().format(rows)}</dd>
          </div>
        ))}
      </dl>
      {onRemove && (
        <div className={styles.buttons}>
          <Button icon={trash} onClick={onRemove}>
            {t('dropTables')}
          </Button>
        </div>
      )}
    </>
  );
}

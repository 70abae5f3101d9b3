import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import styles from './Data.module.css';
import { type ImportTableCounts, useTableName } from './data.data.ts';

interface Props {
  figures: readonly ImportTableCounts[];
  /** The tables that were looked at; null: all. */
  looked: readonly string[] | null;
  busy: boolean;
  /** Looks at these tables; null: all. */
  onLook: (tables: readonly string[] | null) => void;
}

/** The tables of an import, of which some can be undone by themselves. */
export function UndoTableSelection({ figures, looked, busy, onLook }: Props) {
  const { t } = useTranslation('data');
  const tableName = useTableName();
  const all = figures.map(({ table }) => table);
  const before = looked ?? all;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(before));
  const [isOpen, setOpen] = useState(looked !== null);
  const isSame = ticked.size === before.length && before.every((table) => ticked.has(table));
  const toggle = (table: string, is: boolean) =>
    setTicked((now) => new Set(is ? [...now, table] : [...now].filter((one) => one !== table)));
  return (
    <div className={styles.stack}>
      <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('undo.only')}
      </Button>
      {isOpen && (
        <>
          <fieldset>
            <legend className="hidden-text">{t('undo.pick')}</legend>
            {figures.map(({ table, added, changed, ended }) => (
              <Checkbox key={table} checked={ticked.has(table)} onChange={(is) => toggle(table, is)}>
                <span>
                  {tableName(table)}{' '}
                  <small className={styles.small}>{t('undo.figures', { added, changed, ended })}</small>
                </span>
              </Checkbox>
            ))}
          </fieldset>
          <Button
            look="soft"
            disabled={isSame || ticked.size === 0}
            busy={busy && t('common:loading')}
            onClick={() => onLook(ticked.size === all.length ? null : all.filter((table) => ticked.has(table)))}
          >
            {t('undo.look')}
          </Button>
        </>
      )}
    </div>
  );
}

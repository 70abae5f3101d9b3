import type { Recipe } from '@bilim/contract/recipe.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../kit/Field.tsx';
import { Select } from '../../kit/Select.tsx';
import styles from './Recipes.module.css';
import {
  findColumnMapping,
  findTargetIndex,
  foreignSheets,
  type SheetPreview,
  withColumnTarget,
} from './recipe-mapping.ts';
import { useTableNames } from './texts.ts';

interface Props {
  looked: SheetPreview;
  recipe: Recipe;
  onChange: (recipe: Recipe) => void;
  onHeaderRow: (row: number) => void;
}

/** Which column of the sheet holds what; of a timetable only the term is asked. */
export function ColumnMappings({ looked, recipe, onChange, onHeaderRow }: Props) {
  const { t } = useTranslation('recipes');
  return (
    <>
      {foreignSheets(looked).map((sheet) => (
        <div key={sheet.place} className={styles.sheet}>
          <h2 className={styles.name} translate="no">
            {sheet.place}
          </h2>
          <p className={styles.small}>
            {[
              sheet.encoding,
              t('sheet', { rows: sheet.rows }),
              sheet.merged > 0 && t('merged', { count: sheet.merged }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {recipe.kind === 'list' && (
            <>
              <HeaderRow key={sheet.headerRow} row={sheet.headerRow} onChoose={onHeaderRow} />
              <Columns sheet={sheet} looked={looked} recipe={recipe} onChange={onChange} />
            </>
          )}
        </div>
      ))}
      {recipe.kind === 'list' ? (
        <div className={styles.covers}>
          <Select
            label={t('covers')}
            choices={[
              { id: 1, name: t('coversAll') },
              { id: 2, name: t('coversPart') },
            ]}
            value={recipe.covers === 'all' ? 1 : 2}
            onChoose={(id) => onChange({ ...recipe, covers: id === 1 ? 'all' : 'part' })}
          />
          {recipe.covers === 'all' && <p className={styles.small}>{t('coversAllHelp')}</p>}
        </div>
      ) : (
        <div className={styles.fields}>
          <TextField
            label={t('year')}
            help={t('yearHelp')}
            inputMode="numeric"
            maxLength={4}
            defaultValue={recipe.year ?? ''}
            onChange={({ target }) => {
              const year = Number(target.value);
              onChange({ ...recipe, year: year >= 2000 && year <= 2099 ? year : null });
            }}
          />
          <Select
            label={t('term')}
            choices={([1, 2, 3] as const).map((id) => ({ id, name: t(`terms.${id}`) }))}
            value={recipe.term ?? null}
            onChoose={(term) => onChange({ ...recipe, term })}
          />
        </div>
      )}
    </>
  );
}

function HeaderRow({ row, onChoose }: { row: number; onChoose: (row: number) => void }) {
  const { t } = useTranslation('recipes');
  const [typed, setTyped] = useState(String(row));
  return (
    <div className={styles.short}>
      <TextField
        label={t('headerRow')}
        inputMode="numeric"
        maxLength={4}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          const wanted = Number(typed);
          if (Number.isInteger(wanted) && wanted >= 1 && wanted <= 1000 && wanted !== row) onChoose(wanted);
          else setTyped(String(row));
        }}
      />
    </div>
  );
}

interface ColumnsProps {
  sheet: SheetPreview['sheets'][number];
  looked: SheetPreview;
  recipe: Recipe & { kind: 'list' };
  onChange: (recipe: Recipe) => void;
}

function Columns({ sheet, looked, recipe, onChange }: ColumnsProps) {
  const { t } = useTranslation('recipes');
  const names = useTableNames();
  const choices = looked.targets.map(({ to, how }, place) => {
    const [table = ''] = to.split('.');
    return { id: place + 1, name: how === 'fullName' ? `${names.table(table)}: ${t('fullName')}` : names.column(to) };
  });
  return (
    <ul className={styles.columns}>
      {sheet.columns.map((column) => {
        const mapping = column.heading ? findColumnMapping(recipe, column.heading) : undefined;
        const heading = column.heading || t('column', { letters: column.letters });
        return (
          <li key={column.letters} className={styles.column}>
            <div className={styles.found}>
              <b translate="no">{column.heading || t('noHeading')}</b>
              <span className={styles.samples} translate="no">
                {column.samples.join(' · ')}
              </span>
            </div>
            <Select
              label={t('goesTo', { heading })}
              choices={choices}
              disabled={!column.heading}
              value={mapping ? findTargetIndex(mapping, looked.targets) + 1 : null}
              onChoose={(id) =>
                onChange(
                  withColumnTarget(recipe, { sheet, column }, id === null ? null : (looked.targets[id - 1] ?? null)),
                )
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

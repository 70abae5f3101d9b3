import handOn from 'icon:arrow-right';
import download from 'icon:download-simple';
import save from 'icon:floppy-disk';
import type { Recipe } from '@bilim/contract/recipe.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { numberFormat } from '../../core/numbers.ts';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Recipes.module.css';
import type { RecipeProblem } from './recipe-mapping.ts';
import { type AppliedRecipe, downloadZip, useSaveRecipe, useSendToImport } from './recipes.data.ts';
import { useRecipeName, useTableNames } from './texts.ts';

interface Props {
  applied: AppliedRecipe;
  recipe: Recipe;
  /** The word of a fault is taken for something that the portal knows. */
  onTake: (problem: RecipeProblem, name: string) => void;
}

/** What became of the sheet: faults with their places, or the tables to take along. */
export function RecipeResult({ applied, recipe, onTake }: Props) {
  const { t } = useTranslation('recipes');
  const names = useTableNames();
  const { faults, faultCount, remarks, tables, zip } = applied;
  return (
    <section className={styles.card} aria-label={zip ? t('rightTitle') : t('faults')}>
      <InlineAlert tone={zip ? 'ok' : 'bad'}>
        {zip ? t('rightTitle') : t('refusedTitle', { count: faultCount })}
      </InlineAlert>
      {zip && (
        <>
          <dl className={styles.tables}>
            {tables.map(({ table, rows }) => (
              <div key={table}>
                <dt>{names.table(table)}</dt>
                <dd>{numberFormat().format(rows)}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.small}>{t('toData')}</p>
          <TakeAlong zip={zip} recipe={recipe} />
        </>
      )}
      {faults.length > 0 && <Problems label={t('faults')} of={faults} count={faultCount} onTake={onTake} />}
      {remarks.length > 0 && (
        <details>
          <summary className={styles.summary}>{t('remarks', { count: remarks.length })}</summary>
          <Problems label={t('remarks', { count: remarks.length })} of={remarks} count={0} />
        </details>
      )}
      <SaveRecipe recipe={recipe} />
    </section>
  );
}

/** The tables go on to the room of data at once, or are kept as a file. */
function TakeAlong({ zip, recipe }: { zip: string; recipe: Recipe }) {
  const { t } = useTranslation('recipes');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const nameOf = useRecipeName();
  const navigate = useNavigate();
  const upload = useSendToImport();
  const send = () =>
    upload.mutate(
      { zip, name: nameOf(recipe.name) },
      { onSuccess: ([made]) => made && void navigate({ to: '/data', search: { job: made.id_job } }) },
    );
  return (
    <>
      {upload.error && <InlineAlert tone="bad">{failureText(upload.error)}</InlineAlert>}
      <div className={styles.buttons}>
        <Button
          look="primary"
          icon={handOn}
          disabled={!connected}
          busy={upload.isPending && t('common:loading')}
          onClick={send}
        >
          {t('handOn')}
        </Button>
        <Button icon={download} onClick={() => downloadZip(zip, `${recipe.name}.zip`)}>
          {t('download')}
        </Button>
      </div>
    </>
  );
}

interface ProblemsProps {
  label: string;
  of: readonly RecipeProblem[];
  count: number;
  onTake?: Props['onTake'];
}

function Problems({ label, of, count, onTake }: ProblemsProps) {
  const { t } = useTranslation('recipes');
  const shown = of.reduce((sum, { more }) => sum + 1 + more, 0);
  return (
    <>
      <ul className={styles.problems} aria-label={label}>
        {of.map((problem) => (
          <li key={JSON.stringify(problem)}>
            <p className={styles.small}>
              <span translate="no">{problem.file}</span>
              {problem.row !== null && ', '}
              <Place of={problem} />
            </p>
            <p>{problem.sentence}</p>
            {problem.more > 0 && <p className={styles.small}>{t('more', { count: problem.more })}</p>}
            {onTake && problem.similar.length > 0 && (
              <div className={styles.similar}>
                {problem.similar.map((name) => (
                  <Button key={name} onClick={() => onTake(problem, name)}>
                    {t(name === problem.value ? 'asNew' : 'takeAs', { name })}
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {count > shown && <p className={styles.small}>{t('shownPart', { count: shown })}</p>}
    </>
  );
}

function Place({ of: { row, column } }: { of: RecipeProblem }) {
  const { t } = useTranslation('recipes');
  if (row === null) return null;
  if (column === null) return t('row', { row });
  return /^[A-Z]{1,3}\d+$/.test(column) ? t('cell', { cell: column }) : t('place', { row, column });
}

function SaveRecipe({ recipe }: { recipe: Recipe }) {
  const { t } = useTranslation('recipes');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const isReady = ['students', 'timetable', 'own'].includes(recipe.name);
  const [name, setName] = useState(isReady ? '' : recipe.name);
  const saving = useSaveRecipe();
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (!name.trim()) return;
        saving.mutate({ ...recipe, name: name.trim() }, { onSuccess: () => showToast(t('saved')) });
      }}
    >
      <TextField
        label={t('saveAs')}
        help={t('saveHelp')}
        maxLength={100}
        value={name}
        error={saving.error ? failureText(saving.error) : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        type="submit"
        icon={save}
        disabled={!connected || !name.trim()}
        busy={saving.isPending && t('common:loading')}
      >
        {t('save')}
      </Button>
    </form>
  );
}

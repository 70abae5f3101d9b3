import check from 'icon:check';
import { dataLimits } from '@bilim/contract/data-limits.ts';
import type { Recipe } from '@bilim/contract/recipe.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { takeStoredUploadFiles } from '../../imported-tables/unknown-sheets.ts';
import { Button } from '../../kit/Button.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Page } from '../../kit/Page.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { FileDropField } from '../../kit/upload/FileDropField.tsx';
import { ColumnMappings } from './ColumnMappings.tsx';
import { PortalTables } from './PortalTables.tsx';
import { RecipeResult } from './RecipeResult.tsx';
import styles from './Recipes.module.css';
import {
  emptyRecipe,
  foreignSheets,
  isRecipeKept,
  isTableFile,
  parseRecipe,
  type SheetPreview,
  withDropped,
  withMappedWord,
} from './recipe-mapping.ts';
import { useApplyRecipe, usePreviewSheets } from './recipes.data.ts';
import { RecipeChoice, SavedRecipes } from './SavedRecipes.tsx';
import { useRecipeName } from './texts.ts';

/** The sheets that are looked at, what was found in them, the recipe that is made, and taking them along by it. */
function useSheets() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [looked, setLooked] = useState<SheetPreview | null>(null);
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [isKept, setKept] = useState(false);
  const [isTooMany, setTooMany] = useState(false);
  const [looking, applying] = [usePreviewSheets(), useApplyRecipe()];
  /** What the server reads at the moment: the next upload waits for it. */
  const reading = useRef<Promise<unknown>>(Promise.resolve());
  /** The files that are here or on their way: what is dropped meanwhile comes beside them. */
  const present = useRef<readonly File[]>([]);

  const look = (wanted: readonly File[], headerRow: number | null) => {
    setTooMany(wanted.length > dataLimits.files);
    if (wanted.length > dataLimits.files) return;
    present.current = wanted;
    const asked = looking.mutateAsync({ files: wanted, headerRow, after: reading.current, before: looked, recipe });
    // What is refused leaves the sheets that are here, with all that was said of them.
    reading.current = asked.then(
      (found) => {
        applying.reset();
        setFiles(wanted);
        setLooked(found);
        if (headerRow !== null) return setRecipe((before) => before && { ...before, headerRow });
        const stays = found !== null && isRecipeKept(found, looked, recipe);
        setKept(stays);
        if (!stays) setRecipe(found?.recipe ? parseRecipe(found.recipe) : emptyRecipe);
      },
      () => {
        if (present.current === wanted) present.current = files;
      },
    );
  };
  const { from } = useSearchParams('/recipes');
  // Sheets that the room of data did not know come along.
  const takeAlong = useEffectEvent(() => {
    const sheets = takeStoredUploadFiles(from);
    if (sheets.length) look(sheets, null);
  });
  useEffect(() => takeAlong(), []);
  const change = (next: Recipe) => {
    looking.reset();
    applying.reset();
    setRecipe(next);
  };
  const apply = (wanted: Recipe) => {
    looking.reset();
    setRecipe(wanted);
    reading.current = applying.mutateAsync({ files, recipe: wanted }).catch(() => undefined);
  };
  return {
    ...{ looked, recipe, looking, applying, isKept, isTooMany, change, apply },
    drop: (dropped: readonly File[]) => look(withDropped(present.current, dropped, looked), null),
    lookFrom: (row: number) => look(files, row),
    dropTables: () =>
      look(
        files.filter(({ name }) => !isTableFile(name, looked)),
        null,
      ),
  };
}

/** A registrar's own sheet is mapped to the portal's tables, checked, taken along, and the recipe kept. */
export default function RecipesPage() {
  const { t } = useTranslation('recipes');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const { looked, recipe, looking, applying, isKept, isTooMany, drop, lookFrom, dropTables, change, apply } =
    useSheets();
  const [applied] = applying.data ?? [];
  const failure = looking.error ?? applying.error;
  const hasSheet = looked !== null && foreignSheets(looked).length > 0;
  return (
    <Page title={t('title')} fromApps>
      <div className={styles.steps}>
        <p className={styles.small}>{t('about')}</p>
        <section className={styles.card} aria-label={t('drop')}>
          <FileDropField multiple onChoose={drop} />
          <p className={styles.small}>{looking.isPending ? `${t('looking')}…` : t('dropHelp')}</p>
          {looked && !looking.isPending && <Recognised looked={looked} isKept={isKept} />}
          {looked && <PortalTables looked={looked} onRemove={hasSheet ? dropTables : undefined} />}
          {looked?.problems.map((problem) => (
            <InlineAlert
              key={`${problem.file} ${problem.sentence}`}
            >{`${problem.file}: ${problem.sentence}`}</InlineAlert>
          ))}
          {isTooMany && <InlineAlert tone="bad">{t('tooMany', { most: dataLimits.files })}</InlineAlert>}
          {failure && (
            <InlineAlert tone="bad">
              {[failureText(failure), looking.error && looked && t('kept')].filter(Boolean).join(' ')}
            </InlineAlert>
          )}
        </section>
        {hasSheet && recipe && !looking.isPending && (
          <section className={styles.card} aria-label={t('columns')}>
            <RecipeChoice recipe={recipe} onChoose={change} />
            <ColumnMappings looked={looked} recipe={recipe} onChange={change} onHeaderRow={lookFrom} />
            <Button
              look="primary"
              icon={check}
              className={styles.act}
              disabled={!connected || (recipe.kind === 'list' && recipe.columns.length === 0)}
              busy={applying.isPending && t('checking')}
              onClick={() => apply(recipe)}
            >
              {t('check')}
            </Button>
          </section>
        )}
        {applied && recipe && (
          <RecipeResult
            applied={applied}
            recipe={recipe}
            onTake={(problem, name) => {
              showToast(t('takenAs', { value: problem.value, name }));
              apply(withMappedWord(recipe, problem, name));
            }}
          />
        )}
        <SavedRecipes />
      </div>
    </Page>
  );
}

/** Whether a recipe fits, the one before stays, or the columns are to be named. */
function Recognised({ looked, isKept }: { looked: SheetPreview; isKept: boolean }) {
  const { t } = useTranslation('recipes');
  const nameOf = useRecipeName();
  if (foreignSheets(looked).length === 0)
    return looked.sheets.length > 0 ? <InlineAlert tone="warm">{t('onlyTables')}</InlineAlert> : null;
  if (isKept) return <InlineAlert tone="ok">{t('sameColumns')}</InlineAlert>;
  if (!looked.recipe) return <InlineAlert tone="warm">{t('notGuessed')}</InlineAlert>;
  return <InlineAlert tone="ok">{t('guessed', { name: nameOf(parseRecipe(looked.recipe).name) })}</InlineAlert>;
}

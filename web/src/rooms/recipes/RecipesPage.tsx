import check from 'icon:check';
import type { Recipe } from '@bilim/contract/recipe.ts';
import { useEffect, useEffectEvent, useState } from 'react';
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
import { RecipeResult } from './RecipeResult.tsx';
import styles from './Recipes.module.css';
import {
  emptyRecipe,
  parseRecipe,
  type SheetPreview,
  useApplyRecipe,
  usePreviewSheets,
  withMappedWord,
} from './recipes.data.ts';
import { RecipeChoice, SavedRecipes } from './SavedRecipes.tsx';
import { useRecipeName } from './texts.ts';

/** A corrected sheet comes again: what the person has chosen and answered for the first one holds for it too. */
const recipeFor = (found: Recipe | null, before: Recipe | null): Recipe =>
  found && before && found.name === before.name && found.kind === before.kind ? before : (found ?? emptyRecipe);

/** The sheets that are looked at, what was found in them, the recipe that is made, and taking them along by it. */
function useSheets() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [looked, setLooked] = useState<SheetPreview | null>(null);
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [looking, applying] = [usePreviewSheets(), useApplyRecipe()];

  const look = (wanted: readonly File[], headerRow: number | null) => {
    setFiles(wanted);
    applying.reset();
    looking.mutate(
      { files: wanted, headerRow },
      {
        onSuccess: ([found]) => {
          setLooked(found ?? null);
          if (headerRow === null)
            setRecipe((before) => recipeFor(found?.recipe ? parseRecipe(found.recipe) : null, before));
          else setRecipe((before) => before && { ...before, headerRow });
        },
        onError: () => setLooked(null),
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
    applying.reset();
    setRecipe(next);
  };
  const apply = (wanted: Recipe) => {
    setRecipe(wanted);
    applying.mutate({ files, recipe: wanted });
  };
  return { looked, recipe, looking, applying, look, lookFrom: (row: number) => look(files, row), change, apply };
}

/** A registrar's own sheet is mapped to the portal's tables, checked, taken along, and the recipe kept. */
export default function RecipesPage() {
  const { t } = useTranslation('recipes');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const nameOf = useRecipeName();
  const { looked, recipe, looking, applying, look, lookFrom, change, apply } = useSheets();
  const [applied] = applying.data ?? [];
  const failure = looking.error ?? applying.error;
  return (
    <Page title={t('title')} fromApps>
      <div className={styles.steps}>
        <p className={styles.small}>{t('about')}</p>
        <section className={styles.card} aria-label={t('drop')}>
          <FileDropField multiple onChoose={(chosen) => look(chosen, null)} />
          <p className={styles.small}>{looking.isPending ? `${t('looking')}…` : t('dropHelp')}</p>
          {looked && recipe && !looking.isPending && (
            <InlineAlert tone={looked.recipe ? 'ok' : 'warm'}>
              {looked.recipe ? t('guessed', { name: nameOf(parseRecipe(looked.recipe).name) }) : t('notGuessed')}
            </InlineAlert>
          )}
          {looked?.problems.map((problem) => (
            <InlineAlert
              key={`${problem.file} ${problem.sentence}`}
            >{`${problem.file}: ${problem.sentence}`}</InlineAlert>
          ))}
          {failure && <InlineAlert tone="bad">{failureText(failure)}</InlineAlert>}
        </section>
        {looked && recipe && !looking.isPending && (
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

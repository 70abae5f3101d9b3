import trash from 'icon:trash';
import type { Recipe } from '@bilim/contract/recipe.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { dateInWords, toCalendarDay } from '../../core/time.ts';
import { IconButton } from '../../kit/Button.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Select } from '../../kit/Select.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Recipes.module.css';
import { emptyRecipe, parseRecipe } from './recipe-mapping.ts';
import { type SavedRecipe, useRecipes, useRemoveRecipe, useSaveRecipe } from './recipes.data.ts';
import { useRecipeName } from './texts.ts';

/** By which recipe the sheet is read. */
export function RecipeChoice({ recipe, onChoose }: { recipe: Recipe; onChoose: (recipe: Recipe) => void }) {
  const { t } = useTranslation('recipes');
  const nameOf = useRecipeName();
  const stored = useRecipes().data ?? [];
  const all = [...stored.map(({ recipe: text }) => parseRecipe(text)), emptyRecipe];
  const choices = all.map(({ name }, place) => ({ id: place + 1, name: nameOf(name) }));
  const present = all.findIndex(({ name }) => name === recipe.name);
  return (
    <Select
      label={t('recipe')}
      choices={choices}
      value={present < 0 ? null : present + 1}
      onChoose={(id) => onChoose(all[(id ?? all.length) - 1] ?? emptyRecipe)}
    />
  );
}

/** The recipes that somebody saved; one that was deleted can be brought back. */
export function SavedRecipes() {
  const { t } = useTranslation('recipes');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const { data, error, refetch } = useRecipes();
  const [removing, saving] = [useRemoveRecipe(), useSaveRecipe()];
  const saved = data?.filter(({ id_recipe: id }) => id > 0);
  const remove = ({ id_recipe: id, recipe }: SavedRecipe) =>
    removing.mutate(id, {
      onSuccess: () => showToast(t('removed'), { name: t('restore'), run: () => saving.mutate(parseRecipe(recipe)) }),
      onError: (failure) => showToast(failureText(failure)),
    });
  return (
    <section className={styles.card} aria-labelledby="saved-recipes">
      <h2 id="saved-recipes">{t('savedList')}</h2>
      {error && !data ? (
        <LoadFailure small title={t('listFailed')} failure={error} onRetry={() => void refetch()} />
      ) : !saved ? (
        <Skeleton>
          <SkeletonBar className={styles.skeletonBar} />
        </Skeleton>
      ) : saved.length === 0 ? (
        <EmptyState title={t('noSaved')} />
      ) : (
        <ul>
          {saved.map((one) => (
            <li key={one.id_recipe} className={styles.stored}>
              <div>
                <b translate="no">{one.name}</b>
                <p className={styles.small}>
                  {t('savedBy', { by: one.by, at: one.at && dateInWords(toCalendarDay(Date.parse(one.at))) })}
                </p>
              </div>
              <IconButton
                icon={trash}
                label={t('remove', { name: one.name })}
                disabled={!connected}
                onClick={() => remove(one)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

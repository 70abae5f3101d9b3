import { lazyComponent } from '../core/lazy.ts';
import card from '../kit/Card.module.css';
import { classes } from '../kit/classes.ts';
import { readNewsDraft } from './draft.ts';
import styles from './LazyComposer.module.css';

/** Keeps the place of the writing form, so that what is below it does not jump; with a draft the form is unfolded. */
export function ComposerPlaceholder() {
  const { message, earlier } = readNewsDraft();
  return (
    <div className={classes(card.card, styles.place, (message || earlier) && styles.unfolded)} aria-hidden="true" />
  );
}

/** The writing form, which few have. */
export const LazyComposer = lazyComponent<{ unfolded?: boolean }>(() => import('./Composer.tsx'), {
  texts: 'news',
  meanwhile: <ComposerPlaceholder />,
});

import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import styles from './Library.module.css';
import { useLibrarySections, useLibraryShelves } from './library.data.ts';

/** The sections with their shelves: a list beside the books, chips above them on the phone. */
export function ShelfList({ category, onChoose }: { category: number | null; onChoose: (id: number | null) => void }) {
  const { t } = useTranslation('library');
  const { mobile } = useAtom(screenState);
  const bases = useLibrarySections();
  const categories = useLibraryShelves();
  const all = categories.data ?? [];
  // Sections without their shelves would jump apart as soon as these come.
  const sections = categories.isPending ? [] : (bases.data ?? []);
  const total = categories.data?.reduce((sum, one) => sum + one.books, 0);
  const shelf = (id: number | null, name: string, books: number | undefined, isData: boolean) => (
    <button
      key={id ?? 'all'}
      type="button"
      className={styles.category}
      aria-pressed={id === category}
      onClick={() => onChoose(id)}
    >
      <span translate={isData ? 'no' : undefined}>{name}</span>
      {books !== undefined && <small>{books}</small>}
    </button>
  );
  if (mobile)
    return (
      <nav className={styles.chips} aria-label={t('shelves')}>
        {shelf(null, t('all'), total, false)}
        {all.map((one) => shelf(one.id_bookCategory, one.name, one.books, true))}
      </nav>
    );
  return (
    <nav className={styles.shelves} aria-label={t('shelves')}>
      {shelf(null, t('all'), total, false)}
      {sections.map((base) => (
        <section key={base.id_baseBookCategory} aria-labelledby={`shelf-${base.id_baseBookCategory}`}>
          <h2 id={`shelf-${base.id_baseBookCategory}`} translate="no">
            {base.name}
          </h2>
          {all
            .filter((one) => one.id_baseBookCategory === base.id_baseBookCategory)
            .map((one) => shelf(one.id_bookCategory, one.name, one.books, true))}
        </section>
      ))}
    </nav>
  );
}

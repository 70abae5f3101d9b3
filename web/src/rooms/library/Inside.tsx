import { useTranslation } from 'react-i18next';
import card from '../../kit/Card.module.css';
import { FileIcon } from '../../kit/FileChip.tsx';
import { Marked } from './BookCard.tsx';
import styles from './Library.module.css';
import { bookKey, type FoundBook } from './library.data.ts';

interface Props {
  found: readonly FoundBook[];
  text: string;
  onOpen: (book: FoundBook, page: number) => void;
}

/** Books in whose text the words stand: the page, and the piece of it. */
export function Inside({ found, text, onOpen }: Props) {
  const { t } = useTranslation('library');
  if (!found.length) return null;
  return (
    <section className={styles.inside} aria-labelledby="library-inside">
      <h2 id="library-inside">{t('inside')}</h2>
      <ul className={card.card}>
        {found.map((book) => (
          <li key={bookKey(book)}>
            <button type="button" onClick={() => onOpen(book, book.page ?? 1)}>
              <FileIcon name={book.fileName} />
              <span className={styles.words} translate="no">
                <b>{book.name}</b>
                <span className={styles.author}>{`${book.author} · ${t('page', { page: book.page })}`}</span>
                <span className={styles.snippet}>
                  <Marked text={book.snippet ?? ''} mark={text} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

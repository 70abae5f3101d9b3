import { useTranslation } from 'react-i18next';
import styles from './BookSearchList.module.css';
import card from './Card.module.css';
import { FileIcon } from './FileChip.tsx';
import wording from './file-label.module.css';
import { HighlightedMatch } from './HighlightedMatch.tsx';
import { HighlightedText } from './HighlightedText.tsx';

/** Something found: its name, what is said about it, and the piece of its text with the page. */
export interface BookSearchItem {
  readonly key: string;
  readonly name: string;
  readonly fileName: string;
  readonly about: string;
  readonly page: number | null;
  readonly snippet: string | null;
  /** The letters of the piece that were searched, from and to by turns. */
  readonly marks: number[];
  readonly onOpen: () => void;
}

/** What to look for in a book that was opened from a search: the letters found in its piece, else the searched words. */
export function wordsToHighlight(
  book: { snippet: string | null; marks: readonly number[] } | null,
  text: string,
): string[] {
  const { snippet, marks } = book ?? { snippet: null, marks: [] };
  if (snippet === null || !marks.length) return text.split(/\s+/).filter(Boolean);
  return marks.flatMap((from, place) => (place % 2 ? [] : [snippet.slice(from, marks[place + 1])]));
}

/** What a search found; pressing one opens it where the words stand. */
export function BookSearchList({
  title,
  found,
  text,
}: {
  title: string;
  found: readonly BookSearchItem[];
  text: string;
}) {
  const { t } = useTranslation('reader');
  if (!found.length) return null;
  return (
    <section className={styles.found} aria-labelledby="found-list">
      <h2 id="found-list">{title}</h2>
      <ul className={card.card}>
        {found.map((one) => (
          <li key={one.key}>
            <button type="button" onClick={one.onOpen} data-found={one.key}>
              <FileIcon name={one.fileName} />
              <span className={wording.card} translate="no">
                <b>
                  <HighlightedMatch text={one.name} mark={text} />
                </b>
                <small>
                  {[one.about, one.page === null ? null : t('onPage', { page: one.page })].filter(Boolean).join(' · ')}
                </small>
                {one.snippet && (
                  <span className={styles.snippet}>
                    <HighlightedText of={{ text: one.snippet, marks: one.marks }} />
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

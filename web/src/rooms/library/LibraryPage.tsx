import plus from 'icon:plus-bold';
import { parseRole } from '@bilim/contract/access.ts';
import { bookLimits } from '@bilim/contract/book-limits.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { createLazyComponent } from '../../core/lazy.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { BookSearchList, wordsToHighlight } from '../../kit/BookSearchList.tsx';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Page } from '../../kit/Page.tsx';
import { SearchEverywhereButton } from '../../kit/SearchEverywhereButton.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { findHitPage, useOfficePages } from '../../materials/officePages.data.ts';
import { useOfflineCopy } from '../../offline-files/offline-files.data.ts';
import { BookCard } from './BookCard.tsx';
import { BookDrawer } from './BookDrawer.tsx';
import styles from './Library.module.css';
import {
  type Book,
  type BookSearchResult,
  bookKey,
  buildBookFileUrl,
  filterBooks,
  storeReadingPosition,
  toSavableBook,
  useBookReaderState,
  useBookSearch,
  useBooks,
} from './library.data.ts';
import { ShelfList } from './ShelfList.tsx';

const Reader = createLazyComponent(() => import('../../kit/reader/DocumentReader.tsx'));

/** Books drawn at once; more on request, so that a shelf of thousands stays quick. */
const step = 60;

/** The e-library: sections, shelves, search, books. */
export default function LibraryPage() {
  const { t } = useTranslation('library');
  const { mobile } = useAtom(screenState);
  const { user } = useAtom(session);
  const connected = useAtom(isPortalReachable);
  const search = useSearchParams('/library');
  const navigate = useNavigate();
  const go = (next: PageParams<'/library'>, replace = false) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...next }), replace });
  const { q: wanted = '', cat: category = null } = search;
  const [drawer, setDrawer] = useState<{ book: Book | null } | null>(null);
  const open = useCallback(
    (book: Book) => void navigate({ to: '.', search: (now) => ({ ...now, read: bookKey(book) }) }),
    [navigate],
  );
  const edit = useCallback((book: Book) => setDrawer({ book }), []);
  const books = useBooks(category);
  const { text, found, isFirst } = useBookSearch(wanted);

  const all = [...(books.data ?? []), ...found];
  const reading = all.find((one) => bookKey(one) === search.read) ?? null;
  return (
    <Page
      title={t('title')}
      fromApps
      action={
        parseRole(user?.role) === 1 && (
          <Button icon={plus} disabled={!connected} aria-label={t('add')} onClick={() => setDrawer({ book: null })}>
            {t(mobile ? 'addShort' : 'add')}
          </Button>
        )
      }
    >
      <SearchField
        label={t('search')}
        value={wanted}
        maxLength={bookLimits.search}
        onSearch={(text) => go({ q: text || undefined }, true)}
      />
      <div className={styles.columns}>
        <ShelfList category={category} onChoose={(cat) => go({ cat: cat ?? undefined })} />
        <div className={styles.shelf}>
          <List
            books={books}
            isSearching={isFirst}
            text={text}
            inside={
              <BookSearchList
                title={t('inside')}
                text={text}
                found={elsewhere(found, books.data ?? [], text).map((one) => ({
                  key: bookKey(one),
                  name: one.name,
                  fileName: one.fileName,
                  about: one.author,
                  page: one.page,
                  snippet: one.snippet,
                  marks: one.marks,
                  onOpen: () => go({ read: bookKey(one), page: one.page ?? undefined }),
                }))}
              />
            }
            onOpen={open}
            onEdit={edit}
          />
        </div>
      </div>
      {drawer && <BookDrawer book={drawer.book} category={category} onClose={() => setDrawer(null)} />}
      {reading && (
        <OpenBook
          book={reading}
          page={search.page ?? null}
          words={wordsToHighlight(found.find((one) => bookKey(one) === search.read) ?? null, text)}
          onClose={() => go({ read: undefined, page: undefined })}
        />
      )}
    </Page>
  );
}

/** What the search on the server found beyond the names and authors in the list: inside, or by what is said about it. */
function elsewhere(
  found: readonly BookSearchResult[],
  listed: readonly Book[],
  text: string,
): readonly BookSearchResult[] {
  const { shown, none } = filterBooks(listed, text);
  const keys = new Set(none ? [] : shown.map(bookKey));
  return found.filter((one) => one.page !== null || !keys.has(bookKey(one)));
}

interface OpenProps {
  book: Book;
  page: number | null;
  /** What was searched, as it is in the book. */
  words: readonly string[];
  onClose: () => void;
}

function OpenBook({ book, page, words, onClose }: OpenProps) {
  const found = useBookReaderState(book);
  const copy = useOfflineCopy(bookKey(book));
  const pages = useOfficePages(toSavableBook(book));
  if (found.isPending || copy === undefined || pages === undefined) return null;
  const { name, fileName, size, type } = book;
  const hit = findHitPage(type, page);
  return (
    <Reader
      book={{
        title: name,
        fileName,
        size,
        type,
        href: buildBookFileUrl(book),
        webBook: found.data?.webBook,
        copy,
        pages,
      }}
      start={hit ?? found.data?.page ?? 1}
      resumes={!hit}
      words={words}
      onPlace={(at) => storeReadingPosition(book, at)}
      onClose={onClose}
    />
  );
}

interface ListProps {
  books: ReturnType<typeof useBooks>;
  /** Opened with a search that has no answer yet. */
  isSearching: boolean;
  text: string;
  /** What was found inside books; it stands directly below the sentence (FIND-04). */
  inside: ReactNode;
  onOpen: (book: Book) => void;
  onEdit: (book: Book) => void;
}

/** The books of the shelf that the search leaves, under a sentence about it (LIB-02). */
function List({ books, isSearching, text, inside, onOpen, onEdit }: ListProps) {
  const { t } = useTranslation('library');
  const [most, setMost] = useState(step);
  if (books.isError && !books.data)
    return <LoadFailure title={t('failed')} failure={books.error} onRetry={() => void books.refetch()} />;
  if (!books.data || isSearching)
    return (
      <Skeleton className={styles.books}>
        {[1, 2, 3, 4].map((place) => (
          <div key={place} className={classNames(card.card, styles.skeleton)}>
            <SkeletonBar className={styles.boneCover} />
            <SkeletonBar className={styles.boneName} />
          </div>
        ))}
      </Skeleton>
    );
  if (!books.data.length) return <EmptyState title={t('empty')} />;
  const { shown, none } = filterBooks(books.data, text);
  const n = shown.length;
  return (
    <>
      {none ? (
        <>
          <InlineAlert>{t('nothingFound', { text: text.trim(), n })}</InlineAlert>
          <SearchEverywhereButton words={text.trim()} />
        </>
      ) : (
        <p className={styles.result} role="status">
          {t('found', { count: n })}
        </p>
      )}
      {inside}
      <ul className={styles.books}>
        {shown.slice(0, most).map((book) => (
          <BookCard key={bookKey(book)} book={book} text={none ? '' : text} onOpen={onOpen} onEdit={onEdit} />
        ))}
      </ul>
      {n > most && (
        <Button look="soft" wide onClick={() => setMost(most + step)}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

import type { Input, Output } from '@bilim/contract/call.ts';
import { library } from '@bilim/contract/library.ts';
import { containsAllWords, foldText } from '@bilim/contract/texts.ts';
import { umk } from '@bilim/contract/umk.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callServer, type IdempotentCallOptions } from '../../core/api.ts';
import { buildFileUrl } from '../../core/fileAddress.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import type { SavableFile } from '../../offline-files/offline-files.data.ts';

export type Book = Output<typeof library.list>[number];
export type BookSearchResult = Output<typeof library.search>[number];
export type BookValues = Input<typeof library.save>;

/** What identifies a book: its id and where it stands. */
export const bookKey = ({ id_eBook, isFromUmk }: Book): string => `${isFromUmk ? 'u' : 'b'}${id_eBook}`;

/** Sections of the library. */
export function useLibrarySections() {
  return useQuery(queryForCall('library', library.baseCategories, {}));
}

/** Shelves of all sections with the number of their books. */
export function useLibraryShelves() {
  return useQuery(queryForCall('library', library.categories, {}));
}

/** The books of a shelf (null: of all). */
export function useBooks(category: number | null) {
  return useQuery(queryForCall('library', library.list, { id_bookCategory: category ?? -1 }));
}

/** Shorter texts are not looked for inside books. */
const shortestSearch = 2;

/**
 * What was found on the server for a text: books that hold the words anywhere, also inside. Both searches answer
 * together: `text` is the latest one for which the server has answered or failed, and the page searches names by it. Of a
 * page that is opened with a search nothing stands before its first answer, which would push it away.
 */
export function useBookSearch(text: string): { text: string; found: readonly BookSearchResult[]; isFirst: boolean } {
  const isAsked = [...text.trim()].length >= shortestSearch;
  const { data, isPending } = useQuery({
    ...queryForCall('library', library.search, { text: text.trim() }),
    enabled: isAsked,
  });
  const isAnswered = !isAsked || !isPending;
  const [answered, setAnswered] = useState({ text: '', found: [] as readonly BookSearchResult[], isFirst: true });
  const now = isAnswered ? { text, found: isAsked ? (data ?? []) : [], isFirst: false } : answered;
  const { found, isFirst } = answered;
  if (now.text !== answered.text || now.found.length !== found.length || now.isFirst !== isFirst) setAnswered(now);
  return now;
}

/** The search in the list: name or author holds the text, however it is typed; nothing found: all (LIB-02). */
export function filterBooks(books: readonly Book[], text: string): { shown: readonly Book[]; none: boolean } {
  if (!foldText(text)) return { shown: books, none: false };
  const shown = books.filter(({ name, author }) => containsAllWords(`${name} ${author}`, text));
  return shown.length ? { shown, none: false } : { shown: books, none: true };
}

const renew = () => queryClient.invalidateQueries({ queryKey: ['library'] });

/** Puts a book in or changes it; a changed one replaces the old one in every list read (LIB-03). */
export function useSaveBook() {
  return useMutation({
    mutationFn: ({ input, ...options }: { input: BookValues } & IdempotentCallOptions) =>
      callServer(library.save, input, options),
    onSuccess: ([book]) => {
      if (book)
        queryClient.setQueriesData<Book[]>({ queryKey: ['library', library.list.path] }, (read) =>
          read?.map((one) => (bookKey(one) === bookKey(book) ? book : one)),
        );
      return renew();
    },
  });
}

/** Why a book may not be taken away, as a sentence; null when it may (LIB-04). */
export async function findBookDeletionObstacle(book: Book): Promise<string | null> {
  const [check] = await callServer(library.deleteCheck, { id_EBook: book.id_eBook, isFromUMK: book.isFromUmk });
  return check?.result ? null : (check?.message ?? '');
}

/** Takes a book away; then the shelf is read again. */
export function useDeleteBook() {
  return useMutation({
    mutationFn: ({ book, key }: { book: Book; key: string }) =>
      callServer(library.deleteBook, { id_EBook: book.id_eBook, isFromUMK: book.isFromUmk }, { key }),
    onSuccess: renew,
  });
}

/** The address of a book's file. */
export const buildBookFileUrl = ({ id_eBook, isFromUmk }: Book): string =>
  buildFileUrl(library.download, { id_eBook, isFromUmk });

/** A book as a file that can be kept on this device; a material is the same file wherever it was kept from. */
export function toSavableBook(book: Book): SavableFile {
  const { id_eBook, isFromUmk, name: title, fileName, size, type } = book;
  const href = isFromUmk ? buildFileUrl(umk.download, { id_books: id_eBook }) : buildBookFileUrl(book);
  return { key: bookKey(book), title, fileName, size, type, href };
}

/** What the reader needs beside the file: the page where reading stopped, or the address of a web book. */
export function useBookReaderState(book: Book | null) {
  return useQuery({
    queryKey: ['library-reading', book && bookKey(book)],
    queryFn: async () => {
      if (!book) return { page: 1 };
      if (book.isHTMLBook)
        return { page: 1, webBook: (await callServer(umk.openHtmlBook, { id_books: book.id_eBook }))[0]?.url };
      const [place] = await callServer(library.place, { id_eBook: book.id_eBook, isFromUmk: book.isFromUmk });
      return { page: place?.page ?? 1 };
    },
    enabled: book !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Keeps the page where a person is; when that fails the place is only not kept. */
export function storeReadingPosition(book: Book, page: number): void {
  void callServer(library.keepPlace, { id_eBook: book.id_eBook, isFromUmk: book.isFromUmk, page }).catch(
    () => undefined,
  );
}

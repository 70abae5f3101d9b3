import { bookLimits } from '@bilim/contract/book-limits.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { LibraryBookFields, type LibraryBookFormValues, UploadForm } from '../../kit/upload/UploadForm.tsx';
import { useUploadForm } from '../../kit/upload/useUploadForm.ts';
import { type Book, useLibraryShelves, useSaveBook } from './library.data.ts';

interface Props {
  /** Null: new ones. */
  book: Book | null;
  category: number | null;
  onClose: () => void;
}

/** Puts books into the library, several files at once, or changes one. */
export function BookDrawer({ book, category, onClose }: Props) {
  const { t } = useTranslation('library');
  const { t: common } = useTranslation('reader');
  const { user } = useAtom(session);
  const categories = useLibraryShelves();
  const save = useSaveBook();
  const upload = useUploadForm<LibraryBookFormValues>({
    initial: {
      name: book?.name ?? '',
      author: book?.author ?? user?.fullName ?? '',
      description: book?.description ?? '',
      pages: book?.totalPages ? String(book.totalPages) : '',
      category: book?.id_bookCategory ?? category,
    },
    changing: book !== null,
    nameLimit: bookLimits.name,
    faultsOf: (form) => ({
      ...(!form.author.trim() && { author: common('handIn.fill') }),
      ...(form.category === null && { id_bookCategory: common('handIn.chooseCategory') }),
    }),
    send: (form, files, options) =>
      save.mutateAsync({
        ...options,
        files,
        input: {
          id_eBook: book?.id_eBook ?? -1,
          isFromUmk: book?.isFromUmk ?? false,
          nameBook: form.name.trim(),
          author: form.author,
          description: form.description,
          totalPages: form.pages ? Number(form.pages) : undefined,
          id_bookCategory: form.category ?? 0,
        },
      }),
    onClose,
  });
  return (
    <UploadForm title={t(book ? 'editTitle' : 'newTitle')} fileName={book?.fileName ?? null} upload={upload}>
      <LibraryBookFields
        upload={upload}
        shelves={(categories.data ?? []).map((one) => ({ id: one.id_bookCategory, name: one.name }))}
        authorLimit={bookLimits.libraryAuthor}
      />
    </UploadForm>
  );
}

import download from 'icon:download-simple';
import pencil from 'icon:pencil-simple';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { DeleteButton } from '../../kit/DeleteButton.tsx';
import { DotSeparatedList } from '../../kit/DotSeparatedList.tsx';
import { useFileSizeFormatter } from '../../kit/FileChip.tsx';
import { fileExtension, fileKind } from '../../kit/file.ts';
import wording from '../../kit/file-label.module.css';
import { HighlightedMatch } from '../../kit/HighlightedMatch.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { useOfficeProgram } from '../../materials/officePages.data.ts';
import { DownloadLink } from '../../offline-files/DownloadLink.tsx';
import { KeepOfflineButton } from '../../offline-files/KeepOfflineButton.tsx';
import { BookCover } from './BookCover.tsx';
import styles from './Library.module.css';
import { type Book, bookKey, findBookDeletionObstacle, toSavableBook, useDeleteBook } from './library.data.ts';

interface Props {
  book: Book;
  /** What was searched for: marked where it stands. */
  text: string;
  onOpen: (book: Book) => void;
  onEdit: (book: Book) => void;
}

/**
 * A book on its shelf: cover, name, author, description, file; pressing it opens the reader. More books below, or a list that
 * is read again, leave the others as they are.
 */
export const BookCard = memo(function BookCard({ book, text, onOpen, onEdit }: Props) {
  const { t } = useTranslation(['library', 'reader']);
  const size = useFileSizeFormatter();
  const remove = useDeleteBook();
  const file = toSavableBook(book);
  const program = useOfficeProgram()(book);
  const details = [
    book.isHTMLBook ? 'HTML' : fileExtension(book.fileName).toUpperCase(),
    book.totalPages ? t('reader:pages', { count: book.totalPages }) : null,
    size(book.size),
    program && t(`reader:opensIn.${program}`),
  ];
  return (
    <li className={classNames(card.card, styles.book, book.canEdit && styles.editable)} data-book={bookKey(book)}>
      <button type="button" className={styles.open} onClick={() => onOpen(book)} title={book.fileName}>
        <BookCover id={book.id_eBook} />
        <span className={wording.card} translate="no">
          <b>
            <HighlightedMatch text={book.name} mark={text} />
          </b>
          <small>
            <HighlightedMatch text={book.author} mark={text} />
          </small>
          <span className={styles.about}>{book.description}</span>
        </span>
      </button>
      <footer>
        <span className={styles.kind} data-kind={fileKind(book.fileName)}>
          <i />
          <DotSeparatedList facts={details} />
        </span>
        <span className={styles.actions}>
          {book.canEdit && <IconButton icon={pencil} label={t('edit')} onClick={() => onEdit(book)} />}
          {book.canEdit && (
            <DeleteButton
              label={t('delete')}
              question={t('deleteQuestion')}
              done={t('deleted')}
              whyKept={() => findBookDeletionObstacle(book)}
              onDelete={(key) => remove.mutateAsync({ book, key })}
            >
              {t(book.isFromUmk ? 'deleteFromUmk' : 'deleteMeaning')}
            </DeleteButton>
          )}
          {!book.isHTMLBook && <KeepOfflineButton file={file} />}
          <DownloadLink className={styles.save} file={file} title={book.fileName}>
            <Icon of={download} size="s" />
            {t('download')}
            <span className="hidden-text" translate="no">
              {` ${book.fileName}`}
            </span>
          </DownloadLink>
        </span>
      </footer>
    </li>
  );
});

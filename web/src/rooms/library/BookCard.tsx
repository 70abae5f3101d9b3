import download from 'icon:download-simple';
import pencil from 'icon:pencil-simple';
import trash from 'icon:trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../core/api.ts';
import { asFailure } from '../../core/failure.ts';
import { pluralForm } from '../../core/i18n.ts';
import { IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Confirm } from '../../kit/Dialog.tsx';
import { useFileSize } from '../../kit/FileChip.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { extension, fileKind } from '../../kit/file.ts';
import { Icon } from '../../kit/Icon.tsx';
import { toast } from '../../kit/Toast.tsx';
import { Cover } from './Cover.tsx';
import styles from './Library.module.css';
import { type Book, bookKey, fileAddress, useDelete, whyKept } from './library.data.ts';

interface Props {
  book: Book;
  /** What was searched for: marked where it stands. */
  text: string;
  onOpen: () => void;
  onEdit: () => void;
}

/** A book on its shelf: cover, name, author, description, file; pressing it opens the reader. */
export function BookCard({ book, text, onOpen, onEdit }: Props) {
  const { t } = useTranslation('library');
  const size = useFileSize();
  const details = [
    book.isHTMLBook ? 'HTML' : extension(book.fileName).toUpperCase(),
    book.totalPages ? t(`pages.${pluralForm(book.totalPages)}`, { n: book.totalPages }) : null,
    size(book.size),
  ];
  return (
    <li className={classes(card.card, styles.book)} data-book={bookKey(book)}>
      <button type="button" className={styles.open} onClick={onOpen} title={book.fileName}>
        <Cover id={book.id_eBook} />
        <span className={styles.words} translate="no">
          <b>
            <Marked text={book.name} mark={text} />
          </b>
          <span className={styles.author}>
            <Marked text={book.author} mark={text} />
          </span>
          <span className={styles.about}>{book.description}</span>
        </span>
      </button>
      <footer>
        <span className={styles.kind} data-kind={fileKind(book.fileName)}>
          <i />
          {details.filter(Boolean).join(' · ')}
        </span>
        {book.canEdit && <IconButton icon={pencil} label={t('edit')} onClick={onEdit} />}
        {book.canEdit && <DeleteButton book={book} />}
        <a className={styles.save} href={fileAddress(book)} download title={book.fileName}>
          <Icon of={download} size="s" />
          {t('download')}
          <span className="hidden-text"> {book.fileName}</span>
        </a>
      </footer>
    </li>
  );
}

/** A text in which the searched part is marked, whatever its case. */
export function Marked({ text, mark }: { text: string; mark: string }) {
  const wanted = mark.trim().toLocaleLowerCase();
  const at = wanted ? text.toLocaleLowerCase().indexOf(wanted) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  );
}

function DeleteButton({ book }: { book: Book }) {
  const { t } = useTranslation('library');
  const words = useFailureText();
  const remove = useDelete();
  const [asking, setAsking] = useState<string | null>(null);
  const check = async () => {
    try {
      const why = await whyKept(book);
      if (why === null) setAsking(newKey());
      else toast(why);
    } catch (error) {
      toast(words(asFailure(error)));
    }
  };
  return (
    <>
      <IconButton icon={trash} label={t('delete')} onClick={() => void check()} />
      <Confirm
        open={asking !== null}
        title={t('deleteQuestion')}
        yes={t('common:delete')}
        danger
        busy={remove.isPending}
        onNo={() => setAsking(null)}
        onYes={() => {
          if (asking)
            remove.mutate(
              { book, key: asking },
              {
                onSuccess: () => toast(t('deleted')),
                onError: (failure) => toast(words(failure)),
                onSettled: () => setAsking(null),
              },
            );
        }}
      >
        {t(book.isFromUmk ? 'deleteFromUmk' : 'deleteMeaning')}
      </Confirm>
    </>
  );
}

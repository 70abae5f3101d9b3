import { bookLimits } from '@bilim/contract/limits.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../core/api.ts';
import { useCell } from '../../core/cell.ts';
import { asFailure, type Failure } from '../../core/failure.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import { Confirm, Dialog } from '../../kit/Dialog.tsx';
import { Select, TextInput } from '../../kit/Field.tsx';
import { FileDrop } from '../../kit/FileDrop.tsx';
import { type Chosen, FileTray, fits } from '../../kit/FileTray.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { extension } from '../../kit/file.ts';
import { Note } from '../../kit/Note.tsx';
import { Progress } from '../../kit/Progress.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './Library.module.css';
import { type Book, useCategories, useSave } from './library.data.ts';

/** Puts a book into the library, or changes one. */
export function BookDrawer({
  book,
  category,
  onClose,
}: {
  book: Book | null;
  category: number | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('library');
  const words = useFailureText();
  const { user, config } = useCell(session);
  const rule = { limitMb: config?.fileLimitMb ?? 50, most: 1 };
  const categories = useCategories();
  const save = useSave();
  const [form, setForm] = useState({
    name: book?.name ?? '',
    author: book?.author ?? user?.fullName ?? '',
    description: book?.description ?? '',
    pages: book?.totalPages ? String(book.totalPages) : '',
    category: book?.id_bookCategory ?? category,
  });
  const [file, setFile] = useState<Chosen | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const key = useRef(newKey());
  const stop = useRef<AbortController | null>(null);

  const change = (next: Partial<typeof form>) => {
    key.current = newKey();
    setChanged(true);
    setForm((now) => ({ ...now, ...next }));
  };
  const chooseFile = ([chosen]: File[]) => {
    if (!chosen) return;
    const end = extension(chosen.name);
    change({ ...(!form.name && { name: (end ? chosen.name.slice(0, -end.length - 1) : chosen.name).slice(0, 300) }) });
    setFile({ id: newKey(), file: chosen });
    if (end !== 'pdf') return;
    void import('../../kit/pdf.ts')
      .then(({ countPages }) => countPages(chosen))
      .then((pages) => pages && setForm((now) => ({ ...now, pages: String(pages) })))
      .catch(() => undefined);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = {
      ...(!book && !file && { files: t('refusals.fileRequired') }),
      ...(!form.name.trim() && { nameBook: t('fill') }),
      ...(!form.author.trim() && { author: t('fill') }),
      ...(form.category === null && { id_bookCategory: t('chooseCategory') }),
    };
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length || (file && !fits(file.file, rule))) return;
    stop.current = new AbortController();
    if (file) setPart(0);
    try {
      await save.mutateAsync({
        input: {
          id_eBook: book?.id_eBook ?? -1,
          isFromUmk: book?.isFromUmk ?? false,
          nameBook: form.name,
          author: form.author,
          description: form.description,
          totalPages: form.pages ? Number(form.pages) : -1,
          id_bookCategory: form.category ?? 0,
        },
        files: file ? [file.file] : [],
        key: key.current,
        signal: stop.current.signal,
        onProgress: (sent, total) => setPart(total ? sent / total : 0),
      });
      toast(t('saved'));
      onClose();
    } catch (error) {
      const why = asFailure(error);
      setFaults(why.fields);
      if (why.kind !== 'CANCEL_ERROR') setFailure(why);
    } finally {
      setPart(null);
    }
  };

  const close = () => (save.isPending ? stop.current?.abort() : changed ? setLeaving(true) : onClose());
  return (
    <Dialog open title={t(book ? 'editTitle' : 'newTitle')} drawer="right" onClose={close}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <FileDrop error={faults.files} onChoose={chooseFile} />
        {book && !file && (
          <p className={styles.help} translate="no">
            {book.fileName}
          </p>
        )}
        <FileTray chosen={file ? [file] : []} rule={rule} disabled={save.isPending} onRemove={() => setFile(null)} />
        {part !== null && <Progress label={t('uploading')} part={part} onCancel={() => stop.current?.abort()} />}
        <TextInput
          label={t('name')}
          value={form.name}
          maxLength={bookLimits.name}
          error={faults.nameBook ?? faults.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextInput
          label={t('author')}
          value={form.author}
          maxLength={bookLimits.libraryAuthor}
          error={faults.author}
          onChange={(event) => change({ author: event.target.value })}
        />
        <Select
          label={t('category')}
          choices={(categories.data ?? []).map((one) => ({ id: one.id_bookCategory, name: one.name }))}
          value={form.category}
          error={faults.id_bookCategory}
          onChoose={(id) => change({ category: id })}
        />
        <TextInput
          label={t('description')}
          value={form.description}
          maxLength={bookLimits.description}
          error={faults.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <TextInput
          label={t('totalPages')}
          inputMode="numeric"
          value={form.pages}
          error={faults.totalPages}
          onChange={(event) => change({ pages: event.target.value.replace(/\D/g, '').slice(0, 5) })}
        />
        {failure && <Note tone="bad">{words(failure)}</Note>}
        <div className={styles.foot}>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" busy={save.isPending && t('saving')}>
            {t('save')}
          </Button>
        </div>
      </form>
      <Confirm
        open={leaving}
        title={t('leaveQuestion')}
        yes={t('leave')}
        no={t('stay')}
        danger
        onNo={() => setLeaving(false)}
        onYes={onClose}
      />
    </Dialog>
  );
}

import remove from 'icon:x';
import { bookLimits } from '@bilim/contract/limits.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../core/api.ts';
import { useCell } from '../../core/cell.ts';
import { asFailure, type Failure } from '../../core/failure.ts';
import { session } from '../../core/session.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Confirm, Dialog } from '../../kit/Dialog.tsx';
import { Select, TextInput } from '../../kit/Field.tsx';
import { FileIcon, useFileSize } from '../../kit/FileChip.tsx';
import { FileDrop } from '../../kit/FileDrop.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { extension } from '../../kit/file.ts';
import { Note } from '../../kit/Note.tsx';
import { Progress } from '../../kit/Progress.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './Umk.module.css';
import { type Material, type SetKey, useSave, useSetChoices, useShelves, useTypes, type Values } from './umk.data.ts';

/** A file on its way, with the name that its material will have. */
interface Outgoing {
  readonly id: string;
  readonly key: string;
  readonly file: File;
  readonly name: string;
  readonly sent?: number;
  readonly done?: true;
  readonly fault?: string;
}

interface Form {
  name: string;
  type: number | null;
  speciality: number | null;
  examination: number | null;
  studentKind: number;
  web: boolean;
  inLibrary: boolean;
  author: string;
  description: string;
  pages: string;
  category: number | null;
}

interface Props {
  set: SetKey;
  year: number;
  discipline: string;
  /** Null: new ones. */
  material: Material | null;
  type: number | null;
  onClose: () => void;
}

const stem = (name: string) => {
  const end = extension(name);
  return (end ? name.slice(0, -end.length - 1) : name).slice(0, bookLimits.name);
};

/** Adds materials, several files at once, or changes one: all fields, the file with its progress. */
export function MaterialDrawer({ set, year, discipline, material, type, onClose }: Props) {
  const { t } = useTranslation('umk');
  const words = useFailureText();
  const { user, config } = useCell(session);
  const limit = config?.fileLimitMb ?? 50;
  const save = useSave();
  const types = useTypes();
  const choices = useSetChoices(set, year);
  const [form, setForm] = useState<Form>(() => ({
    name: material?.bookName ?? '',
    type: material?.id_typeUmk ?? type,
    speciality: material?.id_speciality ?? null,
    examination: material?.id_examination ?? null,
    studentKind: material?.id_forStudentKind ?? 0,
    web: material?.isHTMLBook ?? false,
    inLibrary: material?.isForEBooks ?? false,
    author: material?.author || (user?.fullName ?? ''),
    description: material?.description ?? '',
    pages: material?.totalPages ? String(material.totalPages) : '',
    category: material?.id_bookCategory ?? null,
  }));
  const shelves = useShelves(form.inLibrary);
  const [files, setFiles] = useState<Outgoing[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [changed, setChanged] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const editKey = useRef(newKey());
  const speciality =
    form.speciality ?? (choices?.specialities.length === 1 ? choices.specialities[0]?.id_speciality : null) ?? null;
  const examination = form.examination ?? choices?.examinations[0]?.id_examination ?? null;

  const change = (part: Partial<Form>) => {
    setForm((now) => ({ ...now, ...part }));
    setChanged(true);
    editKey.current = newKey();
  };
  const update = (id: string, part: Partial<Outgoing>) =>
    setFiles((now) => now.map((one) => (one.id === id ? { ...one, ...part } : one)));

  const chooseFiles = (chosen: File[]) => {
    setChanged(true);
    setFaults({});
    const added = chosen.map((file) => ({
      id: newKey(),
      key: newKey(),
      file,
      name: stem(file.name),
      ...(!file.size && { fault: t('common:refusals.file.empty') }),
      ...(file.size > limit * 1024 * 1024 && { fault: t('common:refusals.file.tooLarge', { limit }) }),
    }));
    setFiles((now) => (material ? added.slice(0, 1) : [...now, ...added]));
    const [first] = chosen;
    if (!first) return;
    if (extension(first.name) === 'pdf' && chosen.length === 1)
      void import('../../kit/pdf.ts')
        .then(({ countPages }) => countPages(first))
        .then((pages) => pages && setForm((now) => ({ ...now, pages: now.pages || String(pages) })))
        .catch(() => undefined);
    if (['html', 'htm'].includes(extension(first.name))) change({ web: true });
  };

  const faultsOf = (): Record<string, string> => ({
    ...(!material && !files.length && { files: t('refusals.fileRequired') }),
    ...(material && !form.name.trim() && { bookName: t('fill') }),
    ...(form.type === null && { id_typeUmk: t('choose.type') }),
    ...(speciality === null && { id_speciality: t('choose.speciality') }),
    ...(examination === null && { id_examination: t('choose.examination') }),
    ...(form.inLibrary && !form.author.trim() && { author: t('fill') }),
    ...(form.inLibrary && form.category === null && { id_bookCategory: t('choose.category') }),
  });

  const valuesFor = (name: string): Values => ({
    ...set,
    id_books: material?.id_books ?? -1,
    bookName: name.trim(),
    id_typeUmk: form.type ?? 0,
    id_speciality: speciality ?? 0,
    id_examination: examination ?? 0,
    id_forStudentKind: form.studentKind,
    isHTMLBook: form.web,
    isForEBooks: form.inLibrary,
    isSharedBookFromEBooks: material?.isSharedBookFromEBooks ?? false,
    id_booksShare: material?.id_booksShare ?? -1,
    author: form.author,
    description: form.description,
    totalPages: form.pages ? Number(form.pages) : -1,
    id_bookCategory: form.category ?? -1,
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const found = faultsOf();
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length || files.some((one) => one.fault && !one.done && one.sent === undefined)) return;
    setSending(true);
    stop.current = new AbortController();
    const { signal } = stop.current;
    try {
      if (material) {
        const [file] = files;
        await save.mutateAsync({
          input: valuesFor(form.name),
          key: editKey.current,
          signal,
          files: file ? [file.file] : [],
          onProgress: (sent, total) => file && update(file.id, { sent: total ? sent / total : 0 }),
        });
      } else
        for (const one of files.filter((file) => !file.done)) {
          update(one.id, { sent: 0 });
          await save.mutateAsync({
            input: valuesFor(one.name || stem(one.file.name)),
            key: one.key,
            signal,
            files: [one.file],
            onProgress: (sent, total) => update(one.id, { sent: total ? sent / total : 0 }),
          });
          update(one.id, { done: true });
        }
      toast(t('saved'));
      onClose();
    } catch (error) {
      const why = asFailure(error);
      setFiles((now) => now.map(({ sent: _, ...one }) => one));
      setFaults({ ...why.fields });
      if (why.kind !== 'CANCEL_ERROR') setFailure(why);
      setSending(false);
    }
  };

  const close = () => (changed && !sending ? setLeaving(true) : sending ? stop.current?.abort() : onClose());
  const kinds = [0, 1, 2].map((id) => ({ id, name: t(`kind.${id}`) }));
  return (
    <Dialog open title={t(material ? 'editTitle' : 'newTitle')} drawer="right" onClose={close}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <FileDrop multiple={!material} error={faults.files} onChoose={chooseFiles} />
        {material && !files.length && (
          <p className={styles.help} translate="no">
            {material.fileName}
          </p>
        )}
        <ul className={styles.outgoing}>
          {files.map((one) => (
            <OutgoingFile
              key={one.id}
              one={one}
              sending={sending}
              named={!material}
              onName={(name) => update(one.id, { name, key: newKey() })}
              onRemove={() => setFiles((now) => now.filter((file) => file.id !== one.id))}
              onStop={() => stop.current?.abort()}
            />
          ))}
        </ul>
        {material && (
          <TextInput
            label={t('name')}
            value={form.name}
            maxLength={bookLimits.name}
            error={faults.bookName}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
        <Select
          label={t('type')}
          choices={(types.data ?? []).map((one) => ({ id: one.id_typeUmk, name: one.umkName }))}
          value={form.type}
          error={faults.id_typeUmk}
          onChoose={(id) => change({ type: id })}
        />
        <p className={styles.help} translate="no">
          {`${discipline} · ${t('common:panel.credits', { credits: set.kredits })}`}
        </p>
        <Select
          label={t('speciality')}
          choices={(choices?.specialities ?? []).map((one) => ({ id: one.id_speciality, name: one['p25-2'] }))}
          value={speciality}
          error={faults.id_speciality}
          onChoose={(id) => change({ speciality: id })}
        />
        <Select
          label={t('examination')}
          choices={(choices?.examinations ?? []).map((one) => ({ id: one.id_examination, name: one.p30 }))}
          value={examination}
          error={faults.id_examination}
          onChoose={(id) => change({ examination: id })}
        />
        <Select
          label={t('students')}
          choices={kinds}
          value={form.studentKind}
          onChoose={(id) => change({ studentKind: id ?? 0 })}
        />
        <Switch checked={form.web} onChange={(web) => change({ web })} className={styles.switch}>
          <span>
            <b>{t('webBook')}</b>
            <small>{t('webBookMeaning')}</small>
          </span>
        </Switch>
        <Switch checked={form.inLibrary} onChange={(inLibrary) => change({ inLibrary })} className={styles.switch}>
          <span>
            <b>{t('showInLibrary')}</b>
            <small>{t('showInLibraryMeaning')}</small>
          </span>
        </Switch>
        {form.inLibrary && (
          <>
            <Select
              label={t('category')}
              choices={(shelves.data ?? []).map((one) => ({ id: one.id_bookCategory, name: one.name }))}
              value={form.category}
              error={faults.id_bookCategory}
              onChoose={(id) => change({ category: id })}
            />
            <TextInput
              label={t('author')}
              value={form.author}
              maxLength={bookLimits.author}
              error={faults.author}
              onChange={(event) => change({ author: event.target.value })}
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
          </>
        )}
        {failure && <Note tone="bad">{words(failure)}</Note>}
        <div className={styles.foot}>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" busy={sending && t('saving')}>
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

interface OutgoingProps {
  one: Outgoing;
  sending: boolean;
  /** The name of the material is asked for here. */
  named: boolean;
  onName: (name: string) => void;
  onRemove: () => void;
  onStop: () => void;
}

function OutgoingFile({ one, sending, named, onName, onRemove, onStop }: OutgoingProps) {
  const { t } = useTranslation('umk');
  const size = useFileSize();
  return (
    <li className={styles.file} data-bad={one.fault ? '' : undefined}>
      <FileIcon name={one.file.name} />
      <span className={styles.words}>
        {named ? (
          <input
            aria-label={t('name')}
            value={one.name}
            maxLength={bookLimits.name}
            readOnly={sending}
            onChange={(event) => onName(event.target.value)}
          />
        ) : (
          <b translate="no">{one.file.name}</b>
        )}
        <small role={one.fault ? 'alert' : undefined}>
          {one.fault ?? (one.done ? t('uploaded') : size(one.file.size))}
        </small>
        {one.sent !== undefined && !one.done && (
          <Progress label={t('uploading', { name: one.file.name })} part={one.sent} onCancel={onStop} />
        )}
      </span>
      {!sending && <IconButton icon={remove} label={t('remove', { name: one.file.name })} onClick={onRemove} />}
    </li>
  );
}

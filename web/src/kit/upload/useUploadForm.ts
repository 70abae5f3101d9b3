import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdempotentCallOptions } from '../../core/api.ts';
import { type Failure, toFailure } from '../../core/failure.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { showToast } from '../Toast.tsx';
import { type OutgoingBookFile, useOutgoingFiles } from './useOutgoingFiles.ts';

/** What every book's form has; rooms add their own fields. */
export interface BookFormValues {
  readonly name: string;
  readonly pages: string;
}

interface UploadFormOptions<Form extends BookFormValues> {
  readonly initial: Form;
  /** Something that exists is changed: one file at most, and it may be left out. */
  readonly changing: boolean;
  readonly nameLimit: number;
  /** What is wrong with the fields, by their names on the wire; `name` is the field of the book's name. */
  readonly faultsOf: (form: Form) => Readonly<Record<string, string>>;
  readonly send: (form: Form, files: readonly File[], options: IdempotentCallOptions) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The upload of books or materials: the form, its files, and how far they are. */
export type UploadState<Form extends BookFormValues = BookFormValues> = ReturnType<typeof useUploadForm<Form>>;

/**
 * Hands in new books, several files at once, one call a file; or changes one book with or without a new file. Each
 * file keeps its key, so that after a failure only what is missing goes again.
 */
export function useUploadForm<Form extends BookFormValues>(how: UploadFormOptions<Form>) {
  const { initial, changing, nameLimit, onClose } = how;
  const [form, setForm] = useState(initial);
  const [leaving, setLeaving] = useState(false);
  const [changed, setChanged] = useState(false);
  const editKey = useRef(randomUuid());
  const outgoing = useOutgoingFiles({
    changing,
    nameLimit,
    onOnlyPages: (pages) => setForm((now) => ({ ...now, pages: String(pages) })),
  });
  const { faults, setFaults, failure, sending, submit, cancel } = useSending(how, form, outgoing, editKey);

  return {
    form,
    change: (part: Partial<Form>) => {
      setForm((now) => ({ ...now, ...part }));
      setChanged(true);
      // What is said about the files has changed: an answer kept under the old keys would be about something else.
      editKey.current = randomUuid();
      outgoing.renewKeys();
    },
    changing,
    files: outgoing.files,
    choose: (chosen: readonly File[]) => {
      setChanged(true);
      setFaults({});
      outgoing.choose(chosen);
    },
    rename: outgoing.rename,
    remove: outgoing.remove,
    nameLimit,
    faults,
    failure,
    sending,
    submit,
    cancel,
    leaving,
    stay: () => setLeaving(false),
    leave: onClose,
    close: () => (sending ? cancel() : changed ? setLeaving(true) : onClose()),
  };
}

/** Checks the form and sends it, file after file; says what is wrong with it. */
function useSending<Form extends BookFormValues>(
  { changing, faultsOf, send, onClose }: UploadFormOptions<Form>,
  form: Form,
  { files, update, halt, pagesOf }: ReturnType<typeof useOutgoingFiles>,
  editKey: RefObject<string>,
) {
  const { t } = useTranslation('reader');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const stop = useRef<AbortController | null>(null);

  const sendOne = async (one: OutgoingBookFile | undefined, form: Form, key: string, signal: AbortSignal) => {
    if (one) update(one.id, { sent: 0 });
    // Whoever saves at once does not lose the number that is still being counted; what was typed afterwards stays.
    const counted = one && (!one.pages || !form.pages) ? await pagesOf(one.id) : null;
    await send(counted ? { ...form, pages: String(counted) } : form, one ? [one.file] : [], {
      key,
      signal,
      onProgress: (sent, total) => one && update(one.id, { sent: total ? sent / total : 0 }),
    });
    if (one) update(one.id, { done: true });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const waiting = files.filter((one) => !one.done);
    const nameless = changing ? !form.name.trim() : waiting.some((one) => !one.name.trim());
    const found = {
      ...(!changing && !files.length && { files: t('handIn.fileMissing') }),
      ...(nameless && { name: t('handIn.fill') }),
      ...faultsOf(form),
    };
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length || waiting.some((one) => one.fault)) return;
    setSending(true);
    stop.current = new AbortController();
    const { signal } = stop.current;
    try {
      if (changing) await sendOne(files[0], form, editKey.current, signal);
      else
        for (const one of waiting) {
          const pages = files.length > 1 ? '' : form.pages;
          await sendOne(one, { ...form, name: one.name, pages }, one.key, signal);
        }
      showToast(t('handIn.saved'));
      onClose();
    } catch (error) {
      const why = toFailure(error);
      halt();
      setFaults(why.fields);
      if (why.kind !== 'CANCEL_ERROR') setFailure(why);
      setSending(false);
    }
  };

  return { faults, setFaults, failure, sending, submit, cancel: () => stop.current?.abort() };
}

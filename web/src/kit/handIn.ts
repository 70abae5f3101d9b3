import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskOptions } from '../core/api.ts';
import { useCell } from '../core/cell.ts';
import { asFailure, type Failure } from '../core/failure.ts';
import { newKey } from '../core/newKey.ts';
import { session } from '../core/session.ts';
import { extension } from './file.ts';
import { toast } from './Toast.tsx';

/** A file on its way, with the name that its book will have. */
export interface Outgoing {
  readonly id: string;
  readonly key: string;
  readonly file: File;
  readonly name: string;
  /** Pages of a PDF, counted here. */
  readonly pages?: number;
  readonly sent?: number;
  readonly done?: true;
  readonly fault?: string;
}

/** What every book's form has; rooms add their own fields. */
export interface BookForm {
  readonly name: string;
  readonly pages: string;
}

interface How<Form extends BookForm> {
  readonly initial: Form;
  /** Something that exists is changed: one file at most, and it may be left out. */
  readonly changing: boolean;
  readonly nameLimit: number;
  /** What is wrong with the fields, by their names on the wire; `name` is the field of the book's name. */
  readonly faultsOf: (form: Form) => Readonly<Record<string, string>>;
  readonly send: (form: Form, files: readonly File[], options: AskOptions) => Promise<unknown>;
  readonly onClose: () => void;
}

/** What hands books in: the form, its files, and how far they are. */
export type HandingIn<Form extends BookForm = BookForm> = ReturnType<typeof useHandIn<Form>>;

const stem = (name: string, limit: number): string => {
  const end = extension(name);
  return (end ? name.slice(0, -end.length - 1) : name).slice(0, limit);
};

/**
 * Hands in new books, several files at once, one call a file; or changes one book with or without a new file. Each
 * file keeps its key, so that after a failure only what is missing goes again.
 */
export function useHandIn<Form extends BookForm>({ initial, changing, nameLimit, faultsOf, send, onClose }: How<Form>) {
  const { t } = useTranslation('reader');
  const { config } = useCell(session);
  const limit = config?.fileLimitMb ?? 50;
  const [form, setForm] = useState(initial);
  const [files, setFiles] = useState<readonly Outgoing[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [changed, setChanged] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const editKey = useRef(newKey());
  const counts = useRef(new Map<string, Promise<number | null>>());

  const change = (part: Partial<Form>) => {
    setForm((now) => ({ ...now, ...part }));
    setChanged(true);
    // What is said about the files has changed: an answer kept under the old keys would be about something else.
    editKey.current = newKey();
    setFiles((now) => now.map((one) => (one.done ? one : { ...one, key: newKey() })));
  };
  const update = (id: string, part: Partial<Outgoing>) =>
    setFiles((now) => now.map((one) => (one.id === id ? { ...one, ...part } : one)));

  const choose = (chosen: readonly File[]) => {
    setChanged(true);
    setFaults({});
    const added = chosen.map((file): Outgoing => {
      const fault = !file.size
        ? t('common:refusals.file.empty')
        : file.size > limit * 1024 * 1024
          ? t('common:refusals.file.tooLarge', { limit })
          : null;
      return { id: newKey(), key: newKey(), file, name: stem(file.name, nameLimit), ...(fault && { fault }) };
    });
    setFiles((now) => (changing ? added.slice(0, 1) : [...now, ...added]));
    for (const { id, file, fault } of changing ? added.slice(0, 1) : added) {
      if (fault || extension(file.name) !== 'pdf') continue;
      const counting = import('./pdf.ts').then(({ countPages }) => countPages(file)).catch(() => null);
      counts.current.set(id, counting);
      void counting.then((pages) => {
        if (!pages) return;
        update(id, { pages });
        // The only file fills the field; of several, each keeps its own number.
        if (added.length === 1) setForm((now) => ({ ...now, pages: String(pages) }));
      });
    }
  };

  const sendOne = async (one: Outgoing | undefined, said: Form, key: string, signal: AbortSignal) => {
    if (one) update(one.id, { sent: 0 });
    // Whoever saves at once does not lose the number that is still being counted; what was typed afterwards stays.
    const counted = one && (!one.pages || !said.pages) ? await counts.current.get(one.id) : null;
    await send(counted ? { ...said, pages: String(counted) } : said, one ? [one.file] : [], {
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
      toast(t('handIn.saved'));
      onClose();
    } catch (error) {
      const why = asFailure(error);
      setFiles((now) => now.map(({ sent: _, ...one }) => one));
      setFaults(why.fields);
      if (why.kind !== 'CANCEL_ERROR') setFailure(why);
      setSending(false);
    }
  };

  return {
    form,
    change,
    changing,
    files,
    choose,
    rename: (id: string, name: string) => update(id, { name: name.slice(0, nameLimit), key: newKey() }),
    remove: (id: string) => setFiles((now) => now.filter((one) => one.id !== id)),
    nameLimit,
    faults,
    failure,
    sending,
    submit,
    cancel: () => stop.current?.abort(),
    leaving,
    stay: () => setLeaving(false),
    leave: onClose,
    close: () => (sending ? stop.current?.abort() : changed ? setLeaving(true) : onClose()),
  };
}

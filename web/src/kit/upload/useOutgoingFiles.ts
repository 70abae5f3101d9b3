import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { session } from '../../core/session.ts';
import { fileExtension } from '../file.ts';

/** A file on its way, with the name that its book will have. */
export interface OutgoingBookFile {
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

interface OutgoingFilesOptions {
  /** Something that exists is changed: one file at most. */
  readonly changing: boolean;
  readonly nameLimit: number;
  /** The only file that was chosen is a PDF and has so many pages. */
  readonly onOnlyPages: (pages: number) => void;
}

const stem = (name: string, limit: number): string => {
  const end = fileExtension(name);
  return (end ? name.slice(0, -end.length - 1) : name).slice(0, limit);
};

/** The chosen files: each with its key, the name of its book, its pages, and how far it is. */
export function useOutgoingFiles({ changing, nameLimit, onOnlyPages }: OutgoingFilesOptions) {
  const { t } = useTranslation('reader');
  const { config } = useAtom(session);
  const limit = config?.fileLimitMb ?? 50;
  const [files, setFiles] = useState<readonly OutgoingBookFile[]>([]);
  const counts = useRef(new Map<string, Promise<number | null>>());

  const update = (id: string, part: Partial<OutgoingBookFile>) =>
    setFiles((now) => now.map((one) => (one.id === id ? { ...one, ...part } : one)));

  const faultOf = (file: File): string | null => {
    if (!file.size) return t('common:refusals.file.empty');
    return file.size > limit * 1024 * 1024 ? t('common:refusals.file.tooLarge', { limit }) : null;
  };
  const count = ({ id, file }: OutgoingBookFile, isOnly: boolean) => {
    const counting = import('../reader/pdf.ts').then(({ countPages }) => countPages(file)).catch(() => null);
    counts.current.set(id, counting);
    void counting.then((pages) => {
      if (!pages) return;
      update(id, { pages });
      // The only file fills the field; of several, each keeps its own number.
      if (isOnly) onOnlyPages(pages);
    });
  };

  return {
    files,
    update,
    choose: (chosen: readonly File[]) => {
      const added = chosen.map((file): OutgoingBookFile => {
        const fault = faultOf(file);
        return { id: randomUuid(), key: randomUuid(), file, name: stem(file.name, nameLimit), ...(fault && { fault }) };
      });
      const taken = changing ? added.slice(0, 1) : added;
      setFiles((now) => (changing ? taken : [...now, ...taken]));
      for (const one of taken) if (!one.fault && fileExtension(one.file.name) === 'pdf') count(one, added.length === 1);
    },
    rename: (id: string, name: string) => update(id, { name: name.slice(0, nameLimit), key: randomUuid() }),
    remove: (id: string) => setFiles((now) => now.filter((one) => one.id !== id)),
    /** New keys for what has not arrived: what is said about the files has changed. */
    renewKeys: () => setFiles((now) => now.map((one) => (one.done ? one : { ...one, key: randomUuid() }))),
    /** None is under way any more. */
    halt: () => setFiles((now) => now.map(({ sent: _, ...one }) => one)),
    /** Pages of a PDF, when they are counted; null when they could not be. */
    pagesOf: (id: string) => counts.current.get(id),
  };
}

import download from 'icon:download-simple';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClasses } from '../Button.tsx';
import { FileIcon, useFileSizeFormatter } from '../FileChip.tsx';
import { Icon } from '../Icon.tsx';
import styles from './DocumentReader.module.css';
import { highlightWords, scrollToRange } from './marks.ts';
import type { PdfFault } from './PdfPages.tsx';
import { type FileAddresses, isShownByReader, type OfficePages, type ReadableFile } from './readable.ts';

interface Shown {
  book: ReadableFile;
  place: FileAddresses;
  /** Why the pages of a PDF are not shown; null: it is none, or was not opened yet. */
  fault: PdfFault | null;
  words: readonly string[];
}

/** What is no PDF: a picture, sound, film, text; anything else is offered as a download. */
export function PlainFileView({ book, place: { inline, href, saveAs }, fault, words }: Shown) {
  const { t } = useTranslation('reader');
  const size = useFileSizeFormatter();
  if (book.type.startsWith('image/') && isShownByReader(book.type))
    return <img className={styles.picture} src={inline} alt={book.title} />;
  // biome-ignore lint/a11y/useMediaCaption: what people hand in has no captions
  if (book.type.startsWith('audio/')) return <audio className={styles.sound} src={inline} controls />;
  // biome-ignore lint/a11y/useMediaCaption: what people hand in has no captions
  if (book.type.startsWith('video/')) return <video className={styles.film} src={inline} controls />;
  if (book.type === 'text/plain') return <PlainText url={inline} copy={book.copy ?? null} words={words} />;
  const isComing = book.pages?.state === 'coming';
  return (
    <div className={styles.offer} aria-busy={isComing || undefined}>
      <FileIcon name={book.fileName} />
      <p translate="no">{book.fileName}</p>
      <p className={styles.why} role={isComing ? 'status' : undefined}>
        {whyNotShown(t, book.pages, fault)}
      </p>
      <a className={buttonClasses(isComing ? 'soft' : 'primary')} href={href} download={saveAs}>
        <Icon of={download} size="s" />
        {t('download', { size: size(book.size) })}
      </a>
    </div>
  );
}

/** What is in the place of pages. */
function whyNotShown(t: TFunction<'reader'>, pages: OfficePages | null | undefined, fault: PdfFault | null): string {
  if (fault) return t(fault);
  if (pages?.state === 'coming') return t('coming');
  return pages?.state === 'none' ? t(`openIn.${pages.program}`) : t('onlyDownload');
}

/** A text as its type says that it is written. */
async function textOf(file: Blob): Promise<string> {
  const charset = /charset=([\w-]+)/i.exec(file.type)?.[1] ?? 'utf-8';
  return new TextDecoder(charset).decode(await file.arrayBuffer());
}

function PlainText({ url, copy, words }: { url: string; copy: Blob | null; words: readonly string[] }) {
  const { t } = useTranslation('reader');
  const [text, setText] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      if (copy) return await textOf(copy);
      const answer = await fetch(url, { signal: stop.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      return await textOf(await answer.blob());
    };
    read()
      .then(setText)
      .catch(() => stop.signal.aborted || setFailed(true));
    return () => stop.abort();
  }, [url, copy]);
  const pre = useRef<HTMLPreElement>(null);
  const searched = words.join(' ');
  useEffect(() => {
    if (text === null || !pre.current || !searched) return;
    const { first, undo } = highlightWords(pre.current, searched.split(' '));
    if (first && pre.current.parentElement) scrollToRange(first, pre.current.parentElement);
    return undo;
  }, [text, searched]);
  if (failed) return <p className={styles.why}>{t('unreadable')}</p>;
  return (
    <pre ref={pre} className={styles.text} translate="no" aria-busy={text === null}>
      {text}
    </pre>
  );
}

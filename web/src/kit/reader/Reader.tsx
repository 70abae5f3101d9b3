import download from 'icon:download-simple';
import list from 'icon:list-numbers';
import minus from 'icon:minus';
import moon from 'icon:moon';
import plus from 'icon:plus';
import close from 'icon:x';
import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../core/lazy.ts';
import { remember, remembered } from '../../core/storage.ts';
import { buttonLook, IconButton } from '../Button.tsx';
import { FileIcon, useFileSize } from '../FileChip.tsx';
import { Icon } from '../Icon.tsx';
import { markWords, showPlace } from './marks.ts';
import type { Pdf } from './pdf.ts';
import styles from './Reader.module.css';

const PdfPages = lazyComponent(() => import('./PdfPages.tsx'), {
  meanwhile: <div className={styles.paperWaiting} aria-busy="true" />,
});

const PdfGuide = lazyComponent(() => import('./PdfGuide.tsx'));

/** What is read, and where its file is. */
export interface Readable {
  readonly title: string;
  readonly fileName: string;
  readonly size: number;
  readonly type: string;
  /** Address of the file without `inline`. */
  readonly href: string;
  /** Address of a web book that was opened for this person. */
  readonly webBook?: string | undefined;
}

interface Props {
  book: Readable;
  /** The page to begin with; null while it is looked up. */
  start: number | null;
  /** What was searched: marked, and the first place on the page is shown. */
  words?: readonly string[];
  onPlace: (page: number) => void;
  onClose: () => void;
}

const zooms = [0.6, 0.8, 1, 1.25, 1.6, 2] as const;
const placeAfter = 800;
/** Whether this device shows pages in night colours. */
const nightKey = 'reader/night';
const nothing: readonly string[] = [];

/** Whether the reader shows a file itself; others are offered as a download. */
export function shows(type: string): boolean {
  return (
    type === 'application/pdf' ||
    type === 'text/plain' ||
    /^(image|audio|video)\//.test(type.replace('image/svg+xml', ''))
  );
}

/** A book on the whole screen, inside the portal: PDF, pictures, sound, film, text, web books. */
export default function Reader({ book, start, words = nothing, onPlace, onClose }: Props) {
  const { t } = useTranslation('reader');
  const size = useFileSize();
  const [at, setAt] = useState({ page: 1, pages: 0 });
  const [zoom, setZoom] = useState(2);
  const [failed, setFailed] = useState(false);
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [guided, setGuided] = useState(false);
  const [night, setNight] = useState(() => remembered(nightKey) === '1');
  const body = useRef<HTMLElement>(null);
  const go = (page: number) => {
    body.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' });
    // On a phone the list covers the page one asked for.
    setGuided(false);
    body.current?.focus({ preventScroll: true });
  };
  const dim = () => {
    remember(nightKey, night ? null : '1');
    setNight(!night);
  };
  const inline = `${book.href}&inline=1`;
  const isPdf = book.type === 'application/pdf' && !book.webBook;
  useKept(at, onPlace);

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup className={styles.reader}>
          <header className={styles.head}>
            <Base.Title className={styles.title} translate="no" title={book.title}>
              {book.title}
            </Base.Title>
            {isPdf && at.pages > 0 && (
              <span className={styles.place} aria-live="polite">
                {t('place', { page: at.page, pages: at.pages })}
              </span>
            )}
            {isPdf && (
              <span className={styles.zoom}>
                {pdf && (
                  <IconButton
                    icon={list}
                    label={t('guide')}
                    aria-expanded={guided}
                    onClick={() => setGuided(!guided)}
                  />
                )}
                <IconButton icon={moon} label={t('night')} aria-pressed={night} onClick={dim} />
              </span>
            )}
            {isPdf && (
              <span className={styles.zoom}>
                <IconButton icon={minus} label={t('smaller')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
                <IconButton
                  icon={plus}
                  label={t('larger')}
                  disabled={zoom === zooms.length - 1}
                  onClick={() => setZoom(zoom + 1)}
                />
              </span>
            )}
            <a className={styles.save} href={book.href} download title={t('download', { size: size(book.size) })}>
              <Icon of={download} />
              <span className="hidden-text">{t('download', { size: size(book.size) })}</span>
            </a>
            <Base.Close render={<IconButton icon={close} label={t('close')} />} />
          </header>
          {pdf && guided && !failed && <PdfGuide pdf={pdf} page={at.page} onGo={go} />}
          <section
            ref={body}
            className={styles.body}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
            tabIndex={0}
            aria-label={t('book')}
            data-night={(isPdf && night) || undefined}
          >
            {book.webBook ? (
              <iframe className={styles.web} src={book.webBook} sandbox="allow-scripts" title={book.title} />
            ) : isPdf && !failed ? (
              start !== null && (
                <PdfPages
                  url={inline}
                  size={book.size}
                  start={start}
                  words={words}
                  zoom={zooms[zoom] ?? 1}
                  onPage={(page, pages) => setAt({ page, pages })}
                  onOpened={setPdf}
                  onFailed={() => setFailed(true)}
                />
              )
            ) : book.type.startsWith('image/') && shows(book.type) ? (
              <img className={styles.picture} src={inline} alt={book.title} />
            ) : book.type.startsWith('audio/') ? (
              // biome-ignore lint/a11y/useMediaCaption: what people hand in has no captions
              <audio className={styles.sound} src={inline} controls />
            ) : book.type.startsWith('video/') ? (
              // biome-ignore lint/a11y/useMediaCaption: what people hand in has no captions
              <video className={styles.film} src={inline} controls />
            ) : book.type === 'text/plain' ? (
              <PlainText url={inline} words={words} />
            ) : (
              <div className={styles.offer}>
                <FileIcon name={book.fileName} />
                <p translate="no">{book.fileName}</p>
                <p className={styles.why}>{t(failed ? 'unreadable' : 'onlyDownload')}</p>
                <a className={buttonLook('primary')} href={book.href} download>
                  <Icon of={download} size="s" />
                  {t('download', { size: size(book.size) })}
                </a>
              </div>
            )}
          </section>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Keeps the page when it has been looked at for a moment, and at the end. */
function useKept({ page, pages }: { page: number; pages: number }, onPlace: (page: number) => void): void {
  const keep = useRef(onPlace);
  keep.current = onPlace;
  useEffect(() => {
    if (!pages) return;
    const timer = setTimeout(() => keep.current(page), placeAfter);
    return () => clearTimeout(timer);
  }, [page, pages]);
}

function PlainText({ url, words }: { url: string; words: readonly string[] }) {
  const { t } = useTranslation('reader');
  const [text, setText] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    fetch(url, { signal: stop.signal })
      .then(async (answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then(setText)
      .catch(() => stop.signal.aborted || setFailed(true));
    return () => stop.abort();
  }, [url]);
  const pre = useRef<HTMLPreElement>(null);
  const searched = words.join(' ');
  useEffect(() => {
    if (text === null || !pre.current || !searched) return;
    const { first, undo } = markWords(pre.current, searched.split(' '));
    if (first && pre.current.parentElement) showPlace(first, pre.current.parentElement);
    return undo;
  }, [text, searched]);
  if (failed) return <p className={styles.why}>{t('unreadable')}</p>;
  return (
    <pre ref={pre} className={styles.text} translate="no" aria-busy={text === null}>
      {text}
    </pre>
  );
}

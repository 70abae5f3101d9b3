import download from 'icon:download-simple';
import list from 'icon:list-numbers';
import minus from 'icon:minus';
import moon from 'icon:moon';
import plus from 'icon:plus';
import close from 'icon:x';
import { Dialog as Base } from '@base-ui/react/dialog';
import type { OfficeProgram, PagesState } from '@bilim/contract/office-files.ts';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../core/lazy.ts';
import { remember, remembered } from '../../core/storage.ts';
import { buttonLook, IconButton } from '../Button.tsx';
import { FileIcon, useFileSize } from '../FileChip.tsx';
import { Icon } from '../Icon.tsx';
import { useCopyAddresses } from './copy.ts';
import { markWords, showPlace } from './marks.ts';
import type { Pdf, PdfSource } from './pdf.ts';
import styles from './Reader.module.css';

const PdfPages = lazyComponent(() => import('./PdfPages.tsx'), {
  meanwhile: <div className={styles.paperWaiting} aria-busy="true" />,
});

const PdfGuide = lazyComponent(() => import('./PdfGuide.tsx'));

/** The pages of an office file as a PDF: whether they are there, where, and which program opens the file itself. */
export interface Pages {
  readonly state: PagesState;
  readonly program: OfficeProgram;
  readonly href?: string;
  readonly size?: number;
}

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
  /** The file as it is kept on this device. */
  readonly copy?: Blob | null | undefined;
  /** Of an office file. */
  readonly pages?: Pages | null | undefined;
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

/** Where a file is shown from, where it is saved from and under which name. */
interface Place {
  readonly inline: string;
  readonly href: string;
  readonly saveAs: string | true;
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

/** Whether pages are shown in night colours, which this device keeps. */
function useNight() {
  const [on, setOn] = useState(() => remembered(nightKey) === '1');
  const onChange = () => {
    remember(nightKey, on ? null : '1');
    setOn(!on);
  };
  return { on, onChange };
}

/** The addresses of a file: its copy on this device, or the server's. */
function useAddresses(book: Readable): Place {
  const local = useCopyAddresses(book.copy ?? null, book.type);
  return {
    inline: local?.show ?? `${book.href}&inline=1`,
    href: local?.save ?? book.href,
    saveAs: local ? book.fileName : true,
  };
}

/** A book on the whole screen, inside the portal: PDF, pictures, sound, film, text, web books. */
export default function Reader({ book, start, words = nothing, onPlace, onClose }: Props) {
  const { t } = useTranslation('reader');
  const [at, setAt] = useState({ page: 1, pages: 0 });
  const [zoom, setZoom] = useState(2);
  const [failed, setFailed] = useState(false);
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [guided, setGuided] = useState(false);
  const night = useNight();
  const body = useRef<HTMLElement>(null);
  const go = (page: number) => {
    body.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' });
    // On a phone the list covers the page one asked for.
    setGuided(false);
    body.current?.focus({ preventScroll: true });
  };
  const place = useAddresses(book);
  const source = useSource(book);
  const isPdf = (book.type === 'application/pdf' && !book.webBook) || book.pages?.state === 'ready';
  useKept(at, onPlace);

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup className={styles.reader}>
          <Head book={book} place={place}>
            {isPdf && (
              <PdfTools
                at={at}
                guide={pdf && { shown: guided, onShow: setGuided }}
                night={night}
                zoom={{ step: zoom, onStep: setZoom }}
              />
            )}
          </Head>
          {pdf && guided && !failed && <PdfGuide pdf={pdf} page={at.page} onGo={go} />}
          <section
            ref={body}
            className={styles.body}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
            tabIndex={0}
            aria-label={t('book')}
            data-night={(isPdf && night.on) || undefined}
          >
            {book.webBook ? (
              <iframe className={styles.web} src={book.webBook} sandbox="allow-scripts" title={book.title} />
            ) : isPdf && !failed ? (
              start !== null && (
                <PdfPages
                  source={source}
                  start={start}
                  words={words}
                  zoom={zooms[zoom] ?? 1}
                  onPage={(page, pages) => setAt({ page, pages })}
                  onOpened={setPdf}
                  onFailed={() => setFailed(true)}
                />
              )
            ) : (
              <Plain book={book} place={place} failed={failed} words={words} />
            )}
          </section>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Title, what can be done with the pages, saving and closing. */
function Head({ book, place: { href, saveAs }, children }: { book: Readable; place: Place; children: ReactNode }) {
  const { t } = useTranslation('reader');
  const size = useFileSize();
  return (
    <header className={styles.head}>
      <Base.Title className={styles.title} translate="no" title={book.title}>
        {book.title}
      </Base.Title>
      {children}
      <a className={styles.save} href={href} download={saveAs} title={t('download', { size: size(book.size) })}>
        <Icon of={download} />
        <span className="hidden-text">{t('download', { size: size(book.size) })}</span>
      </a>
      <Base.Close render={<IconButton icon={close} label={t('close')} />} />
    </header>
  );
}

/** Where the PDF is read: from this device, from the server, or the one that was made of an office file. */
function useSource({ copy, href, size, pages }: Readable): PdfSource {
  const made = pages?.state === 'ready' ? pages : null;
  const url = `${made?.href ?? href}&inline=1`;
  const bytes = made?.size ?? size;
  const local = made ? null : copy;
  return useMemo(() => local ?? { url, size: bytes }, [local, url, bytes]);
}

interface Tools {
  at: { page: number; pages: number };
  /** Contents and small pages; null before the file is open. */
  guide: { shown: boolean; onShow: (shown: boolean) => void } | null;
  night: { on: boolean; onChange: () => void };
  zoom: { step: number; onStep: (step: number) => void };
}

/** What only pages have: where one is, contents, night colours, size. */
function PdfTools({ at, guide, night, zoom }: Tools) {
  const { t } = useTranslation('reader');
  return (
    <>
      {at.pages > 0 && (
        <span className={styles.place} aria-live="polite">
          {t('place', at)}
        </span>
      )}
      <span className={styles.zoom}>
        {guide && (
          <IconButton
            icon={list}
            label={t('guide')}
            aria-expanded={guide.shown}
            onClick={() => guide.onShow(!guide.shown)}
          />
        )}
        <IconButton icon={moon} label={t('night')} aria-pressed={night.on} onClick={night.onChange} />
      </span>
      <span className={styles.zoom}>
        <IconButton
          icon={minus}
          label={t('smaller')}
          disabled={zoom.step === 0}
          onClick={() => zoom.onStep(zoom.step - 1)}
        />
        <IconButton
          icon={plus}
          label={t('larger')}
          disabled={zoom.step === zooms.length - 1}
          onClick={() => zoom.onStep(zoom.step + 1)}
        />
      </span>
    </>
  );
}

interface Shown {
  book: Readable;
  place: Place;
  /** A PDF that could not be opened. */
  failed: boolean;
  words: readonly string[];
}

/** What is no PDF: a picture, sound, film, text; anything else is offered as a download. */
function Plain({ book, place: { inline, href, saveAs }, failed, words }: Shown) {
  const { t } = useTranslation('reader');
  const size = useFileSize();
  if (book.type.startsWith('image/') && shows(book.type))
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
        {whyNotShown(t, book.pages, failed)}
      </p>
      <a className={buttonLook(isComing ? 'soft' : 'primary')} href={href} download={saveAs}>
        <Icon of={download} size="s" />
        {t('download', { size: size(book.size) })}
      </a>
    </div>
  );
}

/** What stands in the place of pages. */
function whyNotShown(t: TFunction<'reader'>, pages: Pages | null | undefined, failed: boolean): string {
  if (failed) return t('unreadable');
  if (pages?.state === 'coming') return t('coming');
  return pages?.state === 'none' ? t(`openIn.${pages.program}`) : t('onlyDownload');
}

/** Keeps the page when it has been looked at for a moment, and at the end. */
function useKept({ page, pages }: { page: number; pages: number }, onPlace: (page: number) => void): void {
  const keep = useRef(onPlace);
  keep.current = onPlace;
  /** The page that is shown and not kept yet. */
  const turned = useRef<number | null>(null);
  useEffect(() => {
    if (!pages) return;
    turned.current = page;
    const timer = setTimeout(() => {
      turned.current = null;
      keep.current(page);
    }, placeAfter);
    return () => clearTimeout(timer);
  }, [page, pages]);
  useEffect(
    () => () => {
      if (turned.current !== null) keep.current(turned.current);
    },
    [],
  );
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

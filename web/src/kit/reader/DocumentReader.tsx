import back from 'icon:arrow-left';
import download from 'icon:download-simple';
import share from 'icon:share-network';
import close from 'icon:x';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { useCloseOnBack } from '../../core/back.ts';
import { createLazyComponent } from '../../core/lazy.ts';
import { screenState } from '../../core/screen.ts';
import { readStoredValue, writeStoredValue } from '../../core/storage.ts';
import { IconButton } from '../Button.tsx';
import { useFileSizeFormatter } from '../FileChip.tsx';
import { Icon } from '../Icon.tsx';
import { useFileCopyAddresses } from './copy.ts';
import styles from './DocumentReader.module.css';
import { FindBar } from './FindBar.tsx';
import { PdfPageSkeleton } from './PdfPageSkeleton.tsx';
import type { PdfFault } from './PdfPages.tsx';
import { PlainFileView } from './PlainFileView.tsx';
import type { PdfDocument, PdfSource } from './pdf.ts';
import { DesktopPdfToolbar, type OutlinePanelState, type PdfToolbarProps, PhonePdfToolbar } from './ReaderTools.tsx';
import { ResumeReadingBanner } from './ResumeReadingBanner.tsx';
import type { FileAddresses, ReadableFile } from './readable.ts';
import { useDocumentSearch } from './useDocumentSearch.ts';
import { useShareAddress } from './useShareAddress.ts';

const PdfPages = createLazyComponent(() => import('./PdfPages.tsx'), {
  meanwhile: <PdfPageSkeleton />,
});

const PdfOutline = createLazyComponent(() => import('./PdfOutline.tsx'));

interface Props {
  book: ReadableFile;
  /** The page to begin with; null while it is looked up. */
  start: number | null;
  /** Whether that is where the person stopped, and not a page that was searched. */
  resumes?: boolean;
  /** What was searched: marked, and the first place on the page is shown. */
  words?: readonly string[];
  onPlace: (page: number) => void;
  onClose: () => void;
}

const zooms = [0.6, 0.8, 1, 1.25, 1.6, 2] as const;
/** The step at which a page is as wide as the window. */
const fitted = 2;
const placeAfter = 800;
/** Whether this device shows pages in night colours. */
const nightKey = 'reader/night';
const nothing: readonly string[] = [];

/** Whether pages are shown in night colours, which this device keeps. */
function useNight() {
  const [on, setOn] = useState(() => readStoredValue(nightKey) === '1');
  const onChange = () => {
    writeStoredValue(nightKey, on ? null : '1');
    setOn(!on);
  };
  return { on, onChange };
}

/** The addresses of a file: its copy on this device, or the server's. */
function useAddresses(book: ReadableFile): FileAddresses {
  const local = useFileCopyAddresses(book.copy ?? null, book.type);
  return {
    inline: local?.show ?? `${book.href}&inline=1`,
    href: local?.save ?? book.href,
    saveAs: local ? book.fileName : true,
  };
}

/** A book on the whole screen, inside the portal: PDF, pictures, sound, film, text, web books. */
export default function DocumentReader({ book, start, resumes = false, words = nothing, onPlace, onClose }: Props) {
  const { t } = useTranslation('reader');
  const { mobile } = useAtom(screenState);
  const [fault, setFault] = useState<PdfFault | null>(null);
  const isPdf = ((book.type === 'application/pdf' && !book.webBook) || book.pages?.state === 'ready') && !fault;
  const place = useAddresses(book);
  const source = useSource(book);
  const { tools, body, setAt, setPdf, leave, onKeyDown } = useTools(book, onPlace);
  const { guide, find, night, zoom } = tools;
  const dark = isPdf && night.on;

  return (
    <Base.Root
      open
      onOpenChange={(open, { reason }) => !open && (reason === 'escape-key' ? leave(onClose) : onClose())}
    >
      <Base.Portal>
        {/* At night the frame is as dark as the pages, whatever the portal's own theme. */}
        <Base.Popup
          className={styles.reader}
          data-theme={dark ? 'dark' : undefined}
          onKeyDown={isPdf ? onKeyDown : undefined}
        >
          <Head book={book} place={place} mobile={mobile}>
            {isPdf && !mobile && <DesktopPdfToolbar {...tools} />}
          </Head>
          {isPdf && find.shown && <FindBar find={find} />}
          <div className={styles.middle}>
            {guide.pdf && guide.shown && isPdf && (
              <PdfOutline
                pdf={guide.pdf}
                page={tools.at.page}
                mobile={mobile}
                typing={guide.shown === 'page'}
                onGo={tools.onGo}
                onClose={() => guide.onShow(false)}
              />
            )}
            <section
              ref={body}
              className={styles.body}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
              tabIndex={0}
              aria-label={t('book')}
              data-night={dark || undefined}
            >
              {book.webBook ? (
                <iframe className={styles.web} src={book.webBook} sandbox="allow-scripts" title={book.title} />
              ) : isPdf ? (
                start !== null && (
                  <PdfPages
                    source={source}
                    start={start}
                    words={words}
                    found={find.marked}
                    zoom={zooms[zoom.step] ?? 1}
                    onPage={(page, pages) => setAt({ page, pages })}
                    onOpened={setPdf}
                    onFailed={setFault}
                  />
                )
              ) : (
                <PlainFileView book={book} place={place} fault={fault} words={words} />
              )}
            </section>
            {isPdf && start !== null && resumes && (
              <ResumeReadingBanner start={start} at={tools.at} onGo={tools.onGo} />
            )}
          </div>
          {isPdf && mobile && <PhonePdfToolbar {...tools} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What is done with the pages of a PDF, by buttons and by keys. */
function useTools(book: ReadableFile, onPlace: (page: number) => void) {
  const { mobile } = useAtom(screenState);
  const [at, setAt] = useState({ page: 1, pages: 0 });
  const [step, setStep] = useState(fitted);
  const [pdf, setPdf] = useState<PdfDocument | null>(null);
  const [guided, setGuided] = useState<OutlinePanelState>(false);
  const night = useNight();
  const find = useDocumentSearch(pdf, at.page);
  const share = useShareAddress(book.title);
  const body = useRef<HTMLElement>(null);
  useStoredPlace(at, onPlace);
  useCloseOnBack(guided !== false, () => setGuided(false));
  useCloseOnBack(find.shown, () => find.onShow(false));
  const onStep = (next: number) => setStep(Math.max(0, Math.min(zooms.length - 1, next)));
  const onGo = (page: number) => {
    body.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' });
    // On a phone the list covers the page one asked for.
    if (mobile) setGuided(false);
    body.current?.focus({ preventScroll: true });
  };
  /** The phone has room for one of the two over the page. */
  const onShow = (what: 'guide' | 'find', shown: OutlinePanelState) => {
    if (what === 'guide' || (mobile && shown)) setGuided(what === 'guide' && shown);
    if (what === 'find' || (mobile && shown)) find.onShow(what === 'find' && shown !== false);
    if (!shown) body.current?.focus({ preventScroll: true });
  };
  const tools: PdfToolbarProps = {
    at,
    guide: { pdf, shown: guided, onShow: (shown) => onShow('guide', shown) },
    find: { ...find, onShow: (shown) => onShow('find', shown) },
    night,
    zoom: { step, last: zooms.length - 1, fitted, onStep },
    onGo,
    onShare: share,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.code === 'KeyF' && (event.ctrlKey || event.metaKey) && !find.shown && pdf) {
      event.preventDefault();
      onShow('find', true);
    }
    const isTyped = event.target instanceof HTMLInputElement;
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    const handler = {
      ArrowLeft: () => onGo(Math.max(1, at.page - 1)),
      ArrowRight: () => onGo(Math.min(at.pages, at.page + 1)),
      '+': () => onStep(step + 1),
      '=': () => onStep(step + 1),
      '-': () => onStep(step - 1),
    }[event.key];
    if (!handler) return;
    event.preventDefault();
    handler();
  };
  /** Esc ends what is open over the pages first. */
  const leave = (onClose: () => void) => {
    if (find.shown) onShow('find', false);
    else if (guided) onShow('guide', false);
    else onClose();
  };
  return { tools, body, setAt, setPdf, leave, onKeyDown };
}

interface HeadProps {
  book: ReadableFile;
  place: FileAddresses;
  mobile: boolean;
  children: ReactNode;
}

/** Title and what the file is, what can be done with it, saving and closing. */
function Head({ book, place: { href, saveAs }, mobile, children }: HeadProps) {
  const { t } = useTranslation('reader');
  const size = useFileSizeFormatter();
  const onShare = useShareAddress(book.title);
  const kind = book.webBook ? null : (/\.([^.]{1,5})$/.exec(book.fileName)?.[1]?.toLocaleUpperCase() ?? null);
  const about = kind && book.pages?.state === 'ready' ? t('asPages', { kind }) : kind;
  const leaving = <Base.Close render={<IconButton icon={mobile ? back : close} label={t('close')} />} />;
  return (
    <header className={styles.head}>
      {mobile && leaving}
      <div className={styles.what}>
        <Base.Title className={styles.title} translate="no" title={book.title}>
          {book.title}
        </Base.Title>
        {about && <p translate="no">{about}</p>}
      </div>
      {children}
      {!mobile && <IconButton icon={share} label={t('share')} onClick={onShare} />}
      <a className={styles.save} href={href} download={saveAs} title={t('download', { size: size(book.size) })}>
        <Icon of={download} />
        <span className="hidden-text">{t('download', { size: size(book.size) })}</span>
      </a>
      {!mobile && leaving}
    </header>
  );
}

/** Where the PDF is read: from this device, from the server, or the one that was made of an office file. */
function useSource({ copy, href, size, pages }: ReadableFile): PdfSource {
  const made = pages?.state === 'ready' ? pages : null;
  const url = `${made?.href ?? href}&inline=1`;
  const bytes = made?.size ?? size;
  const local = made ? null : copy;
  return useMemo(() => local ?? { url, size: bytes }, [local, url, bytes]);
}

/** Keeps the page when it has been looked at for a moment, and at the end. */
function useStoredPlace({ page, pages }: { page: number; pages: number }, onPlace: (page: number) => void): void {
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

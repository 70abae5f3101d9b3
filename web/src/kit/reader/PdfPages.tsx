import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './DocumentReader.module.css';
import { findHitRanges } from './find.ts';
import { highlightRanges, highlightWords, scrollToRange } from './marks.ts';
import { PdfPageSkeleton } from './PdfPageSkeleton.tsx';
import { drawTextLayer, openPdf, type PdfDocument, type PdfSource } from './pdf.ts';
import type { HighlightedSearch } from './useDocumentSearch.ts';

/** Each page is an element with two observers: 200,000 of them would hold the browser up for a minute. */
const maxPages = 5_000;

/** Why the pages of a PDF are not shown. */
export type PdfFault = 'unreadable' | 'tooManyPages';

interface Props {
  /** Must stay the same object as long as the file does. */
  source: PdfSource;
  /** The page to begin with. */
  start: number;
  /** What was searched: marked on every page. */
  words: readonly string[];
  /** What is looked up in the open file, in place of those. */
  found: HighlightedSearch;
  /** 1 is the width of the window. */
  zoom: number;
  onPage: (page: number, pages: number) => void;
  /** The file is there: its outline can be asked. */
  onOpened: (pdf: PdfDocument) => void;
  onFailed: (fault: PdfFault) => void;
}

type Callbacks = Pick<Props, 'onPage' | 'onOpened' | 'onFailed'>;

/** Opens a file; null until it is there and can be shown, then with the ratio of the page to begin with. */
function useOpenedPdf(source: PdfSource, start: number, callbacks: RefObject<Callbacks>) {
  const [pdf, setPdf] = useState<PdfDocument | null>(null);
  const [ratio, setRatio] = useState(Math.SQRT2);
  useEffect(() => {
    const opened = openPdf(source);
    let closed = false;
    opened.pdf
      .then(async (document) => {
        if (document.numPages > maxPages) {
          if (!closed) callbacks.current.onFailed('tooManyPages');
          return;
        }
        const page = await document.getPage(Math.min(start, document.numPages));
        const { width, height } = page.getViewport({ scale: 1 });
        if (closed) return;
        setRatio(height / width);
        setPdf(document);
        callbacks.current.onOpened(document);
      })
      .catch(() => closed || callbacks.current.onFailed('unreadable'));
    return () => {
      closed = true;
      opened.close();
    };
  }, [source, start, callbacks]);
  return { pdf, ratio };
}

/** A PDF page by page, one below the other; only pages near the window are drawn. */
export default function PdfPages({ source, start, words, found, zoom, onPage, onOpened, onFailed }: Props) {
  const column = useRef<HTMLDivElement>(null);
  const callbacks = useRef({ onPage, onOpened, onFailed });
  callbacks.current = { onPage, onOpened, onFailed };
  const { pdf, ratio } = useOpenedPdf(source, start, callbacks);

  // The remembered page is where the window begins; afterwards the topmost visible page is the current one.
  useEffect(() => {
    const scroller = column.current?.parentElement;
    if (!pdf || !scroller || !column.current) return;
    const pages = [...column.current.children] as HTMLElement[];
    if (start > 1) pages[start - 1]?.scrollIntoView({ block: 'start' });
    const note = () => {
      const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
      const at = pages.findIndex((page) => page.getBoundingClientRect().bottom > middle);
      callbacks.current.onPage((at < 0 ? pages.length - 1 : at) + 1, pages.length);
    };
    note();
    scroller.addEventListener('scroll', note, { passive: true });
    return () => scroller.removeEventListener('scroll', note);
  }, [pdf, start]);

  // The first place on the page that the search names, once; after that the reader's own scrolling counts.
  const isShown = useRef(false);
  const show = (first: Range) => {
    const scroller = column.current?.parentElement;
    if (isShown.current || !scroller) return;
    isShown.current = true;
    scrollToRange(first, scroller);
  };

  // The page of the place one goes to comes near, is drawn, and shows the place itself.
  const goal = found.current?.page;
  useEffect(() => {
    const page = goal === undefined ? null : column.current?.children[goal - 1];
    const scroller = column.current?.parentElement;
    if (!page || !scroller) return;
    const [own, window] = [page.getBoundingClientRect(), scroller.getBoundingClientRect()];
    if (own.bottom < window.top || own.top > window.bottom) page.scrollIntoView({ block: 'start' });
  }, [goal]);

  if (!pdf) return <PdfPageSkeleton />;
  return (
    <div ref={column} className={styles.pages}>
      {Array.from({ length: pdf.numPages }, (_, place) => place + 1).map((number) => (
        <Sheet
          key={number}
          pdf={pdf}
          number={number}
          ratio={ratio}
          zoom={zoom}
          words={found.text ? '' : words.join(' ')}
          found={found.text}
          nth={found.current?.page === number ? found.current.nth : null}
          onFound={number === start ? show : undefined}
        />
      ))}
    </div>
  );
}

interface SheetProps {
  pdf: PdfDocument;
  number: number;
  ratio: number;
  zoom: number;
  /** What is marked, by blanks. */
  words: string;
  /** What is looked up in the file. */
  found: string;
  /** Which of its places on this page one is at; null on another page. */
  nth: number | null;
  /** The first marked place of the page. */
  onFound: ((first: Range) => void) | undefined;
}

/** How wide an element is, and whether it is near the window. */
function usePlace(place: RefObject<HTMLElement | null>) {
  const [near, setNear] = useState(false);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '300px 0px',
    });
    // Another zoom, a rotated phone: the page and its text layer are drawn again.
    const measure = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    watch.observe(place.current);
    measure.observe(place.current);
    return () => {
      watch.disconnect();
      measure.disconnect();
    };
  }, [place]);
  return { near, width };
}

/** Draws a page with its words over it while it is near; its own ratio, and the width for which the words lie on it. */
function useDrawing({ pdf, number, ratio }: SheetProps, near: boolean, width: number) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(ratio);
  const [laid, setLaid] = useState(0);
  useEffect(() => {
    setLaid(0);
    const surface = canvas.current;
    const layer = words.current;
    if (!near || !surface || !layer || !width) return;
    let stopped = false;
    const running: { cancel: () => void }[] = [];
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (stopped) return;
      const natural = page.getViewport({ scale: 1 });
      setOwn(natural.height / natural.width);
      const dots = Math.min(devicePixelRatio || 1, 2);
      const scale = width / natural.width;
      const viewport = page.getViewport({ scale: scale * dots });
      surface.width = viewport.width;
      surface.height = viewport.height;
      const drawing = page.render({ canvas: surface, viewport });
      running.push(drawing);
      await drawing.promise;
      if (stopped) return;
      layer.replaceChildren();
      layer.style.setProperty('--total-scale-factor', String(scale));
      const text = drawTextLayer(page, layer, scale);
      running.push(text);
      await text.done;
      setLaid(viewport.width);
    };
    // What was cancelled is no failure; a page that cannot be drawn stays white.
    draw().catch(() => undefined);
    return () => {
      stopped = true;
      for (const one of running) one.cancel();
    };
  }, [pdf, number, near, width]);
  return { canvas, words, own, laid };
}

/** One page, drawn while it is near the window. */
function Sheet(props: SheetProps) {
  const { pdf, number, zoom, words: searched, found, nth, onFound } = props;
  const { t } = useTranslation('reader');
  const onFoundRef = useRef(onFound);
  onFoundRef.current = onFound;
  const place = useRef<HTMLDivElement>(null);
  const { near, width } = usePlace(place);
  const { canvas, words, own, laid } = useDrawing(props, near, width);

  useEffect(() => {
    const layer = words.current;
    if (!near || !laid || !layer || !searched) return;
    const { first, undo } = highlightWords(layer, searched.split(' '));
    if (first) onFoundRef.current?.(first);
    return undo;
  }, [words, near, laid, searched]);

  useEffect(() => {
    const layer = words.current;
    if (!near || !laid || !layer || !found) return;
    const ranges = findHitRanges(layer, found);
    const now = nth === null ? undefined : ranges[nth];
    const scroller = place.current?.parentElement?.parentElement;
    if (now && scroller) scrollToRange(now, scroller);
    const undo = [
      highlightRanges(
        'found',
        ranges.filter((one) => one !== now),
      ),
      highlightRanges('found-now', now ? [now] : []),
    ];
    return () => {
      for (const one of undo) one();
    };
  }, [words, near, laid, found, nth]);

  return (
    <div
      ref={place}
      className={styles.sheet}
      data-page={number}
      style={{ '--ratio': own, '--zoom': zoom } as React.CSSProperties}
    >
      {near && (
        <>
          <canvas ref={canvas} role="img" aria-label={t('page', { page: number, pages: pdf.numPages })} />
          <div ref={words} className={styles.textOver} translate="no" />
        </>
      )}
    </div>
  );
}

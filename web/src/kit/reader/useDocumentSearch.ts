import { useEffect, useRef, useState } from 'react';
import { computeHitNumber, findAdjacentHit, findHits, type HitPosition, readPageTextPieces } from './find.ts';
import type { PdfDocument } from './pdf.ts';

/** How long one rests from typing before the pages are looked through, in milliseconds. */
const rest = 200;

/** What is marked on the pages: a text, and which of its places one is at. */
export interface HighlightedSearch {
  readonly text: string;
  readonly current: HitPosition | null;
}

/** The search within an open PDF. */
export interface DocumentSearch {
  readonly shown: boolean;
  readonly text: string;
  readonly marked: HighlightedSearch;
  readonly total: number;
  /** Which of them one is at, from 1; 0 without any. */
  readonly number: number;
  /** Pages are still being looked through. */
  readonly busy: boolean;
  readonly onShow: (shown: boolean) => void;
  readonly onType: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
}

const none = { counts: [] as readonly number[], text: '', busy: false };

/** Looks a text up on all pages of a PDF, from the first to the last, and goes from one place to the next. */
export function useDocumentSearch(pdf: PdfDocument | null, page: number): DocumentSearch {
  const [shown, setShown] = useState(false);
  const [text, setText] = useState('');
  const [found, setFound] = useState(none);
  const [current, setCurrent] = useState<HitPosition | null>(null);
  const texts = useRef(new Map<number, string[]>());
  const from = useRef(page);
  from.current = page;
  const words = shown ? text.trim() : '';

  useEffect(() => {
    setCurrent(null);
    setFound({ ...none, text: words, busy: words !== '' });
    if (!pdf || !words) return;
    let stopped = false;
    const begun = from.current;
    const look = async () => {
      const counts: number[] = [];
      for (let at = 1; at <= pdf.numPages && !stopped; at++) {
        // A page whose text cannot be read has none.
        const pieces = texts.current.get(at) ?? (await readPageTextPieces(pdf, at).catch(() => []));
        texts.current.set(at, pieces);
        counts.push(findHits(pieces, words).length);
        if (stopped) return;
        setFound({ counts: [...counts], text: words, busy: at < pdf.numPages });
        // The first place from the page one reads; before it only when there is none behind.
        if (at >= begun && counts[at - 1]) setCurrent((now) => now ?? { page: at, nth: 0 });
      }
      const first = counts.findIndex(Boolean);
      if (first >= 0 && !stopped) setCurrent((now) => now ?? { page: first + 1, nth: 0 });
    };
    const timer = setTimeout(() => void look(), rest);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [pdf, words]);

  return {
    shown,
    text,
    marked: { text: words, current },
    total: found.counts.reduce((sum, count) => sum + count, 0),
    number: current ? computeHitNumber(found.counts, current) : 0,
    busy: found.busy,
    onShow: setShown,
    onType: setText,
    onStep: (by) => current && setCurrent(findAdjacentHit(found.counts, current, by)),
  };
}

import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import styles from './DocumentReader.module.css';
import { type Chapter, readChapters } from './outline.ts';
import type { PdfDocument } from './pdf.ts';

interface Props {
  pdf: PdfDocument;
  page: number;
  /** Whether it is a sheet over the pages (phone) instead of a column beside them. */
  mobile: boolean;
  /** Whether the field for the page's number has the focus at once. */
  typing: boolean;
  onGo: (page: number) => void;
  onClose: () => void;
}

/** The way through a PDF: a page by its number, a chapter by its name. */
export default function PdfOutline({ pdf, page, mobile, typing, onGo, onClose }: Props) {
  const { t } = useTranslation('reader');
  const field = useId();
  const number = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (typing) number.current?.focus();
  }, [typing]);
  const [typed, setTyped] = useState(String(page));
  const [chapters, setChapters] = useState<readonly Chapter[] | null>(null);
  useEffect(() => {
    let closed = false;
    readChapters(pdf)
      .catch(() => [])
      .then((found) => closed || setChapters(found));
    return () => {
      closed = true;
    };
  }, [pdf]);
  const go = () => {
    const wanted = Math.round(Number(typed));
    // A number past the end means the end: who types 999 does not want to be corrected.
    if (wanted > 0) onGo(Math.min(wanted, pdf.numPages));
  };
  // The part one reads is the last that begins on this page or before it.
  const here = chapters?.findLast((chapter) => chapter.page <= page);
  return (
    <>
      {mobile && (
        <button type="button" className={styles.scrim} tabIndex={-1} aria-label={t('guideEnd')} onClick={onClose} />
      )}
      <nav className={styles.guide} aria-labelledby={`${field}-name`}>
        <h2 id={`${field}-name`}>{t('contents')}</h2>
        <form
          className={styles.jump}
          onSubmit={(event) => {
            event.preventDefault();
            go();
          }}
        >
          <label htmlFor={field}>{t('toPage')}</label>
          <input
            ref={number}
            id={field}
            className={styles.number}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          />
          <Button type="submit" look="soft">
            {t('go')}
          </Button>
        </form>
        {chapters && !chapters.length && <p className={styles.why}>{t('noOutline')}</p>}
        {chapters && chapters.length > 0 && (
          <ol className={styles.chapters}>
            {chapters.map((chapter) => (
              <li key={chapter.key} style={{ '--depth': chapter.depth } as React.CSSProperties}>
                <button
                  type="button"
                  className={styles.chapter}
                  aria-current={chapter === here ? 'location' : undefined}
                  onClick={() => onGo(chapter.page)}
                >
                  <span translate="no">{chapter.title}</span>
                  <span>{chapter.page}</span>
                </button>
              </li>
            ))}
          </ol>
        )}
      </nav>
    </>
  );
}

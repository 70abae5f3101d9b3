import width from 'icon:arrows-horizontal';
import list from 'icon:list-bullets';
import magnifier from 'icon:magnifying-glass';
import minus from 'icon:minus';
import moon from 'icon:moon';
import plus from 'icon:plus';
import share from 'icon:share-network';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { Icon, type IconDrawing } from '../Icon.tsx';
import type { PdfDocument } from './pdf.ts';
import styles from './ReaderTools.module.css';
import type { DocumentSearch } from './useDocumentSearch.ts';

/** Contents and page numbers; `page` where a number is to be typed at once. */
export type OutlinePanelState = boolean | 'page';

/** What only pages have: where one is, contents, search, night colours, size, and handing the address on. */
export interface PdfToolbarProps {
  at: { page: number; pages: number };
  /** Contents and page numbers; no PDF before the file is open. */
  guide: { pdf: PdfDocument | null; shown: OutlinePanelState; onShow: (shown: OutlinePanelState) => void };
  find: DocumentSearch;
  night: { on: boolean; onChange: () => void };
  zoom: { step: number; last: number; fitted: number; onStep: (step: number) => void };
  onGo: (page: number) => void;
  onShare: () => void;
}

/** The tools of a desktop, in the head. */
export function DesktopPdfToolbar({ at, guide, find, night, zoom }: PdfToolbarProps) {
  const { t } = useTranslation('reader');
  const unready = !guide.pdf;
  return (
    <>
      {at.pages > 0 && (
        <span className={styles.place} aria-live="polite">
          {t('place', at)}
        </span>
      )}
      <IconButton
        icon={list}
        label={t('contents')}
        disabled={unready}
        aria-expanded={guide.shown !== false}
        onClick={() => guide.onShow(!guide.shown)}
      />
      <IconButton
        icon={magnifier}
        label={t('find')}
        disabled={unready}
        aria-expanded={find.shown}
        onClick={() => find.onShow(!find.shown)}
      />
      <IconButton icon={moon} label={t('night')} aria-pressed={night.on} onClick={night.onChange} />
      <IconButton
        icon={minus}
        label={t('smaller')}
        disabled={zoom.step === 0}
        onClick={() => zoom.onStep(zoom.step - 1)}
      />
      <IconButton
        icon={plus}
        label={t('larger')}
        disabled={zoom.step === zoom.last}
        onClick={() => zoom.onStep(zoom.step + 1)}
      />
    </>
  );
}

/** The tools of a phone, under the thumb, and over them the number of the page, which leads to another one. */
export function PhonePdfToolbar({ at, guide, find, night, zoom, onShare }: PdfToolbarProps) {
  const { t } = useTranslation('reader');
  const unready = !guide.pdf;
  const fits = zoom.step === zoom.fitted;
  return (
    <div className={styles.bottom}>
      {at.pages > 0 && !guide.shown && (
        <button type="button" className={styles.pill} title={t('toPage')} onClick={() => guide.onShow('page')}>
          {t('place', at)}
        </button>
      )}
      <div className={styles.bar} role="toolbar" aria-label={t('tools')}>
        <Tool
          icon={list}
          name={t('contents')}
          disabled={unready}
          aria-expanded={guide.shown !== false}
          onClick={() => guide.onShow(!guide.shown)}
        />
        <Tool
          icon={magnifier}
          name={t('find')}
          disabled={unready}
          aria-expanded={find.shown}
          onClick={() => find.onShow(!find.shown)}
        />
        {/* Pressed again the page becomes larger than the screen. */}
        <Tool
          icon={width}
          name={t('fit')}
          aria-pressed={fits}
          onClick={() => zoom.onStep(fits ? zoom.last - 1 : zoom.fitted)}
        />
        <Tool icon={moon} name={t('night')} aria-pressed={night.on} data-lit={night.on} onClick={night.onChange} />
        <Tool icon={share} name={t('share')} onClick={onShare} />
      </div>
    </div>
  );
}

/** An icon with its word under it. */
function Tool({
  icon,
  name,
  ...rest
}: { icon: IconDrawing; name: string; 'data-lit'?: boolean } & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest}>
      <Icon of={icon} />
      <span>{name}</span>
    </button>
  );
}

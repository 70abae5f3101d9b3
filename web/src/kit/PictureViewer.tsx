import answer from 'icon:arrow-bend-up-left';
import left from 'icon:caret-left-bold';
import right from 'icon:caret-right-bold';
import download from 'icon:download-simple';
import minus from 'icon:minus';
import plus from 'icon:plus';
import close from 'icon:x';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCloseOnBack } from '../core/back.ts';
import type { TimestampOrDay } from '../core/time.ts';
import { IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './PictureViewer.module.css';
import { Time } from './Time.tsx';
import { usePinchAndSwipe } from './usePinchAndSwipe.ts';

/** A picture that can be looked at: its name, where it is shown from, small too, and where it is saved from. */
export interface ViewablePicture {
  readonly id: number;
  readonly name: string;
  readonly src: string;
  readonly small: string;
  readonly href: string;
  /** Who has shown it, when, and what was said with it. */
  readonly by: string;
  readonly at: TimestampOrDay;
  readonly caption: string;
}

interface Props {
  all: readonly ViewablePicture[];
  /** The picture to begin with. */
  start: number;
  /** Answers what a picture belongs to; absent where nothing may be written. */
  onAnswer?: ((picture: ViewablePicture) => void) | undefined;
  onClose: () => void;
}

/** As large as a picture gets, and by how much a button changes that. */
const largest = 4;
const step = 1.5;

/** Which picture is shown and how large, and what fingers and keys do to both. */
function useViewer({ all, start, onClose }: Pick<Props, 'all' | 'start' | 'onClose'>) {
  const [shown, setShown] = useState(start);
  const [zoom, setZoom] = useState(1);
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === shown),
  );
  const show = (next: ViewablePicture | undefined) => {
    if (next) setShown(next.id);
    setZoom(1);
  };
  const go = (by: number) => show(all[at + by]);
  const size = (next: number) => setZoom(Math.min(largest, Math.max(1, next)));
  const fingers = usePinchAndSwipe({ zoom, onZoom: size, onGo: go, onClose });
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(1);
    if (key === 'ArrowLeft') go(-1);
    if (key === '+' || key === '=') size(zoom * step);
    if (key === '-') size(zoom / step);
  };
  return { at, picture: all[at], zoom, size, show, go, fingers, onKey };
}

type Viewer = ReturnType<typeof useViewer>;

/**
 * Pictures on the whole screen, one after the other: arrow keys, a swipe; larger and smaller by buttons, keys, two
 * fingers or two taps; Esc or a finger that moves down closes.
 */
export default function PictureViewer({ all, start, onAnswer, onClose }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer({ all, start, onClose });
  const { at, picture, show, go } = viewer;
  // Who answers goes on in the line to write in, not where the viewer was opened.
  const isAnswering = useRef(false);
  useCloseOnBack(true, onClose);
  if (!picture) return null;
  const answerTo = () => {
    isAnswering.current = true;
    onAnswer?.(picture);
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup
          finalFocus={() => !isAnswering.current}
          className={styles.viewer}
          style={{ '--away': viewer.fingers.away } as React.CSSProperties}
          onKeyDown={viewer.onKey}
        >
          <Head picture={picture} place={t('pictures.place', { at: at + 1, all: all.length })}>
            <ZoomButtons viewer={viewer} />
          </Head>
          <Ground picture={picture} viewer={viewer} />
          {at > 0 && (
            <IconButton className={styles.left} icon={left} label={t('pictures.previous')} onClick={() => go(-1)} />
          )}
          {at < all.length - 1 && (
            <IconButton className={styles.right} icon={right} label={t('pictures.next')} onClick={() => go(1)} />
          )}
          {picture.caption && (
            <p className={styles.caption} translate="no">
              {picture.caption}
            </p>
          )}
          {all.length > 1 && <Row all={all} shown={picture.id} onShow={show} />}
          <footer className={styles.foot}>
            {onAnswer && (
              <button type="button" onClick={answerTo}>
                <Icon of={answer} />
                {t('pictures.answer')}
              </button>
            )}
            <a href={picture.href} download title={t('fileDownload', { name: picture.name })}>
              <Icon of={download} />
              {t('pictures.save')}
            </a>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Smaller and larger. */
function ZoomButtons({ viewer: { zoom, size } }: { viewer: Viewer }) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton icon={minus} label={t('pictures.smaller')} disabled={zoom === 1} onClick={() => size(zoom / step)} />
      <IconButton
        icon={plus}
        label={t('pictures.larger')}
        disabled={zoom === largest}
        onClick={() => size(zoom * step)}
      />
    </>
  );
}

/** The picture itself, on which fingers work. */
function Ground({ picture, viewer: { zoom, size, fingers } }: { picture: ViewablePicture; viewer: Viewer }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and buttons do what fingers do
    <div
      className={classNames(styles.ground, zoom === 1 && styles.fitted)}
      {...fingers.on}
      onDoubleClick={() => size(zoom > 1 ? 1 : step * step)}
    >
      <img
        key={picture.id}
        src={picture.src}
        alt={picture.name}
        draggable={false}
        style={{ '--zoom': zoom, '--down': `${fingers.down}px` } as React.CSSProperties}
      />
    </div>
  );
}

/** Whose picture it is and when it came; its name is the window's. */
function Head({ picture, place, children }: { picture: ViewablePicture; place: string; children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <header className={styles.head}>
      <Base.Close render={<IconButton icon={close} label={t('close')} />} />
      <div className={styles.title}>
        <Base.Title className="hidden-text">{picture.name}</Base.Title>
        <b translate="no">{picture.by}</b>
        <small>
          <Time at={picture.at} form="exact" />
          <span aria-live="polite"> · {place}</span>
        </small>
      </div>
      {children}
    </header>
  );
}

interface RowProps {
  all: readonly ViewablePicture[];
  shown: number;
  onShow: (picture: ViewablePicture) => void;
}

/** All pictures small, the one that is shown outlined. */
function Row({ all, shown, onShow }: RowProps) {
  return (
    <div className={styles.row}>
      {all.map((one) => (
        <button
          key={one.id}
          ref={one.id === shown ? (button) => button?.scrollIntoView({ inline: 'center', block: 'nearest' }) : null}
          type="button"
          aria-label={one.name}
          aria-current={one.id === shown || undefined}
          onClick={() => onShow(one)}
        >
          <img src={one.small} alt="" loading="lazy" draggable={false} />
        </button>
      ))}
    </div>
  );
}

import left from 'icon:caret-left-bold';
import right from 'icon:caret-right-bold';
import download from 'icon:download-simple';
import minus from 'icon:minus';
import plus from 'icon:plus';
import close from 'icon:x';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../core/back.ts';
import { IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Pictures.module.css';

/** A picture that can be looked at: its name, where it is shown from, and where it is saved from. */
export interface Picture {
  readonly id: number;
  readonly name: string;
  readonly src: string;
  readonly href: string;
}

interface Props {
  all: readonly Picture[];
  /** The picture to begin with. */
  start: number;
  onClose: () => void;
}

const zooms = [1, 1.5, 2, 3, 4] as const;
/** Pixels that a finger moves for the next picture, or down to close. */
const far = 60;

/** Pictures on the whole screen, one after the other: arrow keys, a swipe, larger and smaller; Esc or a swipe down closes. */
export default function Pictures({ all, start, onClose }: Props) {
  const { t } = useTranslation();
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      all.findIndex(({ id }) => id === start),
    ),
  );
  const [zoom, setZoom] = useState(0);
  const began = useRef<{ x: number; y: number } | null>(null);
  useBackCloses(true, onClose);
  const go = (step: number) => {
    setAt((now) => Math.min(all.length - 1, Math.max(0, now + step)));
    setZoom(0);
  };
  const size = (step: number) => setZoom((now) => Math.min(zooms.length - 1, Math.max(0, now + step)));
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(1);
    if (key === 'ArrowLeft') go(-1);
    if (key === '+' || key === '=') size(1);
    if (key === '-') size(-1);
  };
  const onUp = ({ clientX, clientY }: PointerEvent) => {
    const from = began.current;
    began.current = null;
    // A large picture is moved about with the finger.
    if (!from || zoom) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    if (Math.abs(x) > far && Math.abs(x) > Math.abs(y)) go(x < 0 ? 1 : -1);
    else if (y > far) onClose();
  };
  const picture = all[at];
  if (!picture) return null;
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup className={styles.viewer} onKeyDown={onKey}>
          <header className={styles.head}>
            <Base.Close render={<IconButton icon={close} label={t('close')} />} />
            <Base.Title className={styles.title} translate="no">
              {picture.name}
            </Base.Title>
            <span aria-live="polite">{t('pictures.place', { at: at + 1, all: all.length })}</span>
            <IconButton icon={minus} label={t('pictures.smaller')} disabled={!zoom} onClick={() => size(-1)} />
            <IconButton
              icon={plus}
              label={t('pictures.larger')}
              disabled={zoom === zooms.length - 1}
              onClick={() => size(1)}
            />
            <a className={styles.save} href={picture.href} download title={t('fileDownload', { name: picture.name })}>
              <Icon of={download} />
              <span className="hidden-text">{t('fileDownload', { name: picture.name })}</span>
            </a>
          </header>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and buttons do what a finger does */}
          <div
            className={styles.ground}
            onPointerDown={({ clientX: x, clientY: y }) => {
              began.current = { x, y };
            }}
            onPointerUp={onUp}
            onDoubleClick={() => setZoom(zoom ? 0 : 2)}
          >
            <img
              key={picture.id}
              src={picture.src}
              alt={picture.name}
              draggable={false}
              style={{ '--zoom': zooms[zoom] } as React.CSSProperties}
            />
          </div>
          {at > 0 && (
            <IconButton className={styles.left} icon={left} label={t('pictures.previous')} onClick={() => go(-1)} />
          )}
          {at < all.length - 1 && (
            <IconButton className={styles.right} icon={right} label={t('pictures.next')} onClick={() => go(1)} />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

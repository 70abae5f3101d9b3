import camera from 'icon:camera';
import { maxPictureMegapixels, photoSidePixels } from '@bilim/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { PictureField, PictureInput } from '../../kit/upload/PictureField.tsx';
import styles from './Devices.module.css';
import { useMayChangePhoto, useSavePhoto } from './profile.data.ts';

/** On the person's picture: chooses a new one; nothing where the university keeps its own photos. */
export function PhotoButton() {
  const { t } = useTranslation('profile');
  const may = useMayChangePhoto();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [broken, setBroken] = useState(false);
  if (!may) return null;

  async function choose(file: File | null) {
    if (!file) return;
    const read = await createImageBitmap(file).catch(() => null);
    setBroken(read === null);
    setPicture(read);
  }
  return (
    <PictureInput onChoose={(file) => void choose(file)}>
      {(open) => (
        <>
          <IconButton className={styles.camera} icon={camera} size="s" label={t('photo.change')} onClick={open} />
          <Dialog
            open={picture !== null || broken}
            title={t('photo.title')}
            onClose={() => {
              setPicture(null);
              setBroken(false);
            }}
          >
            {picture && <Crop picture={picture} onDone={() => setPicture(null)} />}
            <PictureField
              label={t('photo.choose')}
              error={broken ? t('refusals.notPicture', { millions: maxPictureMegapixels }) : undefined}
              onChoose={(file) => void choose(file)}
            />
          </Dialog>
        </>
      )}
    </PictureInput>
  );
}

const largestZoom = 4;

/** Cuts a square out of the picture: zoom and place by sliders, which thumbs and keys move alike. */
function Crop({ picture, onDone }: { picture: ImageBitmap; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const failureText = useFailureText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [zoom, setZoom] = useState(1);
  const [left, setLeft] = useState(0.5);
  const [top, setTop] = useState(0.5);
  const save = useSavePhoto();
  useEffect(() => {
    const side = Math.min(picture.width, picture.height) / zoom;
    const draw = canvas.current?.getContext('2d');
    draw?.drawImage(
      picture,
      (picture.width - side) * left,
      (picture.height - side) * top,
      side,
      side,
      0,
      0,
      photoSidePixels,
      photoSidePixels,
    );
  }, [picture, zoom, left, top]);
  function send() {
    canvas.current?.toBlob(
      (blob) => {
        if (!blob) return;
        save.mutate(new File([blob], 'photo.jpg', { type: 'image/jpeg' }), {
          onSuccess: () => {
            showToast(t('photo.saved'));
            onDone();
          },
        });
      },
      'image/jpeg',
      0.9,
    );
  }
  const sliders = [
    { name: t('photo.zoom'), value: zoom, set: setZoom, min: 1, max: largestZoom },
    { name: t('photo.left'), value: left, set: setLeft, min: 0, max: 1 },
    { name: t('photo.top'), value: top, set: setTop, min: 0, max: 1 },
  ];
  return (
    <div className={styles.crop}>
      <canvas ref={canvas} width={photoSidePixels} height={photoSidePixels} />
      <p>{t('photo.hint')}</p>
      {sliders.map(({ name, value, set, min, max }) => (
        <label key={name}>
          {name}
          <input
            type="range"
            min={min}
            max={max}
            step={0.01}
            value={value}
            onChange={(event) => set(Number(event.target.value))}
          />
        </label>
      ))}
      {save.error && <InlineAlert tone="bad">{failureText(save.error)}</InlineAlert>}
      <Button look="primary" wide busy={save.isPending && t('photo.saving')} onClick={send}>
        {t('photo.save')}
      </Button>
    </div>
  );
}

import camera from 'icon:camera';
import { processedPictureTypes } from '@bilim/contract/picture-types.ts';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { Button } from '../Button.tsx';
import { Field } from '../Field.tsx';
import { ChosenFileList } from './ChosenFileList.tsx';
import { FileInput } from './FileInput.tsx';

/** The browser's choice of one picture that the portal can work on, behind a button of one's own. */
export function PictureInput({
  onChoose,
  ...rest
}: Pick<ComponentProps<typeof FileInput>, 'label' | 'children'> & { onChoose: (picture: File) => void }) {
  return <FileInput {...rest} accept={processedPictureTypes.join()} onChoose={([file]) => file && onChoose(file)} />;
}

interface Props {
  label: string;
  /** What is wrong with it, in a sentence. */
  error?: string | undefined;
  /** The picture that was chosen; null: none. Left out where the form shows it by itself. */
  picture?: File | null;
  /** A picture, or null when it is taken out again. */
  onChoose: (picture: File | null) => void;
}

/** A field for one picture, which is shown before it is sent. */
export function PictureField({ label, error, picture = null, onChoose }: Props) {
  const { t } = useTranslation();
  const { config } = useAtom(session);
  const limits = { limitMb: config?.fileLimitMb ?? 50, most: 1 };
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div>
          <PictureInput label={t('files.choosePicture')} onChoose={onChoose}>
            {(open) => (
              <Button {...control} icon={camera} onClick={open}>
                {t('files.choosePicture')}
              </Button>
            )}
          </PictureInput>
          <ChosenFileList
            chosen={picture ? [{ id: 'picture', file: picture }] : []}
            rule={limits}
            onRemove={() => onChoose(null)}
          />
        </div>
      )}
    </Field>
  );
}

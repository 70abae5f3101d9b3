import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../core/randomUuid.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { FileIcon } from '../../kit/FileChip.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import wording from '../../kit/file-label.module.css';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { shortName } from '../../kit/person.ts';
import { LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import drawer from '../../kit/upload/UploadForm.module.css';
import type { MaterialSetKey } from '../../materials/materials.data.ts';
import styles from './Umk.module.css';
import { useCopyMaterials, useMaterialSetOptions, useReusableMaterials } from './umk.data.ts';

/** Takes materials of the same discipline from other semesters, years and colleagues over, as references. */
export function CopyMaterials({ set, year, onClose }: { set: MaterialSetKey; year: number; onClose: () => void }) {
  const { t } = useTranslation(['umk', 'reader']);
  const failureText = useFailureText();
  const earlier = useReusableMaterials(set, true);
  const choices = useMaterialSetOptions(set, year);
  const copy = useCopyMaterials();
  const [key] = useState(randomUuid);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const list = earlier.data ?? [];
  const taken = list.filter((one) => !left.has(one.id_books));
  const examination = choices?.examinations[0];
  const speciality = choices?.specialities[0];

  const take = () => {
    if (!examination || !speciality || !taken.length) return;
    copy.mutate(
      {
        key,
        input: {
          ...set,
          id_examination: examination.id_examination,
          id_speciality: speciality.id_speciality,
          id_books: taken.slice(0, 200).map((one) => one.id_books),
        },
      },
      {
        onSuccess: ([reply]) => {
          const n = reply?.copied ?? 0;
          showToast(t('taken', { count: n }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open title={t('takeOver')} drawer="right" onClose={onClose}>
      <div className={drawer.form}>
        <p className={drawer.help}>{t('takeOverMeaning')}</p>
        {earlier.isError && (
          <LoadFailure small title={t('failed')} failure={earlier.error} onRetry={() => void earlier.refetch()} />
        )}
        {earlier.data?.length === 0 && <p>{t('nothingEarlier')}</p>}
        <ul className={styles.picks}>
          {list.map((one) => (
            <li key={one.id_books}>
              <Checkbox
                checked={!left.has(one.id_books)}
                onChange={() => {
                  const next = new Set(left);
                  if (!next.delete(one.id_books)) next.add(one.id_books);
                  setLeft(next);
                }}
              >
                <FileIcon name={one.isHTMLBook ? 'book.html' : one.fileName} />
                <span className={wording.row}>
                  <b translate="no">{one.bookName}</b>
                  <small translate="no">
                    {[one.umkName, shortName(one.t_fio), one.apart].filter(Boolean).join(' · ')}
                  </small>
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
        {copy.error && <InlineAlert tone="bad">{failureText(copy.error)}</InlineAlert>}
        <div className={drawer.foot}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            look="primary"
            disabled={!taken.length || !examination || !speciality}
            busy={copy.isPending && t('reader:handIn.saving')}
            onClick={take}
          >
            {t('take', { n: taken.length })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

import { bookLimits } from '@bilim/contract/book-limits.ts';
import { useTranslation } from 'react-i18next';
import wording from '../../kit/file-label.module.css';
import { Select } from '../../kit/Select.tsx';
import { Switch } from '../../kit/Switch.tsx';
import drawer from '../../kit/upload/UploadForm.module.css';
import { LibraryBookFields, UploadForm } from '../../kit/upload/UploadForm.tsx';
import { type Material, type MaterialSetKey, useMaterialKinds } from '../../materials/materials.data.ts';
import { useShelves } from './umk.data.ts';
import { isWebBookFile, resolveNewFileKind, useMaterialForm } from './useMaterialForm.ts';

interface Props {
  set: MaterialSetKey;
  year: number;
  discipline: string;
  /** Null: new ones. */
  material: Material | null;
  type: number | null;
  /** Why no file may be handed in; null when one may. */
  closed: string | null;
  onClose: () => void;
}

/** Adds materials, several files at once, or changes one: all fields, the file with its progress. */
export function MaterialDrawer({ set, year, discipline, material, type, closed, onClose }: Props) {
  const { t } = useTranslation('umk');
  const entry = useMaterialForm({ set, year, material, type, onClose });
  const { upload } = entry;
  const { form, change, files } = upload;
  const shelves = useShelves(form.inLibrary);
  const types = useMaterialKinds();
  return (
    <UploadForm
      title={t(material ? 'editTitle' : 'newTitle')}
      fileName={material?.fileName ?? null}
      closed={closed}
      upload={upload}
      each={(file) => (
        <Select
          label={t('typeOf', { name: file.name })}
          choices={(types.data ?? []).map((one) => ({ id: one.id_typeUmk, name: one.umkName }))}
          value={resolveNewFileKind(form, file)}
          error={resolveNewFileKind(form, file) === null ? upload.faults.id_typeUmk : undefined}
          onChoose={(id) => change({ kinds: new Map([...form.kinds, [file, id]]) })}
        />
      )}
    >
      <SetFields entry={entry} about={`${discipline} · ${t('common:panel.credits', { credits: set.kredits })}`} />
      {(material?.isHTMLBook || !files.length || files.some(({ file }) => isWebBookFile(file))) && (
        <Switch checked={form.web} onChange={(web) => change({ web })}>
          <span className={wording.row}>
            <b>{t('webBook')}</b>
            <small>{t('webBookMeaning')}</small>
          </span>
        </Switch>
      )}
      <Switch checked={form.inLibrary} onChange={(inLibrary) => change({ inLibrary })}>
        <span className={wording.row}>
          <b>{t('showInLibrary')}</b>
          <small>{t('showInLibraryMeaning')}</small>
        </span>
      </Switch>
      {form.inLibrary && (
        <LibraryBookFields
          upload={upload}
          shelves={(shelves.data ?? []).map((one) => ({ id: one.id_bookCategory, name: one.name }))}
          authorLimit={bookLimits.author}
        />
      )}
    </UploadForm>
  );
}

/** What kind of material it is, and for whom. */
function SetFields({ entry, about }: { entry: ReturnType<typeof useMaterialForm>; about: string }) {
  const { t } = useTranslation('umk');
  const { choices, speciality, examination } = entry;
  const { form, change, faults } = entry.upload;
  const types = useMaterialKinds();
  const kinds = [0, 1, 2].map((id) => ({ id, name: t(`kind.${id}`) }));
  return (
    <>
      {entry.upload.files.length < 2 && (
        <Select
          label={t('type')}
          choices={(types.data ?? []).map((one) => ({ id: one.id_typeUmk, name: one.umkName }))}
          value={form.type}
          error={faults.id_typeUmk}
          onChoose={(id) => change({ type: id })}
        />
      )}
      <p className={drawer.help} translate="no">
        {about}
      </p>
      <Select
        label={t('speciality')}
        choices={(choices?.specialities ?? []).map((one) => ({ id: one.id_speciality, name: one['p25-2'] }))}
        value={speciality}
        error={faults.id_speciality}
        onChoose={(id) => change({ speciality: id })}
      />
      <Select
        label={t('examination')}
        choices={(choices?.examinations ?? []).map((one) => ({ id: one.id_examination, name: one.p30 }))}
        value={examination}
        error={faults.id_examination}
        onChoose={(id) => change({ examination: id })}
      />
      <Select
        label={t('students')}
        choices={kinds}
        value={form.studentKind}
        onChoose={(id) => change({ studentKind: id ?? 0 })}
      />
    </>
  );
}

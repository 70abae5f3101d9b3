import { bookLimits } from '@bilim/contract/book-limits.ts';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { session } from '../../core/session.ts';
import { extension } from '../../kit/file.ts';
import drawer from '../../kit/HandIn.module.css';
import { HandIn, LibraryFields, type LibraryForm } from '../../kit/HandIn.tsx';
import { useHandIn } from '../../kit/handIn.ts';
import { Select } from '../../kit/Select.tsx';
import { Switch } from '../../kit/Switch.tsx';
import wording from '../../kit/Words.module.css';
import { type Material, type SetKey, useSave, useSetChoices, useShelves, useTypes } from './umk.data.ts';

interface Form extends LibraryForm {
  readonly type: number | null;
  readonly speciality: number | null;
  readonly examination: number | null;
  readonly studentKind: number;
  readonly web: boolean;
  readonly inLibrary: boolean;
}

interface Props {
  set: SetKey;
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
  const { t: common } = useTranslation('reader');
  const { user } = useCell(session);
  const save = useSave();
  const types = useTypes();
  const choices = useSetChoices(set, year);
  const onlySpeciality = choices?.specialities.length === 1 ? (choices.specialities[0]?.id_speciality ?? null) : null;
  const specialityOf = (form: Form) => form.speciality ?? onlySpeciality;
  const examinationOf = (form: Form) => form.examination ?? choices?.examinations[0]?.id_examination ?? null;

  const handing = useHandIn<Form>({
    initial: {
      name: material?.bookName ?? '',
      type: material?.id_typeUmk ?? type,
      speciality: material?.id_speciality ?? null,
      examination: material?.id_examination ?? null,
      studentKind: material?.id_forStudentKind ?? 0,
      web: material?.isHTMLBook ?? false,
      inLibrary: material?.isForEBooks ?? false,
      author: material?.author || (user?.fullName ?? ''),
      description: material?.description ?? '',
      pages: material?.totalPages ? String(material.totalPages) : '',
      category: material?.id_bookCategory ?? null,
    },
    changing: material !== null,
    nameLimit: bookLimits.name,
    faultsOf: (form) => ({
      ...(form.type === null && { id_typeUmk: t('choose.type') }),
      ...(specialityOf(form) === null && { id_speciality: t('choose.speciality') }),
      ...(examinationOf(form) === null && { id_examination: t('choose.examination') }),
      ...(form.inLibrary && !form.author.trim() && { author: common('handIn.fill') }),
      ...(form.inLibrary && form.category === null && { id_bookCategory: common('handIn.chooseCategory') }),
    }),
    send: (form, files, options) =>
      save.mutateAsync({
        ...options,
        files,
        input: {
          ...set,
          id_books: material?.id_books ?? -1,
          bookName: form.name.trim(),
          id_typeUmk: form.type ?? 0,
          id_speciality: specialityOf(form) ?? 0,
          id_examination: examinationOf(form) ?? 0,
          id_forStudentKind: form.studentKind,
          isHTMLBook: form.web && files.every(mayBeWebBook),
          isForEBooks: form.inLibrary,
          isSharedBookFromEBooks: material?.isSharedBookFromEBooks ?? false,
          id_booksShare: material?.id_booksShare ?? -1,
          author: form.author,
          description: form.description,
          totalPages: form.pages ? Number(form.pages) : undefined,
          id_bookCategory: form.category ?? -1,
        },
      }),
    onClose,
  });
  const { form, change, faults, files } = handing;
  const shelves = useShelves(form.inLibrary);
  // One page of HTML is a web book, unless somebody says that it is a file like others.
  const chooseFiles = (chosen: readonly File[]) => {
    handing.choose(chosen);
    if (chosen.some((file) => ['html', 'htm'].includes(extension(file.name)))) change({ web: true });
  };
  const kinds = [0, 1, 2].map((id) => ({ id, name: t(`kind.${id}`) }));
  return (
    <HandIn
      title={t(material ? 'editTitle' : 'newTitle')}
      fileName={material?.fileName ?? null}
      closed={closed}
      handing={{ ...handing, choose: chooseFiles }}
    >
      <Select
        label={t('type')}
        choices={(types.data ?? []).map((one) => ({ id: one.id_typeUmk, name: one.umkName }))}
        value={form.type}
        error={faults.id_typeUmk}
        onChoose={(id) => change({ type: id })}
      />
      <p className={drawer.help} translate="no">
        {`${discipline} · ${t('common:panel.credits', { credits: set.kredits })}`}
      </p>
      <Select
        label={t('speciality')}
        choices={(choices?.specialities ?? []).map((one) => ({ id: one.id_speciality, name: one['p25-2'] }))}
        value={specialityOf(form)}
        error={faults.id_speciality}
        onChoose={(id) => change({ speciality: id })}
      />
      <Select
        label={t('examination')}
        choices={(choices?.examinations ?? []).map((one) => ({ id: one.id_examination, name: one.p30 }))}
        value={examinationOf(form)}
        error={faults.id_examination}
        onChoose={(id) => change({ examination: id })}
      />
      <Select
        label={t('students')}
        choices={kinds}
        value={form.studentKind}
        onChoose={(id) => change({ studentKind: id ?? 0 })}
      />
      {(material?.isHTMLBook || !files.length || files.some(({ file }) => mayBeWebBook(file))) && (
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
        <LibraryFields
          handing={handing}
          shelves={(shelves.data ?? []).map((one) => ({ id: one.id_bookCategory, name: one.name }))}
          authorLimit={bookLimits.author}
        />
      )}
    </HandIn>
  );
}

/** Of several files at once only these become web books. */
const mayBeWebBook = (file: File) => ['html', 'htm', 'zip'].includes(extension(file.name));

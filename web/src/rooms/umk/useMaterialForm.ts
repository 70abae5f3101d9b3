import { bookLimits } from '@bilim/contract/book-limits.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { fileExtension } from '../../kit/file.ts';
import type { LibraryBookFormValues } from '../../kit/upload/UploadForm.tsx';
import { useUploadForm } from '../../kit/upload/useUploadForm.ts';
import { type Material, type MaterialSetKey, useMaterialKinds } from '../../materials/materials.data.ts';
import { guessMaterialKind } from './kinds.ts';
import { useMaterialSetOptions, useSaveMaterial } from './umk.data.ts';

interface Form extends LibraryBookFormValues {
  readonly type: number | null;
  /** The kind of each of several new files; null: not known. */
  readonly kinds: ReadonlyMap<File, number | null>;
  readonly speciality: number | null;
  readonly examination: number | null;
  readonly studentKind: number;
  readonly web: boolean;
  readonly inLibrary: boolean;
}

interface MaterialFormOptions {
  set: MaterialSetKey;
  year: number;
  /** Null: new ones. */
  material: Material | null;
  type: number | null;
  onClose: () => void;
}

/** Hands materials into a set or changes one: the form, what may be chosen in it, and sending it. */
export function useMaterialForm({ set, year, material, type, onClose }: MaterialFormOptions) {
  const { user } = useAtom(session);
  const save = useSaveMaterial();
  const choices = useMaterialSetOptions(set, year);
  const onlySpeciality = choices?.specialities.length === 1 ? (choices.specialities[0]?.id_speciality ?? null) : null;
  const specialityOf = (form: Form) => form.speciality ?? onlySpeciality;
  const examinationOf = (form: Form) => form.examination ?? choices?.examinations[0]?.id_examination ?? null;
  const faultsIn = useFaults();
  const types = useMaterialKinds().data ?? [];

  const upload = useUploadForm<Form>({
    initial: initialForm(material, type, user?.fullName ?? ''),
    changing: material !== null,
    nameLimit: bookLimits.name,
    faultsOf: (form) => faultsIn({ ...form, speciality: specialityOf(form), examination: examinationOf(form) }),
    send: (form, files, options) =>
      save.mutateAsync({
        ...options,
        files,
        input: {
          ...set,
          ...valuesOf(form, material, files),
          id_speciality: specialityOf(form) ?? 0,
          id_examination: examinationOf(form) ?? 0,
        },
      }),
    onClose,
  });

  return {
    choices,
    speciality: specialityOf(upload.form),
    examination: examinationOf(upload.form),
    upload: {
      ...upload,
      // One page of HTML is a web book, unless somebody says that it is a file like others.
      choose: (chosen: readonly File[]) => {
        upload.choose(chosen);
        if (material === null) {
          const guessed = chosen.map((file) => [file, guessMaterialKind(file.name, types) ?? type] as const);
          const [only] = upload.files.length || chosen.length > 1 ? [] : guessed;
          upload.change({
            kinds: new Map([...upload.form.kinds, ...guessed]),
            type: upload.form.type ?? only?.[1] ?? null,
          });
        }
        if (chosen.some((file) => ['html', 'htm'].includes(fileExtension(file.name)))) upload.change({ web: true });
      },
      remove: (id: string) => {
        const gone = upload.files.find((one) => one.id === id)?.file;
        upload.remove(id);
        upload.change({ kinds: new Map([...upload.form.kinds].filter(([file]) => file !== gone)) });
      },
    },
  };
}

function initialForm(material: Material | null, type: number | null, author: string): Form {
  return {
    name: material?.bookName ?? '',
    type: material?.id_typeUmk ?? type,
    kinds: new Map(),
    speciality: material?.id_speciality ?? null,
    examination: material?.id_examination ?? null,
    studentKind: material?.id_forStudentKind ?? 0,
    web: material?.isHTMLBook ?? false,
    inLibrary: material?.isForEBooks ?? false,
    author: material?.author || author,
    description: material?.description ?? '',
    pages: material?.totalPages ? String(material.totalPages) : '',
    category: material?.id_bookCategory ?? null,
  };
}

/** What is wrong with the fields, by their names on the wire. */
function useFaults() {
  const { t } = useTranslation('umk');
  const { t: common } = useTranslation('reader');
  return (form: Form) => ({
    ...(isKindMissing(form) && { id_typeUmk: t('choose.type') }),
    ...(form.speciality === null && { id_speciality: t('choose.speciality') }),
    ...(form.examination === null && { id_examination: t('choose.examination') }),
    ...(form.inLibrary && !form.author.trim() && { author: common('handIn.fill') }),
    ...(form.inLibrary && form.category === null && { id_bookCategory: common('handIn.chooseCategory') }),
  });
}

/** The kind of the one book, or of one of several new files, is still to be chosen. */
function isKindMissing({ type, kinds }: Form): boolean {
  return kinds.size > 1 ? [...kinds.values()].includes(null) : type === null;
}

/** The kind of a new file: its own among several, else that of the form. */
export function resolveNewFileKind(
  { type, kinds }: Pick<Form, 'type' | 'kinds'>,
  file: File | undefined,
): number | null {
  return kinds.size > 1 && file ? (kinds.get(file) ?? null) : type;
}

/** The fields as the call takes them. */
function valuesOf(form: Form, material: Material | null, files: readonly File[]) {
  return {
    id_books: material?.id_books ?? -1,
    bookName: form.name.trim(),
    id_typeUmk: resolveNewFileKind(form, files[0]) ?? 0,
    id_forStudentKind: form.studentKind,
    isHTMLBook: form.web && files.every(isWebBookFile),
    isForEBooks: form.inLibrary,
    isSharedBookFromEBooks: material?.isSharedBookFromEBooks ?? false,
    id_booksShare: material?.id_booksShare ?? -1,
    author: form.author,
    description: form.description,
    totalPages: form.pages ? Number(form.pages) : undefined,
    id_bookCategory: form.category ?? -1,
  };
}

/** Of several files at once only these become web books. */
export const isWebBookFile = (file: File) => ['html', 'htm', 'zip'].includes(fileExtension(file.name));

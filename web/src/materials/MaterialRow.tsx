import caretRight from 'icon:caret-right-bold';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { screenState } from '../core/screen.ts';
import { type CascadingSelection, toUrlSelection } from '../disciplines/cascade.data.ts';
import { Bullet } from '../kit/Bullet.tsx';
import { DotSeparatedList } from '../kit/DotSeparatedList.tsx';
import { FileIcon, useFileSizeFormatter } from '../kit/FileChip.tsx';
import { shortFileName } from '../kit/file.ts';
import wording from '../kit/file-label.module.css';
import { Icon } from '../kit/Icon.tsx';
import { formatNameWithHint, shortName } from '../kit/person.ts';
import styles from './Materials.module.css';
import type { Material } from './materials.data.ts';
import { useOfficeProgram } from './officePages.data.ts';

interface Props {
  material: Material;
  cascade: CascadingSelection;
  isNew: boolean;
  /** Several teachers have handed in: each is named. */
  named: boolean;
  /** Opens it on this page; left out where the row leads to the room of materials. */
  onOpen?: ((material: Material) => void) | undefined;
  /** What else is done with it, at the end of the row. */
  actions?: ReactNode;
}

/** One material; pressing it opens the reader. */
export function MaterialRow({ material, cascade, isNew, named, onOpen, actions }: Props) {
  const { t } = useTranslation('reader');
  const details = useDetails(material, named, onOpen === undefined);
  const { openings } = material;
  const icon = material.isHTMLBook ? 'book.html' : material.fileName;
  const content = (
    <>
      <FileIcon name={icon} />
      <span className={wording.row}>
        <b translate="no">{material.bookName}</b>
        <small translate="no">
          <DotSeparatedList facts={details} cut last={openings === null ? null : t('openings', { count: openings })}>
            {isNew && (
              <span className={styles.fresh}>
                <Bullet /> {t('new')}
              </span>
            )}
          </DotSeparatedList>
        </small>
        <Tags material={material} />
      </span>
    </>
  );
  return (
    <li className={styles.row} data-material={material.id_books}>
      {onOpen ? (
        <button type="button" className={styles.open} onClick={() => onOpen(material)} title={material.fileName}>
          {content}
        </button>
      ) : (
        <Link
          to="/umk"
          search={{ ...toUrlSelection(cascade), read: material.id_books }}
          className={styles.open}
          title={material.fileName}
        >
          {content}
          <Icon of={caretRight} size="xs" />
        </Link>
      )}
      {actions && <span className={styles.actions}>{actions}</span>}
    </li>
  );
}

/** What is known of a material, each thing once: a kind that is its name, or the one teacher, is not said again. */
function useDetails(material: Material, named: boolean, isLink: boolean) {
  const { t } = useTranslation('reader');
  const size = useFileSizeFormatter();
  const program = useOfficeProgram()(material);
  const { mobile } = useAtom(screenState);
  const { bookName, umkName, pageCount } = material;
  const isNameRepeated = bookName.toLocaleLowerCase().startsWith(umkName.toLocaleLowerCase());
  return [
    // Where the line is short the sign at the end of the row, or of the one to which it leads, says that it is downloaded.
    program && (mobile || isLink ? t(`opensIn.${program}`) : t('saveOpensIn', { program: t(`opensIn.${program}`) })),
    pageCount ? t('pages', { count: pageCount }) : null,
    size(material.size),
    // The longest come after the short ones, which then share a line.
    !isNameRepeated && umkName.toLocaleLowerCase(),
    material.isHTMLBook ? t('webBook') : !isNamedSo(material) && shortFileName(material.fileName),
    named && formatNameWithHint(shortName(material.t_fio), material.apart),
    material.id_forStudentKind === 1 || material.id_forStudentKind === 2
      ? t(`forKind.${material.id_forStudentKind}`)
      : null,
  ];
}

/** Whether the file is called like the material. */
const isNamedSo = ({ bookName, fileName }: Material) => fileName.replace(/\.[^.]*$/, '') === bookName;

/** Where else the material stands. */
function Tags({ material }: Pick<Props, 'material'>) {
  const { t } = useTranslation('reader');
  if (!material.isSharedBookFromEBooks && !material.isForEBooks && !material.isShared) return null;
  return (
    <span className={styles.tags}>
      {material.isSharedBookFromEBooks && <span className={styles.fromLibrary}>{t('fromLibrary')}</span>}
      {material.isForEBooks && <span className={styles.inLibrary}>{t('inLibrary')}</span>}
      {material.isShared && <span className={styles.shared}>{t('shared')}</span>}
    </span>
  );
}

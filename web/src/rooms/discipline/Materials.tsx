import caretRight from 'icon:caret-right-bold';
import plus from 'icon:plus-bold';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Bullet } from '../../kit/Bullet.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { FileIcon, useFileSize } from '../../kit/FileChip.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { shortName } from '../../kit/person.ts';
import { Empty, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { type Cascade, wholeChoice } from '../../university/cascade.data.ts';
import { useLooker } from '../../university/class-links.ts';
import { type Material, setOf, useMaterials, useMissingKinds } from '../../university/materials.data.ts';
import { useNotices } from '../../university/notices/notices.data.ts';
import { useOpensIn } from '../../university/officePages.data.ts';
import styles from './Discipline.module.css';

/** The discipline's materials, newest first; each opens in the room of materials. */
export function Materials({ cascade }: { cascade: Cascade }) {
  const { t } = useTranslation('discipline');
  const { data, error, isPending, refetch } = useMaterials(setOf(cascade), false);
  const fresh = new Set(
    useNotices()
      .rows.filter(({ kind, isNew }) => kind === 'material' && isNew)
      .map(({ thing }) => thing),
  );
  if (isPending)
    return (
      <Skeleton className={classes(card.card, styles.rows)}>
        {[1, 2, 3].map((place) => (
          <SkeletonBar key={place} className={styles.boneRow} />
        ))}
      </Skeleton>
    );
  if (!data) return <LoadFailure title={t('failedMaterials')} failure={error} onRetry={() => void refetch()} />;
  if (!data.length)
    return (
      <>
        <Missing list={data} cascade={cascade} />
        <Empty title={t('noMaterials')} />
      </>
    );
  const teachers = new Set(data.map(({ id_teacher }) => id_teacher)).size;
  return (
    <>
      <Missing list={data} cascade={cascade} />
      <ul className={classes(card.card, styles.rows)}>
        {data
          .toSorted((a, b) => (a.created < b.created ? 1 : -1))
          .map((one) => (
            <li key={one.id_books}>
              <Row material={one} cascade={cascade} isNew={fresh.has(one.id_books)} named={teachers > 1} />
            </li>
          ))}
      </ul>
      <Link to="/umk" search={wholeChoice(cascade)} className={styles.more}>
        {t('byKind')}
      </Link>
    </>
  );
}

/** For a teacher how many kinds there are, and the missing ones, each the way to hand it in. */
function Missing({ list, cascade }: { list: readonly Material[]; cascade: Cascade }) {
  const { t } = useTranslation('discipline');
  const { teacher } = useLooker();
  const kinds = useMissingKinds(list);
  if (!teacher || !kinds?.missing.length) return null;
  const { missing, all } = kinds;
  return (
    <section className={classes(card.card, styles.missing)} aria-labelledby="discipline-missing">
      <h2 id="discipline-missing">{t('kindsOf', { n: all - missing.length, of: all })}</h2>
      <progress max={all} value={all - missing.length} aria-hidden="true" />
      <ul aria-label={t('missing')}>
        {missing.map((one) => (
          <li key={one.id_typeUmk}>
            <Link to="/umk" search={{ ...wholeChoice(cascade), add: one.id_typeUmk }}>
              <Icon of={plus} size="xs" />
              <span translate="no">{one.umkName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  material: Material;
  cascade: Cascade;
  isNew: boolean;
  /** Several teachers have handed in: each is named. */
  named: boolean;
}

function Row({ material, cascade, isNew, named }: RowProps) {
  const { t } = useTranslation(['discipline', 'reader']);
  const size = useFileSize();
  const program = useOpensIn()(material);
  const details = [
    program && t(`reader:opensIn.${program}`),
    material.umkName.toLocaleLowerCase(),
    material.totalPages ? t('reader:pages', { count: material.totalPages }) : null,
    size(material.size),
    named && shortName(material.t_fio),
  ];
  return (
    <Link to="/umk" search={{ ...wholeChoice(cascade), read: material.id_books }} className={styles.row}>
      <FileIcon name={material.isHTMLBook ? 'book.html' : material.fileName} />
      <span className={styles.words}>
        <b translate="no">{material.bookName}</b>
        <small translate="no">
          {isNew && (
            <span className={styles.fresh}>
              <Bullet /> {t('new')}
            </span>
          )}
          {details.filter(Boolean).join(' · ')}
        </small>
      </span>
      <Icon of={caretRight} size="xs" />
    </Link>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CascadingSelection } from '../disciplines/cascade.data.ts';
import card from '../kit/Card.module.css';
import { Chip, Chips } from '../kit/Chips.tsx';
import { classNames } from '../kit/classNames.ts';
import { Skeleton, SkeletonBar } from '../kit/States.tsx';
import { MaterialRow } from './MaterialRow.tsx';
import styles from './Materials.module.css';
import { type Material, useIsNewMaterial } from './materials.data.ts';
import { countMaterialKinds, sortNewestFirst } from './materials.order.ts';

interface ChipsProps {
  list: readonly Material[];
  /** The kind that is shown alone; undefined: all. */
  kind: number | undefined;
  onKind: (kind: number | undefined) => void;
}

/** The kinds that the materials are of, each to be shown alone; nothing where there is but one. */
export function KindChips({ list, kind, onKind }: ChipsProps) {
  const { t } = useTranslation('reader');
  const kinds = countMaterialKinds(list);
  if (kinds.length < 2) return null;
  return (
    <Chips label={t('kinds')} className={classNames(styles.kinds)}>
      <Chip pressed={kind === undefined} onClick={() => onKind(undefined)}>
        {t('allKinds')}
      </Chip>
      {kinds.map(({ id, name, count }) => (
        <Chip key={id} pressed={kind === id} onClick={() => onKind(kind === id ? undefined : id)}>
          <span className={styles.kind} translate="no">
            {name}
          </span>
          {count > 1 && <small>{count}</small>}
        </Chip>
      ))}
    </Chips>
  );
}

interface Props {
  list: readonly Material[];
  cascade: CascadingSelection;
  /** Opens a material on this page; left out where the rows lead to the room of materials. */
  onOpen?: (material: Material) => void;
  actions?: (material: Material) => ReactNode;
}

/** The materials of a discipline, newest first: the same in their room and on the discipline's page. */
export function MaterialList({ list, cascade, onOpen, actions }: Props) {
  const isNew = useIsNewMaterial(cascade);
  const named = new Set(list.map(({ id_teacher }) => id_teacher)).size > 1;
  return (
    <ul className={classNames(card.card, styles.list)}>
      {sortNewestFirst(list).map((one) => (
        <MaterialRow
          key={one.id_books}
          material={one}
          cascade={cascade}
          isNew={isNew(one)}
          named={named}
          onOpen={onOpen}
          actions={actions?.(one)}
        />
      ))}
    </ul>
  );
}

/** Three rows in the place of the list that is still to come. */
export function MaterialListSkeleton() {
  return (
    <Skeleton className={card.card}>
      {[1, 2, 3].map((line) => (
        <div key={line} className={styles.boneRow}>
          <SkeletonBar className={styles.boneIcon} />
          <SkeletonBar className={styles.boneName} />
        </div>
      ))}
    </Skeleton>
  );
}

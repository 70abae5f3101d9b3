import plus from 'icon:plus-bold';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClassViewer } from '../../classes/class-links.ts';
import { type CascadingSelection, toUrlSelection } from '../../disciplines/cascade.data.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { KindChips, MaterialList, MaterialListSkeleton } from '../../materials/MaterialList.tsx';
import {
  chosenMaterialSet,
  type Material,
  useMaterialKinds,
  useMaterials,
  useMissingKinds,
} from '../../materials/materials.data.ts';
import styles from './Discipline.module.css';

/** The discipline's materials, the same list as in their room, which opens each. */
export function DisciplineMaterials({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { data, error, isPending, refetch } = useMaterials(chosenMaterialSet(cascade), false);
  const { teacher } = useClassViewer();
  const kinds = useMaterialKinds();
  const [kind, setKind] = useState<number | undefined>();
  // What is missing stands above the list, and would push it down.
  const isAwaited = teacher && kinds.data === undefined && kinds.failureCount === 0;
  if (isPending || isAwaited) return <MaterialListSkeleton />;
  if (!data) return <LoadFailure title={t('failedMaterials')} failure={error} onRetry={() => void refetch()} />;
  // A kind whose last material has gone meanwhile narrows nothing.
  const shown = data.filter((one) => one.id_typeUmk === kind);
  return (
    <>
      <Missing list={data} cascade={cascade} />
      {data.length ? (
        <div>
          <KindChips list={data} kind={kind} onKind={setKind} />
          <MaterialList list={shown.length ? shown : data} cascade={cascade} />
        </div>
      ) : (
        <EmptyState title={t('noMaterials')} />
      )}
    </>
  );
}

/** For a teacher how many kinds there are, and the missing ones, each the way to hand it in. */
function Missing({ list, cascade }: { list: readonly Material[]; cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { teacher } = useClassViewer();
  const kinds = useMissingKinds(list);
  if (!teacher || !kinds?.missing.length) return null;
  const { missing, all } = kinds;
  return (
    <section className={classNames(card.card, styles.missing)} aria-labelledby="discipline-missing">
      <h2 id="discipline-missing">{t('kindsOf', { n: all - missing.length, of: all })}</h2>
      <ProgressBar max={all} value={all - missing.length} label={null} tone="juniper" />
      <ul aria-label={t('missing')}>
        {missing.map((one) => (
          <li key={one.id_typeUmk}>
            <Link to="/umk" search={{ ...toUrlSelection(cascade), add: one.id_typeUmk }}>
              <Icon of={plus} size="xs" />
              <span translate="no">{one.umkName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { selectionUpdates } from '@bilim/contract/url-selection.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClassViewer } from '../../classes/class-links.ts';
import { useAtom } from '../../core/atom.ts';
import { useKeyPress } from '../../core/keys.ts';
import { screenState } from '../../core/screen.ts';
import { usePathParam, useUrlSelection } from '../../core/searchParams.ts';
import { type CascadingSelection, useCascadingSelection } from '../../disciplines/cascade.data.ts';
import { BrowserTabTitle } from '../../kit/BrowserTabTitle.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { useSideSwipe } from '../../kit/useSideSwipe.ts';
import styles from './Discipline.module.css';
import { DisciplineGroups, FrequentAbsentees } from './DisciplineGroups.tsx';
import { DisciplineHeader } from './DisciplineHeader.tsx';
import { DisciplineMarks } from './DisciplineMarks.tsx';
import { DisciplineMaterials } from './DisciplineMaterials.tsx';
import { DisciplinePeople, DisciplineTeachers } from './DisciplinePeople.tsx';
import { DisciplineTotals } from './DisciplineTotals.tsx';
import { useGroupStatistics } from './discipline.data.ts';
import { NextClassCard } from './NextClassCard.tsx';
import { RecentClasses } from './RecentClasses.tsx';

const parts = ['materials', 'journal', 'people'] as const;
type Part = (typeof parts)[number];

/** Everything of one discipline: next class, own figures, people, and its materials and journal. */
export default function DisciplinePage() {
  const { t } = useTranslation('discipline');
  const id = usePathParam('id');
  const cascade = useCascadingSelection(true);
  const { discipline, disciplines } = cascade;
  const isMine = useAddress(id === undefined ? null : Number(id), cascade);
  if (!disciplines.data && disciplines.isError)
    return (
      <LoadFailure
        title={t('common:panel.failedDisciplines')}
        failure={disciplines.error}
        onRetry={() => void disciplines.refetch()}
      />
    );
  if (disciplines.data && !isMine)
    return (
      <>
        <BrowserTabTitle>{t('title')}</BrowserTabTitle>
        <h1 className="hidden-text">{t('title')}</h1>
        <EmptyState title={t('none')} />
      </>
    );
  if (!discipline)
    return (
      <Skeleton className={styles.waiting}>
        <h1 className="hidden-text">{t('title')}</h1>
        <SkeletonBar className={styles.skeletonBar} />
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  return (
    <>
      <BrowserTabTitle>{discipline.discipline}</BrowserTabTitle>
      <DisciplineHeader cascade={cascade} />
      <Body cascade={cascade} />
    </>
  );
}

/** Keeps address and choice together: the choice decides, without one the address. Whether the discipline is theirs. */
function useAddress(id: number | null, { disciplines, discipline, chosen }: CascadingSelection): boolean {
  const navigate = useNavigate();
  const inAddress = useUrlSelection();
  const named = inAddress.d === undefined ? disciplines.data?.find((one) => one.id === id) : undefined;
  // One that is named in full and is not theirs is none, instead of another one.
  const isListed = inAddress.d === undefined || disciplines.data?.some((one) => disciplineKey(one) === inAddress.d);
  const isOther = isListed && discipline !== null && discipline.id !== id;
  const isAsked = id !== null && inAddress.d === undefined;
  const to = isAsked ? named : isOther ? discipline : undefined;
  const move = useEffectEvent(() => {
    if (!to) return;
    const search = isAsked ? selectionUpdates.discipline(chosen, disciplineKey(to)) : inAddress;
    void navigate({ to: '/d/$id', params: { id: String(to.id) }, search, replace: true });
  });
  const target = to?.id;
  useEffect(() => {
    if (target !== undefined) move();
  }, [target]);
  return isAsked ? named !== undefined : isListed === true && discipline !== null;
}

function Body({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { teacher } = useClassViewer();
  const { mobile } = useAtom(screenState);
  // Long lists of groups would push the segments out of sight there.
  const isTeacherOnPhone = teacher && mobile;
  const [part, setPart] = useState<Part>('materials');
  useKeyPress('Digit1', () => setPart('materials'));
  useKeyPress('Digit2', () => setPart('journal'));
  useKeyPress('Digit3', () => setPart('people'));
  const swipe = useSideSwipe(mobile ? (by) => setPart(parts[parts.indexOf(part) + by] ?? part) : null);
  const figures = useGroupStatistics(cascade, teacher).data;
  const count = figures?.reduce((sum, { students }) => sum + students.length, 0);
  const nameOf = (one: Part) => [t(`part.${one}`), one === 'people' && count].filter(Boolean).join(' · ');
  const sidebar = (
    <aside className={styles.sidebar} aria-label={t('beside')}>
      {!isTeacherOnPhone && <NextClassCard cascade={cascade} />}
      {teacher ? (
        <>
          <DisciplineGroups cascade={cascade} />
          <FrequentAbsentees cascade={cascade} onAll={() => setPart('people')} />
        </>
      ) : (
        <>
          <DisciplineTotals cascade={cascade} />
          {!mobile && <RecentClasses cascade={cascade} />}
          <DisciplineTeachers cascade={cascade} />
        </>
      )}
    </aside>
  );
  return (
    <div className={styles.body}>
      {isTeacherOnPhone ? <NextClassCard cascade={cascade} /> : sidebar}
      <div className={styles.main} {...swipe}>
        <div className={styles.parts}>
          <SegmentedControl
            label={t('parts')}
            wide={mobile}
            segments={parts.map((value) => ({ value, name: nameOf(value) }))}
            value={part}
            onChoose={setPart}
          />
        </div>
        {part === 'materials' && <DisciplineMaterials cascade={cascade} />}
        {part === 'journal' && <DisciplineMarks cascade={cascade} />}
        {part === 'people' && <DisciplinePeople cascade={cascade} />}
      </div>
      {isTeacherOnPhone && sidebar}
    </div>
  );
}

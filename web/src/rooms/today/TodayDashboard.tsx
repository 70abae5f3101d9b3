import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AppTiles } from '../../apps/AppTiles.tsx';
import { ExternalLinks } from '../../apps/ExternalLinks.tsx';
import { useIsNonTeachingStaff } from '../../apps/empty-rooms.ts';
import { SettingsWarning } from '../../apps/SettingsWarning.tsx';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { BrowserTabTitle } from '../../kit/BrowserTabTitle.tsx';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { handleColumnKey } from '../../notices/keys.ts';
import { CurrentClassCard } from './CurrentClassCard.tsx';
import { GreetingHeader } from './GreetingHeader.tsx';
import { NewsDigest } from './NewsDigest.tsx';
import { SectionHeader } from './SectionHeader.tsx';
import { hasStaffWork, staffWork } from './staffWork.ts';
import { TodayClasses } from './TodayClasses.tsx';
import styles from './TodayDashboard.module.css';
import { TodayDisciplines } from './TodayDisciplines.tsx';
import { useIsTodayLoading, useTodayData } from './today.data.ts';
import { UnfilledClasses } from './UnfilledClasses.tsx';
import { WhatsNew } from './WhatsNew.tsx';
import { useWhatsNew } from './whats-new.data.ts';

/** What is now, what is next, what is new: on wide screens in three columns, on the phone one below the other. */
export function TodayDashboard() {
  const { t } = useTranslation('today');
  const { mobile } = useAtom(screenState);
  const isNonTeaching = useIsNonTeachingStaff();
  const hasWork = hasStaffWork(useAtom(session).user);
  const work = staffWork.use();
  // A permission may come while the page is open.
  useEffect(() => {
    if (hasWork) void staffWork.fetch();
  }, [hasWork]);
  const launcher = mobile && (
    <>
      <SectionHeader title={t('title')} className={styles.launcher} />
      <AppTiles small />
      <ExternalLinks />
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way between its links
    <div className={mobile ? styles.phone : styles.columns} onKeyDown={mobile ? undefined : handleColumnKey}>
      <BrowserTabTitle>{t('common:rooms.today.name')}</BrowserTabTitle>
      {isNonTeaching ? work && <work.StaffToday /> : <Day>{launcher}</Day>}
      {isNonTeaching && launcher}
      <SettingsWarning />
    </div>
  );
}

/**
 * The day of who studies or teaches; between it and the news the work of each permission. What is below the day and what is
 * new, on the phone the launcher (`children`) too, comes when it is known how high they are, so that it does not move.
 */
function Day({ children }: { children: ReactNode }) {
  const { mobile } = useAtom(screenState);
  const day = useTodayData();
  const isAwaited = useIsTodayLoading();
  const isNewAwaited = useWhatsNew().isAwaited;
  const work = staffWork.use();
  const now = (
    <>
      <GreetingHeader />
      <CurrentClassCard day={day} />
    </>
  );
  // Before the timetable the card may still grow.
  const others = isAwaited ? (
    day.timetable && (
      <Skeleton className={styles.awaited}>
        <SkeletonBar className={styles.awaitedBar} />
        <SkeletonBar className={styles.awaitedBar} />
        <SkeletonBar className={styles.awaitedBar} />
      </Skeleton>
    )
  ) : (
    <>
      <UnfilledClasses day={day} />
      <TodayClasses day={day} />
    </>
  );
  if (mobile)
    return (
      <>
        {now}
        {others}
        {!isAwaited && !isNewAwaited && (
          <>
            {work && <work.WorkCards />}
            <WhatsNew />
            {work && <work.WorkLists />}
            <TodayDisciplines day={day} />
            {work && <work.OtherWorkCounts />}
            {children}
          </>
        )}
      </>
    );
  return (
    <>
      <div className={styles.day}>
        {now}
        {others}
      </div>
      <div className={styles.lists}>
        {work && <work.WorkCards />}
        {work && <work.WorkLists />}
        <NewsDigest />
      </div>
      <div className={styles.mine}>
        <WhatsNew />
        <TodayDisciplines day={day} />
        {work && <work.OtherWorkCounts />}
      </div>
    </>
  );
}

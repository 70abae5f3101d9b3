import { useTranslation } from 'react-i18next';
import { LazyComposer } from '../../announcements/LazyComposer.tsx';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { classNames } from '../../kit/classNames.ts';
import { DataImportNextSteps } from './DataImportNextSteps.tsx';
import { GreetingHeader } from './GreetingHeader.tsx';
import digest from './NewsDigest.module.css';
import { SectionHeader } from './SectionHeader.tsx';
import { CaseListsAndNews } from './StaffCaseLists.tsx';
import { CaseCards } from './StaffCases.tsx';
import styles from './StaffToday.module.css';
import { useWorkPermissions } from './staff.data.ts';
import today from './TodayDashboard.module.css';
import { WhatsNew } from './WhatsNew.tsx';
import { OtherWorkCounts, WorkCounts, WorkLists } from './WorkCounts.tsx';

/**
 * The day of who works here without teaching: the work of each permission in figures that lead to what they count, the
 * lists that matter, and what is new. Whose one work is to write announcements begins with the form.
 */
export function StaffToday() {
  const { mobile } = useAtom(screenState);
  const { accounts, orders, registration, news } = useWorkPermissions();
  const hasFigures = accounts || orders || registration;
  const isEditor = news && !hasFigures;
  const figures = (
    <>
      {isEditor && !mobile ? <NewAnnouncement /> : <GreetingHeader />}
      <DataImportNextSteps />
      <WorkCounts />
      <CaseCards alone={!hasFigures && !news} />
    </>
  );
  const lists = (
    <>
      {news && (mobile || !isEditor) && <Writing />}
      <WorkLists />
    </>
  );
  if (mobile)
    return (
      <>
        {figures}
        {lists}
        <WhatsNew quiet />
        <OtherWorkCounts />
      </>
    );
  return (
    <>
      <div className={classNames(today.day, isEditor && today.writing)}>{figures}</div>
      <div className={today.lists}>{hasFigures || news ? lists : <CaseListsAndNews />}</div>
      <div className={today.mine}>
        <WhatsNew quiet />
        <OtherWorkCounts />
      </div>
    </>
  );
}

/** The form above the lists. */
function Writing() {
  return (
    <div className={digest.write}>
      <LazyComposer />
    </div>
  );
}

/** The form is the page. */
function NewAnnouncement() {
  const { t } = useTranslation('today');
  return (
    <section className={styles.form} aria-labelledby="new-announcement">
      <h1 className="hidden-text">{t('common:rooms.today.name')}</h1>
      <SectionHeader id="new-announcement" title={t('staff.newAnnouncement')} />
      <LazyComposer unfolded />
    </section>
  );
}

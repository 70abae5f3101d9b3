import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { PageTitle } from '../../kit/PageTitle.tsx';
import { ExternalLinks } from '../../launcher/ExternalLinks.tsx';
import { RoomTiles } from '../../launcher/RoomTiles.tsx';
import { SettingsWarning } from '../../launcher/SettingsWarning.tsx';
import { handleColumnKey } from '../../notices/keys.ts';
import { Classes } from './Classes.tsx';
import { CurrentClassCard } from './CurrentClassCard.tsx';
import { Disciplines } from './Disciplines.tsx';
import { Greeting } from './Greeting.tsx';
import { NewsDigest } from './NewsDigest.tsx';
import { SectionHead } from './SectionHead.tsx';
import { StaffToday } from './StaffToday.tsx';
import { useIsStaff } from './staff.data.ts';
import styles from './Today.module.css';
import { useToday } from './today.data.ts';
import { UnmarkedClasses } from './UnmarkedClasses.tsx';
import { WhatsNew } from './WhatsNew.tsx';
import { OtherWorkFigures, WorkLists, WorkSidebar } from './WorkFigures.tsx';

/** What is now, what is next, what is new: on wide screens in three columns, on the phone one below the other. */
export function Today() {
  const { t } = useTranslation('today');
  const { mobile } = useAtom(screenState);
  const isStaff = useIsStaff();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way between its links
    <div className={mobile ? styles.phone : styles.columns} onKeyDown={mobile ? undefined : handleColumnKey}>
      <PageTitle>{t('common:rooms.today.name')}</PageTitle>
      {isStaff ? <StaffToday /> : <Day />}
      {mobile && (
        <>
          <SectionHead title={t('title')} className={styles.launcher} />
          <RoomTiles small />
          <ExternalLinks />
        </>
      )}
      <SettingsWarning />
    </div>
  );
}

/** The day of who studies or teaches; between it and the news the work of each permission. */
function Day() {
  const { mobile } = useAtom(screenState);
  const day = useToday();
  const now = (
    <>
      <Greeting />
      <CurrentClassCard day={day} />
      <UnmarkedClasses day={day} />
      <Classes day={day} />
    </>
  );
  if (mobile)
    return (
      <>
        {now}
        <WorkSidebar />
        <WhatsNew />
        <WorkLists />
        <Disciplines day={day} />
        <OtherWorkFigures />
      </>
    );
  return (
    <>
      <div className={styles.day}>{now}</div>
      <div className={styles.lists}>
        <WorkSidebar />
        <WorkLists />
        <NewsDigest />
      </div>
      <div className={styles.mine}>
        <WhatsNew />
        <Disciplines day={day} />
        <OtherWorkFigures />
      </div>
    </>
  );
}

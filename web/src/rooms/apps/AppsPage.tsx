import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { language } from '../../core/i18n.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { dayOf } from '../../core/time.ts';
import { Landscape, type Scene } from '../../kit/Landscape.tsx';
import { Note } from '../../kit/Note.tsx';
import { firstName } from '../../kit/person.ts';
import { When } from '../../kit/When.tsx';
import { useNow } from '../../university/clock.ts';
import { NowCard, WithToday } from '../../university/Today.tsx';
import styles from './AppsPage.module.css';
import { Links } from './Links.tsx';
import { Tiles } from './Tiles.tsx';

const scene: Scene = {
  width: 390,
  height: 256,
  horizon: 158,
  main: { x: 0.62, top: 0.46 },
  side: [
    { x: 0.93, top: 0.6 },
    { x: 0.02, top: 0.66 },
  ],
};

/** The part of the university's day that a greeting names: morning until noon, evening from 18. */
function partOfDay(hour: number): 'morning' | 'day' | 'evening' {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'day' : 'evening';
}

/** All that the person may use; on the phone the start screen with a greeting. */
export default function AppsPage() {
  const { t } = useTranslation('apps');
  const { mobile } = useCell(screenState);
  const { time } = useNow();
  const { user, settingsFailed } = useCell(session);
  useCell(language);
  if (!user) return null;
  const warning = settingsFailed && <Note tone="warm">{t('common:settingsFailed')}</Note>;
  if (!mobile)
    return (
      <WithToday>
        <div className={styles.page}>
          <title>{t('title')}</title>
          <h1>{t('title')}</h1>
          <Tiles />
          <Links />
          {warning}
        </div>
      </WithToday>
    );
  const now = new Date();
  return (
    <div className={styles.phone}>
      <title>{t('title')}</title>
      <header className={styles.hero}>
        <Landscape scene={scene} className={styles.art} />
        <div className={styles.greeting}>
          <h1>
            {t(`greeting.${partOfDay(Number(time.slice(0, 2)))}`)},{' '}
            <span translate="no">{firstName(user.fullName)}</span>
          </h1>
          <p>
            <When at={dayOf(now)} form="weekday" />
          </p>
        </div>
      </header>
      <NowCard className={styles.nowCard} />
      <div className={styles.below}>
        <Tiles />
        <Links />
        {warning}
      </div>
    </div>
  );
}

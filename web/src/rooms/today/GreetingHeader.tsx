import magnifier from 'icon:magnifying-glass';
import { useTranslation } from 'react-i18next';
import { useUniversityTime } from '../../classes/clock.ts';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { openSearch } from '../../core/search.ts';
import { session } from '../../core/session.ts';
import { IconButton } from '../../kit/Button.tsx';
import { Landscape, type LandscapeScene } from '../../kit/Landscape.tsx';
import { firstName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import { NoticeBell } from '../../notices/NoticeBell.tsx';
import styles from './GreetingHeader.module.css';

const scene: LandscapeScene = {
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

/** The picture with the greeting; on the phone also with the ways to search and to what is new. */
export function GreetingHeader() {
  const { t } = useTranslation('today');
  const { day, time } = useUniversityTime();
  const { user } = useAtom(session);
  const { mobile } = useAtom(screenState);
  if (!user) return null;
  return (
    <header className={styles.hero}>
      <Landscape scene={scene} className={styles.art} />
      <div className={styles.greeting}>
        <h1>
          {t(`greeting.${partOfDay(Number(time.slice(0, 2)))}`)}, <span translate="no">{firstName(user.fullName)}</span>
        </h1>
        <p>
          <Time at={day} form="weekday" />
        </p>
      </div>
      {mobile && (
        <div className={styles.actions}>
          <IconButton icon={magnifier} label={t('common:find.open')} aria-haspopup="dialog" onClick={openSearch} />
          <NoticeBell />
        </div>
      )}
    </header>
  );
}

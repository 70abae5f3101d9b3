import { useTranslation } from 'react-i18next';
import { NotificationSettings } from '../../account/notification-settings/NotificationSettings.tsx';
import { usePhoto } from '../../account/photo.data.ts';
import { useIsNonTeachingStaff } from '../../apps/empty-rooms.ts';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { usePathParam } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Landscape, type LandscapeScene } from '../../kit/Landscape.tsx';
import { Page } from '../../kit/Page.tsx';
import { DesktopProfile } from './DesktopProfile.tsx';
import devices from './Devices.module.css';
import { OfflineFiles } from './OfflineFiles.tsx';
import { PersonalData } from './PersonalData.tsx';
import { PhoneProfile } from './PhoneProfile.tsx';
import { PhotoButton } from './PhotoButton.tsx';
import styles from './ProfilePage.module.css';

/** The picture on wide screens, and on the phone. */
const wideScene: LandscapeScene = {
  width: 960,
  height: 208,
  horizon: 136,
  main: { x: 0.72, top: 0.4 },
  side: [
    { x: 0.93, top: 0.6 },
    { x: 0.5, top: 0.64 },
    { x: 0.28, top: 0.7 },
  ],
};
const phoneScene: LandscapeScene = {
  width: 390,
  height: 216,
  horizon: 144,
  main: { x: 0.66, top: 0.4 },
  side: [
    { x: 0.06, top: 0.64 },
    { x: 0.98, top: 0.6 },
  ],
};

/** Who I am to the portal, how it looks to me, and my password. */
export default function ProfilePage() {
  const { t } = useTranslation('profile');
  const { mobile } = useAtom(screenState);
  const { user } = useAtom(session);
  const part = usePathParam('part');
  const isNonTeaching = useIsNonTeachingStaff();
  const photo = usePhoto(user?.photo ? user.uid : null, user?.role ?? null);
  if (!user) return null;
  if (mobile && part === 'notices')
    return (
      <Page title={t('notification-settings:title')} fromProfile>
        <NotificationSettings />
      </Page>
    );
  if (mobile && part === 'kept')
    return (
      <Page title={t('offline-files:title')} fromProfile>
        <section className={classNames(card.card, styles.kept)}>
          <OfflineFiles />
        </section>
      </Page>
    );
  if (part === 'mydata')
    return (
      <Page title={t('personaldata:title')} fact={<p>{t('personaldata:about')}</p>} fromRoom="/profile">
        <PersonalData />
      </Page>
    );
  const under =
    user.role === 1
      ? [user.doljnost ?? t(isNonTeaching ? 'common:role.staff' : 'common:role.teacher'), user.faculty]
      : [user.group ? t('common:inGroup', { group: user.group }) : t('common:role.student'), user.faculty];
  return (
    <div className={mobile ? styles.phone : styles.page}>
      <title>{t('title')}</title>
      <div className={styles.hero}>
        <Landscape scene={mobile ? phoneScene : wideScene} className={styles.art} />
      </div>
      <div className={styles.identity}>
        <div className={devices.face}>
          <Avatar
            id={user.uid}
            fullName={user.fullName}
            photo={photo}
            size={mobile ? 'xl' : 'xxl'}
            className={styles.face}
          />
          <PhotoButton />
        </div>
        <div>
          <h1 translate="no">{user.fullName}</h1>
          <p translate="no">{under.filter(Boolean).join(', ')}</p>
        </div>
      </div>
      {mobile ? <PhoneProfile /> : <DesktopProfile part={part} />}
    </div>
  );
}

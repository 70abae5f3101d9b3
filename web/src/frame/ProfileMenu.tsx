import bell from 'icon:bell';
import link from 'icon:link';
import moon from 'icon:moon';
import signOutIcon from 'icon:sign-out';
import userCircle from 'icon:user-circle';
import { readUrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhoto } from '../account/photo.data.ts';
import { useIsNonTeachingStaff } from '../apps/empty-rooms.ts';
import { useAtom } from '../core/atom.ts';
import { requestSignOut } from '../core/confirmSignOut.ts';
import { session, type User } from '../core/session.ts';
import { chooseTheme, theme } from '../core/theme.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Icon } from '../kit/Icon.tsx';
import { LanguageChoice } from '../kit/LanguageChoice.tsx';
import { Popover } from '../kit/Popover.tsx';
import { shortName, surnameAndName } from '../kit/person.ts';
import { Switch } from '../kit/Switch.tsx';
import { HeaderArt } from './HeaderArt.tsx';
import styles from './ProfileMenu.module.css';

/** What is under the name: the position of a teacher, the group of a student (SHELL-03). */
export function useProfileSubtitle(): (user: Pick<User, 'role' | 'doljnost' | 'group'>) => string {
  const { t } = useTranslation();
  const isNonTeaching = useIsNonTeachingStaff();
  return ({ role, doljnost, group }) => {
    if (role === 1) return doljnost ?? t(isNonTeaching ? 'role.staff' : 'role.teacher');
    return group ? t('inGroup', { group }) : t('role.student');
  };
}

/** The person's picture at the foot of the rail; opens the profile menu, which begins with the cover. */
export function ProfileMenu() {
  const { t } = useTranslation();
  const { user, config } = useAtom(session);
  const dark = useAtom(theme) === 'dark';
  const [open, setOpen] = useState(false);
  const photo = usePhoto(user?.photo ? user.uid : null, user?.role ?? null);
  if (!user) return null;
  const me = (
    <button type="button" className={styles.me} title={user.fullName}>
      <Avatar id={user.uid} fullName={user.fullName} photo={photo} className={styles.face} />
      <span className="hidden-text">{t('menu.label')}</span>
    </button>
  );
  const close = () => setOpen(false);
  return (
    <Popover
      label={t('menu.label')}
      open={open}
      onOpenChange={setOpen}
      trigger={me}
      className={styles.menu}
      side="right"
      distance={16}
    >
      <ProfileHeader user={user} photo={photo} />
      <Link to="/profile" search={readUrlSelection} className={styles.row} onClick={close}>
        <Icon of={userCircle} />
        {t('menu.profile')}
      </Link>
      <Link to="/notices" search={readUrlSelection} className={styles.row} onClick={close}>
        <Icon of={bell} />
        {t('rooms.notices.name')}
      </Link>
      <Switch className={styles.row} checked={dark} onChange={(on) => chooseTheme(on ? 'dark' : 'light')}>
        <Icon of={moon} />
        {t('menu.dark')}
      </Switch>
      <div className={styles.language}>
        <LanguageChoice wide />
      </div>
      <Link to="/apps" search={readUrlSelection} className={styles.row} onClick={close}>
        <Icon of={link} />
        {t('menu.links')}
      </Link>
      <hr />
      <button type="button" className={styles.row} onClick={requestSignOut}>
        <Icon of={signOutIcon} />
        {t('menu.signOut')}
      </button>
      {config && <p className={styles.version}>{t('version', { version: config.version })}</p>}
    </Popover>
  );
}

/** The cover with picture, name and position or group. */
function ProfileHeader({ user, photo }: { user: User; photo: ReturnType<typeof usePhoto> }) {
  const underName = useProfileSubtitle();
  return (
    <div className={styles.cover}>
      <HeaderArt className={styles.art} />
      <div className={styles.who}>
        <Avatar id={user.uid} fullName={user.fullName} photo={photo} size="l" className={styles.face} />
        <span className={styles.words} title={user.fullName}>
          <b translate="no">{user.role === 1 ? shortName(user.fullName) : surnameAndName(user.fullName)}</b>
          <small translate="no">{underName(user)}</small>
        </span>
      </div>
    </div>
  );
}

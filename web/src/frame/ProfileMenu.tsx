import caretDown from 'icon:caret-down-bold';
import moon from 'icon:moon';
import signOutIcon from 'icon:sign-out';
import userCircle from 'icon:user-circle';
import { readChosen } from '@bilim/contract/chosen.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { requestSignOut } from '../core/confirmSignOut.ts';
import { session, type User } from '../core/session.ts';
import { chooseTheme, theme } from '../core/theme.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Icon } from '../kit/Icon.tsx';
import { LanguageChoice } from '../kit/LanguageChoice.tsx';
import { Popover } from '../kit/Popover.tsx';
import { shortName, twoNames } from '../kit/person.ts';
import { Switch } from '../kit/Switch.tsx';
import { usePhoto } from '../university/photo.data.ts';
import { Cover } from './Cover.tsx';
import styles from './ProfileMenu.module.css';

/** What stands under the name: the position of a teacher, the group of a student (SHELL-03). */
export function useUnderName(): (user: Pick<User, 'role' | 'doljnost' | 'group'>) => string {
  const { t } = useTranslation();
  return ({ role, doljnost, group }) =>
    role === 1 ? (doljnost ?? t('role.teacher')) : group ? t('inGroup', { group }) : t('role.student');
}

/** The cover with picture, name and position or group; opens the profile menu. */
export function ProfileHeader() {
  const { t } = useTranslation();
  const { user, config } = useCell(session);
  const dark = useCell(theme) === 'dark';
  const [open, setOpen] = useState(false);
  const underName = useUnderName();
  const photo = usePhoto(user?.photo ? user.uid : null, user?.role ?? null);
  if (!user) return null;
  const header = (
    <button type="button" className={styles.who}>
      <Avatar id={user.uid} fullName={user.fullName} photo={photo} size="l" className={styles.face} />
      <span className={styles.words} title={user.fullName}>
        <b translate="no">{user.role === 1 ? shortName(user.fullName) : twoNames(user.fullName)}</b>
        <small translate="no">{underName(user)}</small>
      </span>
      <Icon of={caretDown} size="s" />
      <span className="hidden-text">{t('menu.label')}</span>
    </button>
  );
  return (
    <header className={styles.cover}>
      <Cover className={styles.art} />
      <Popover
        label={t('menu.label')}
        open={open}
        onOpenChange={setOpen}
        trigger={header}
        className={styles.menu}
        distance={0}
        shift={12}
      >
        <Link to="/profile" search={readChosen} className={styles.row} onClick={() => setOpen(false)}>
          <Icon of={userCircle} />
          {t('menu.profile')}
        </Link>
        <Switch className={styles.row} checked={dark} onChange={(on) => chooseTheme(on ? 'dark' : 'light')}>
          <Icon of={moon} />
          {t('menu.dark')}
        </Switch>
        <div className={styles.language}>
          <LanguageChoice wide />
        </div>
        <hr />
        <button type="button" className={styles.row} onClick={requestSignOut}>
          <Icon of={signOutIcon} />
          {t('menu.signOut')}
        </button>
        {config && <p className={styles.version}>{t('version', { version: config.version })}</p>}
      </Popover>
    </header>
  );
}

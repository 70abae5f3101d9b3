import keyboard from 'icon:keyboard';
import moon from 'icon:moon';
import signOutIcon from 'icon:sign-out';
import translate from 'icon:translate';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NotificationSettings } from '../../account/notification-settings/NotificationSettings.tsx';
import { useNotificationSettings } from '../../account/notification-settings/notification-settings.data.ts';
import { PasskeySettings } from '../../account/passkeys/PasskeySettings.tsx';
import { SecondStepSettings } from '../../account/secondstep/SecondStepSettings.tsx';
import { useAtom } from '../../core/atom.ts';
import { requestSignOut } from '../../core/confirmSignOut.ts';
import { setSingleKeyShortcuts, singleKeyShortcutsEnabled } from '../../core/keys.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { chooseTheme, theme } from '../../core/theme.ts';
import { Button, buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useScrollIntoView } from '../../kit/highlighted.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LanguageChoice } from '../../kit/LanguageChoice.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import devices from './Devices.module.css';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { OfflineFiles } from './OfflineFiles.tsx';
import { ProfileDetails } from './ProfileDetails.tsx';
import styles from './ProfilePage.module.css';
import { useProfile, useSessions } from './profile.data.ts';
import { SessionList } from './SessionList.tsx';

const box = `${styles.box} ${card.card}`;

interface Props {
  /** What comes into view: how one is notified of what is new, or the files that are kept on the device. */
  part: string | undefined;
}

/** Facts and settings at the left, the password at the right. */
export function DesktopProfile({ part }: Props) {
  const { t } = useTranslation('profile');
  const { data: facts } = useProfile();
  const { data: settings } = useNotificationSettings();
  const { data: signedIn } = useSessions();
  // What is above them has its height then.
  const stands = Boolean(facts && settings && signedIn);
  const notices = usePartInView(part === 'notices' && stands);
  const kept = usePartInView(part === 'kept' && stands);
  const { at } = useSearchParams('/profile');
  const sessions = useScrollIntoView<HTMLElement>(at === 'devices' && signedIn !== undefined);
  const { config } = useAtom(session);
  return (
    <div className={styles.columns}>
      <div>
        <section className={box}>
          <h2>{t('about')}</h2>
          <ProfileDetails />
        </section>
        <Settings />
        <section
          ref={notices}
          className={classNames(styles.notices, styles.target)}
          tabIndex={-1}
          aria-labelledby="profile-notices"
        >
          <h2 id="profile-notices">{t('notification-settings:title')}</h2>
          <NotificationSettings />
        </section>
      </div>
      <div>
        <section className={box}>
          <h2>{t('change.title')}</h2>
          <ChangePasswordForm />
        </section>
        <section className={box}>
          <h2>{t('secondstep:title')}</h2>
          <SecondStepSettings />
        </section>
        <section className={box}>
          <h2>{t('passkeys:title')}</h2>
          <PasskeySettings />
        </section>
        {config && config.ways.length > 0 && (
          <section className={box}>
            <h2>{t('oidc:title')}</h2>
            <LinkedAccounts />
          </section>
        )}
        <section className={box}>
          <h2>{t('feed.title')}</h2>
          <CalendarFeed />
        </section>
        <section ref={sessions} className={box}>
          <h2>{t('sessions.title')}</h2>
          <SessionList />
        </section>
        <section ref={kept} className={classNames(box, styles.target)} tabIndex={-1} aria-labelledby="profile-kept">
          <h2 id="profile-kept">{t('offline-files:title')}</h2>
          <OfflineFiles />
        </section>
        <section className={box}>
          <h2>{t('personaldata:title')}</h2>
          <div className={devices.feed}>
            <p>{t('personaldata:about')}</p>
            <div className={devices.actions}>
              <Link to="/profile/$part" params={{ part: 'mydata' }} className={buttonClasses('soft')}>
                {t('openMyData')}
              </Link>
            </div>
          </div>
        </section>
      </div>
    </div>
  );
}

/**
 * Brings a part to the top of the screen and gives it the focus, once what stands before it was painted in its height: a
 * frame that grows and scrolls at once is seen to jump.
 */
function usePartInView(isAsked: boolean) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        part.current?.scrollIntoView();
        part.current?.focus({ preventScroll: true });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isAsked]);
  return part;
}

/** How the portal looks and answers on this device, and the way out. */
function Settings() {
  const { t } = useTranslation('profile');
  return (
    <section className={box}>
      <h2>{t('settings')}</h2>
      <div className={styles.setting}>
        <b>
          <Icon of={translate} />
          {t('common:menu.language')}
        </b>
        <LanguageChoice />
      </div>
      <div className={styles.setting}>
        <b>
          <Icon of={moon} />
          {t('look')}
        </b>
        <SegmentedControl
          label={t('look')}
          segments={[
            { value: 'light', name: t('light') },
            { value: 'dark', name: t('dark') },
          ]}
          value={useAtom(theme)}
          onChoose={chooseTheme}
        />
      </div>
      <Switch className={styles.setting} checked={useAtom(singleKeyShortcutsEnabled)} onChange={setSingleKeyShortcuts}>
        <b>
          <Icon of={keyboard} />
          {t('keys')}
        </b>
      </Switch>
      <div className={styles.setting}>
        <b>
          <Icon of={signOutIcon} />
          {t('leave')}
        </b>
        <Button onClick={requestSignOut}>{t('common:menu.signOut')}</Button>
      </div>
    </section>
  );
}

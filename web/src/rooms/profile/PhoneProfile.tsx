import bell from 'icon:bell';
import calendar from 'icon:calendar-dots';
import caretRight from 'icon:caret-right-bold';
import cloud from 'icon:cloud-check';
import devices from 'icon:devices';
import fileZip from 'icon:file-zip';
import fingerprint from 'icon:fingerprint';
import identification from 'icon:identification-card';
import keyboard from 'icon:keyboard';
import lockKey from 'icon:lock-key';
import moon from 'icon:moon';
import shieldCheck from 'icon:shield-check';
import signOutIcon from 'icon:sign-out';
import translate from 'icon:translate';
import userCircle from 'icon:user-circle';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { requestSignOut } from '../../core/confirmSignOut.ts';
import { chooseSingleKeys, singleKeys } from '../../core/keys.ts';
import { session } from '../../core/session.ts';
import { chooseTheme, theme } from '../../core/theme.ts';
import card from '../../kit/Card.module.css';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { LanguageChoice } from '../../kit/LanguageChoice.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { PasskeySettings } from '../../university/passkeys/PasskeySettings.tsx';
import { SecondStepSettings } from '../../university/secondstep/SecondStepSettings.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { Facts } from './Facts.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import styles from './ProfilePage.module.css';
import { SessionList } from './SessionList.tsx';

type Sheet = 'facts' | 'password' | 'second' | 'passkeys' | 'linked' | 'feed' | 'sessions';

/** Rows that open sheets, and the settings. */
export function PhoneProfile() {
  const { t } = useTranslation('profile');
  const { config } = useAtom(session);
  const dark = useAtom(theme) === 'dark';
  // Whoever comes back from a provider left from its sheet.
  const { linked } = useSearch({ strict: false }) as { linked?: unknown };
  const [sheet, setSheet] = useState<Sheet | null>(linked === undefined ? null : 'linked');
  const menu = `${styles.menu} ${card.card}`;
  const close = () => setSheet(null);
  return (
    <>
      <div className={menu}>
        <button type="button" className={styles.row} onClick={() => setSheet('facts')}>
          <Icon of={userCircle} />
          <b>{t('about')}</b>
          <Icon of={caretRight} size="s" className={styles.caret} />
        </button>
        <Link to="/profile/notices" className={styles.row}>
          <Icon of={bell} />
          <b>{t('notification-settings:title')}</b>
          <Icon of={caretRight} size="s" className={styles.caret} />
        </Link>
        <Link to="/profile/kept" className={styles.row}>
          <Icon of={cloud} />
          <b>{t('kept:title')}</b>
          <Icon of={caretRight} size="s" className={styles.caret} />
        </Link>
        <button type="button" className={styles.row} onClick={() => setSheet('password')}>
          <Icon of={lockKey} />
          <b>{t('change.do')}</b>
          <Icon of={caretRight} size="s" className={styles.caret} />
        </button>
        <button type="button" className={styles.row} onClick={() => setSheet('second')}>
          <Icon of={shieldCheck} />
          <b>{t('secondstep:title')}</b>
          <Icon of={caretRight} size="s" className={styles.caret} />
        </button>
        <button type="button" className={styles.row} onClick={() => setSheet('passkeys')}>
          <Icon of={fingerprint} />
          <b>{t('passkeys:title')}</b>
          <Icon of={caretRight} size="s" className={styles.caret} />
        </button>
        {config && config.ways.length > 0 && (
          <button type="button" className={styles.row} onClick={() => setSheet('linked')}>
            <Icon of={identification} />
            <b>{t('oidc:title')}</b>
            <Icon of={caretRight} size="s" className={styles.caret} />
          </button>
        )}
        <button type="button" className={styles.row} onClick={() => setSheet('feed')}>
          <Icon of={calendar} />
          <b>{t('feed.title')}</b>
          <Icon of={caretRight} size="s" className={styles.caret} />
        </button>
        <button type="button" className={styles.row} onClick={() => setSheet('sessions')}>
          <Icon of={devices} />
          <b>{t('sessions.title')}</b>
          <Icon of={caretRight} size="s" className={styles.caret} />
        </button>
        <Link to="/profile/mydata" className={styles.row}>
          <Icon of={fileZip} />
          <b>{t('personaldata:title')}</b>
          <Icon of={caretRight} size="s" className={styles.caret} />
        </Link>
      </div>
      <div className={menu}>
        <Switch className={styles.row} checked={dark} onChange={(on) => chooseTheme(on ? 'dark' : 'light')}>
          <Icon of={moon} />
          <b>{t('common:menu.dark')}</b>
        </Switch>
        <Switch className={styles.row} checked={useAtom(singleKeys)} onChange={chooseSingleKeys}>
          <Icon of={keyboard} />
          <b>{t('keys')}</b>
        </Switch>
        <div className={styles.row}>
          <Icon of={translate} />
          <b>{t('common:menu.language')}</b>
          <LanguageChoice tight />
        </div>
      </div>
      <div className={menu}>
        <button type="button" className={`${styles.row} ${styles.out}`} onClick={requestSignOut}>
          <Icon of={signOutIcon} />
          <b>{t('common:menu.signOut')}</b>
        </button>
      </div>
      {config && <p className={styles.version}>{t('common:version', { version: config.version })}</p>}
      <Dialog open={sheet === 'facts'} onClose={close} title={t('about')}>
        <Facts />
      </Dialog>
      <Dialog open={sheet === 'password'} onClose={close} title={t('change.title')}>
        <ChangePassword onDone={close} />
      </Dialog>
      <Dialog open={sheet === 'second'} onClose={close} title={t('secondstep:title')}>
        <SecondStepSettings />
      </Dialog>
      <Dialog open={sheet === 'passkeys'} onClose={close} title={t('passkeys:title')}>
        <PasskeySettings />
      </Dialog>
      <Dialog open={sheet === 'linked'} onClose={close} title={t('oidc:title')}>
        <LinkedAccounts />
      </Dialog>
      <Dialog open={sheet === 'feed'} onClose={close} title={t('feed.title')}>
        <CalendarFeed />
      </Dialog>
      <Dialog open={sheet === 'sessions'} onClose={close} title={t('sessions.title')}>
        <SessionList />
      </Dialog>
    </>
  );
}

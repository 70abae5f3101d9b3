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
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasskeySettings } from '../../account/passkeys/PasskeySettings.tsx';
import { SecondStepSettings } from '../../account/secondstep/SecondStepSettings.tsx';
import { useAtom } from '../../core/atom.ts';
import { requestSignOut } from '../../core/confirmSignOut.ts';
import { setSingleKeyShortcuts, singleKeyShortcutsEnabled } from '../../core/keys.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { chooseTheme, theme } from '../../core/theme.ts';
import card from '../../kit/Card.module.css';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon, type IconDrawing } from '../../kit/Icon.tsx';
import { LanguageChoice } from '../../kit/LanguageChoice.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { ProfileDetails } from './ProfileDetails.tsx';
import styles from './ProfilePage.module.css';
import { SessionList } from './SessionList.tsx';

const menu = `${styles.menu} ${card.card}`;

type Sheet = 'facts' | 'password' | 'second' | 'passkeys' | 'linked' | 'feed' | 'sessions';

/** Rows that open sheets, and the settings. */
export function PhoneProfile() {
  const { t } = useTranslation('profile');
  const { config } = useAtom(session);
  const navigate = useNavigate();
  // Whoever comes back from a provider left from its sheet; a notice of a new device leads to the one of the devices.
  const { linked, at } = useSearchParams('/profile');
  const [chosen, setSheet] = useState<Sheet | null>(linked === undefined ? null : 'linked');
  const sheet = chosen ?? (at === 'devices' ? 'sessions' : null);
  const close = () => {
    setSheet(null);
    // The next such notice opens it again.
    if (at !== undefined) void navigate({ to: '.', search: {}, replace: true });
  };
  return (
    <>
      <div className={menu}>
        <SheetRow icon={userCircle} name={t('about')} onOpen={() => setSheet('facts')} />
        <PageRow icon={bell} name={t('notification-settings:title')} part="notices" />
        <PageRow icon={cloud} name={t('offline-files:title')} part="kept" />
        <SheetRow icon={lockKey} name={t('change.do')} onOpen={() => setSheet('password')} />
        <SheetRow icon={shieldCheck} name={t('secondstep:title')} onOpen={() => setSheet('second')} />
        <SheetRow icon={fingerprint} name={t('passkeys:title')} onOpen={() => setSheet('passkeys')} />
        {config && config.ways.length > 0 && (
          <SheetRow icon={identification} name={t('oidc:title')} onOpen={() => setSheet('linked')} />
        )}
        <SheetRow icon={calendar} name={t('feed.title')} onOpen={() => setSheet('feed')} />
        <SheetRow icon={devices} name={t('sessions.title')} onOpen={() => setSheet('sessions')} />
        <PageRow icon={fileZip} name={t('personaldata:title')} part="mydata" />
      </div>
      <Settings />
      <div className={menu}>
        <button type="button" className={`${styles.row} ${styles.out}`} onClick={requestSignOut}>
          <Icon of={signOutIcon} />
          <b>{t('common:menu.signOut')}</b>
        </button>
      </div>
      {config && <p className={styles.version}>{t('common:version', { version: config.version })}</p>}
      <Sheets shown={sheet} onClose={close} />
    </>
  );
}

interface RowProps {
  icon: IconDrawing;
  name: string;
}

/** A row that opens a sheet. */
function SheetRow({ icon, name, onOpen }: RowProps & { onOpen: () => void }) {
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <Icon of={icon} />
      <b>{name}</b>
      <Icon of={caretRight} size="s" className={styles.caret} />
    </button>
  );
}

/** A row that leads to a page of its own. */
function PageRow({ icon, name, part }: RowProps & { part: 'notices' | 'kept' | 'mydata' }) {
  return (
    <Link to="/profile/$part" params={{ part }} className={styles.row}>
      <Icon of={icon} />
      <b>{name}</b>
      <Icon of={caretRight} size="s" className={styles.caret} />
    </Link>
  );
}

/** Whether a keyboard may be at hand: no browser says it, but a mouse or a touch pad comes with one. */
const mayHaveKeyboard = () => !matchMedia('(pointer: coarse)').matches || matchMedia('(any-pointer: fine)').matches;

/** How the portal looks and answers on this device. */
function Settings() {
  const { t } = useTranslation('profile');
  const dark = useAtom(theme) === 'dark';
  const singleKeys = useAtom(singleKeyShortcutsEnabled);
  return (
    <div className={menu}>
      <Switch className={styles.row} checked={dark} onChange={(on) => chooseTheme(on ? 'dark' : 'light')}>
        <Icon of={moon} />
        <b>{t('common:menu.dark')}</b>
      </Switch>
      {mayHaveKeyboard() && (
        <Switch className={styles.row} checked={singleKeys} onChange={setSingleKeyShortcuts}>
          <Icon of={keyboard} />
          <b>{t('keys')}</b>
        </Switch>
      )}
      <div className={styles.row}>
        <Icon of={translate} />
        <b>{t('common:menu.language')}</b>
        <LanguageChoice tight />
      </div>
    </div>
  );
}

/** What the rows open. */
function Sheets({ shown, onClose }: { shown: Sheet | null; onClose: () => void }) {
  const { t } = useTranslation('profile');
  return (
    <>
      <Dialog open={shown === 'facts'} onClose={onClose} title={t('about')}>
        <ProfileDetails />
      </Dialog>
      <Dialog open={shown === 'password'} onClose={onClose} title={t('change.title')}>
        <ChangePasswordForm onDone={onClose} />
      </Dialog>
      <Dialog open={shown === 'second'} onClose={onClose} title={t('secondstep:title')}>
        <SecondStepSettings />
      </Dialog>
      <Dialog open={shown === 'passkeys'} onClose={onClose} title={t('passkeys:title')}>
        <PasskeySettings />
      </Dialog>
      <Dialog open={shown === 'linked'} onClose={onClose} title={t('oidc:title')}>
        <LinkedAccounts />
      </Dialog>
      <Dialog open={shown === 'feed'} onClose={onClose} title={t('feed.title')}>
        <CalendarFeed />
      </Dialog>
      <Dialog open={shown === 'sessions'} onClose={onClose} title={t('sessions.title')}>
        <SessionList />
      </Dialog>
    </>
  );
}

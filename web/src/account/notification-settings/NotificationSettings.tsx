import desktop from 'icon:desktop';
import mobileIcon from 'icon:device-mobile';
import { parseDeviceName } from '@bilim/contract/device-name.ts';
import { notificationTopics } from '@bilim/contract/topics.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { screenState } from '../../core/screen.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { classNames } from '../../kit/classNames.ts';
import { isHandheld } from '../../kit/device.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { Time } from '../../kit/Time.tsx';
import type { StoredNotificationSettings } from './device.ts';
import { canReceiveMail, useMailAddress } from './email-address.data.ts';
import { MailSettings } from './MailSettings.tsx';
import styles from './NotificationSettings.module.css';
import {
  type NotificationChannel,
  useNotificationSettingMutations,
  useNotificationSettings,
} from './notification-settings.data.ts';
import { PushSetup } from './PushSetup.tsx';

/** Topics with a line that says how they come. */
const explained: readonly string[] = ['groups', 'lessons', 'news'];

/** What a person is notified of and how, saved with each touch; without a network it can be read. */
export function NotificationSettings() {
  const { t } = useTranslation('notification-settings');
  const connected = useAtom(isPortalReachable);
  const { data, error, isPending, refetch } = useNotificationSettings();
  const mail = useMailAddress();
  // What comes first depends on the device, of which the server knows nothing.
  if (isPending || import.meta.env.SSR)
    return (
      <Skeleton className={styles.all}>
        {[1, 2, 3].map((place) => (
          <SkeletonBar key={place} className={styles.skeletonBar} />
        ))}
      </Skeleton>
    );
  if (!data) return error && <LoadFailure title={t('failed')} failure={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.all}>
      {!connected && <InlineAlert>{t('offline')}</InlineAlert>}
      {!data.isOff && !data.devices.some(({ isThis }) => isThis) && <PushSetup />}
      <fieldset className={styles.part} disabled={!connected}>
        <Topics settings={data} channels={canReceiveMail(mail) ? ['push', 'mail'] : ['push']} />
        {mail && <MailSettings mail={mail} settings={data} />}
        <Quiet settings={data} />
        <Devices settings={data} />
      </fieldset>
    </div>
  );
}

function Topics({
  settings,
  channels,
}: {
  settings: StoredNotificationSettings;
  channels: readonly NotificationChannel[];
}) {
  const { t } = useTranslation('notification-settings');
  const { mobile } = useAtom(screenState);
  const { choose } = useNotificationSettingMutations();
  const names = { push: t(mobile ? 'way.phone' : 'way.devices'), mail: t('way.mail') };
  const several = channels.length > 1 && styles.several;
  return (
    <section aria-labelledby="telling-topics">
      <div className={classNames(styles.head, several)}>
        <h2 id="telling-topics">{t('topics')}</h2>
        {channels.map((channel) => (
          <span key={channel} aria-hidden="true">
            {names[channel]}
          </span>
        ))}
      </div>
      <fieldset className={classNames(card.card, styles.part)} disabled={settings.isOff}>
        <ul>
          {notificationTopics.map((topic) => (
            <li key={topic} className={classNames(styles.topic, several)}>
              <span>
                <b>{t(`topic.${topic}`)}</b>
                {explained.includes(topic) && <small>{t(`more.${topic}`)}</small>}
              </span>
              {channels.map((channel) => (
                <Checkbox
                  key={channel}
                  className={styles.box}
                  label={`${t(`topic.${topic}`)}: ${names[channel]}`}
                  checked={settings[channel].includes(topic)}
                  onChange={(on) => choose(channel, topic, on)}
                />
              ))}
            </li>
          ))}
        </ul>
      </fieldset>
    </section>
  );
}

function Quiet({ settings }: { settings: StoredNotificationSettings }) {
  const { t } = useTranslation('notification-settings');
  const { set } = useNotificationSettingMutations();
  const row = (name: 'isQuiet' | 'isOpen' | 'isOff', words: string) => (
    <Switch className={styles.one} checked={settings[name]} onChange={(on) => set(name, on, settings[name])}>
      <span>
        <b>{t(words)}</b>
        <small>{t(`${words}More`)}</small>
      </span>
    </Switch>
  );
  return (
    <>
      <section aria-labelledby="telling-quiet">
        <div className={styles.head}>
          <h2 id="telling-quiet">{t('quiet.title')}</h2>
        </div>
        <div className={card.card}>
          {row('isQuiet', 'quiet.night')}
          {settings.isQuiet && (
            <div className={classNames(styles.one, styles.hours)}>
              <b>{t('quiet.time')}</b>
              <Hour
                label={t('quiet.from')}
                at={settings.quietFrom}
                onSet={(at) => set('quietFrom', at, settings.quietFrom)}
              />
              <span aria-hidden="true">–</span>
              <Hour label={t('quiet.to')} at={settings.quietTo} onSet={(at) => set('quietTo', at, settings.quietTo)} />
            </div>
          )}
        </div>
      </section>
      <section aria-labelledby="telling-shown">
        <div className={styles.head}>
          <h2 id="telling-shown">{t('shown.title')}</h2>
        </div>
        <div className={card.card}>
          {row('isOpen', 'shown.open')}
          {row('isOff', 'shown.off')}
        </div>
      </section>
    </>
  );
}

const halves = Array.from({ length: 48 }, (_, n) => `${String(n >> 1).padStart(2, '0')}:${n % 2 ? '30' : '00'}`);

/** A time of day by half hours: the system's own list, for its own field of a time is in the browser's language. */
function Hour({ label, at, onSet }: { label: string; at: string; onSet: (at: string) => void }) {
  return (
    <select aria-label={label} value={at} onChange={({ target }) => onSet(target.value)}>
      {[...new Set([...halves, at])].sort().map((time) => (
        <option key={time}>{time}</option>
      ))}
    </select>
  );
}

function Devices({ settings }: { settings: StoredNotificationSettings }) {
  const { t } = useTranslation('notification-settings');
  const { remove } = useNotificationSettingMutations();
  if (!settings.devices.length) return null;
  return (
    <section aria-labelledby="telling-devices">
      <div className={styles.head}>
        <h2 id="telling-devices">{t('devices.title')}</h2>
      </div>
      <ul className={card.card} aria-labelledby="telling-devices">
        {settings.devices.map((device) => {
          const name = t(
            `devices.${device.isThis ? 'this' : 'other'}.${isHandheld(device.agent) ? 'phone' : 'computer'}`,
          );
          return (
            <li key={device.id_device} className={classNames(styles.one, styles.device)}>
              <Icon of={isHandheld(device.agent) ? mobileIcon : desktop} />
              <span>
                <b>{name}</b>
                <small>
                  <span translate="no">{parseDeviceName(device.agent) ?? t('devices.unknown')}</span> ·{' '}
                  {device.isThis ? t('devices.on') : <Time at={device.told ?? device.added} form="exact" />}
                </small>
              </span>
              <Button look="quiet" aria-label={t('devices.offOf', { name })} onClick={() => remove(device)}>
                {t('devices.off')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { declinePushOffer } from '../../core/offline/pushNotifications.ts';
import { Button } from '../../kit/Button.tsx';
import { useNotificationSettings } from './notification-settings.data.ts';
import { PushSetup } from './PushSetup.tsx';

/** Whoever says no is not asked again on this device. */
export default function NotificationOfferCard({ uid, className }: { uid: number; className: string | undefined }) {
  const { t } = useTranslation('notification-settings');
  const { data } = useNotificationSettings();
  const [isDeclined, setDeclined] = useState(false);
  if (isDeclined || !data || data.isOff || data.devices.some(({ isThis }) => isThis)) return null;
  const decline = () => {
    declinePushOffer(uid);
    setDeclined(true);
  };
  return (
    <PushSetup className={className}>
      <Button look="quiet" onClick={decline}>
        {t('on.later')}
      </Button>
    </PushSetup>
  );
}

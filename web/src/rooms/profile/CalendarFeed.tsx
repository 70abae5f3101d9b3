import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button } from '../../kit/Button.tsx';
import { ConfirmationDialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Devices.module.css';
import { useCalendarFeed, useCalendarFeedAction } from './profile.data.ts';

/** The address at which a calendar program reads the person's timetable: make, copy, change, revoke. */
export function CalendarFeed() {
  const { t } = useTranslation('profile');
  const connected = useAtom(isPortalReachable);
  const feed = useCalendarFeed();
  const change = useCalendarFeedAction();
  const [copied, setCopied] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  if (feed.isPending)
    return (
      <Skeleton>
        <SkeletonBar className={styles.feedSkeleton} />
      </Skeleton>
    );
  if (feed.data === undefined)
    return (
      feed.error && (
        <LoadFailure small title={t('feed.failed')} failure={feed.error} onRetry={() => void feed.refetch()} />
      )
    );

  const address = feed.data;
  /** Without the clipboard (plain http) the address is selected, so that one key or touch copies it. */
  async function copy() {
    try {
      await navigator.clipboard.writeText(address ?? '');
      setCopied(true);
    } catch {
      place.current?.querySelector('input')?.select();
    }
  }
  return (
    <div className={styles.feed} ref={place}>
      <p>{t('feed.about')}</p>
      {address && <TextField label={t('feed.address')} readOnly value={address} translate="no" />}
      <div className={styles.actions}>
        {address && (
          <Button look="primary" onClick={() => void copy()}>
            {t(copied ? 'feed.copied' : 'feed.copy')}
          </Button>
        )}
        <Button
          disabled={!connected || change.isPending}
          onClick={() => change.mutate('renew', { onSuccess: () => setCopied(false) })}
        >
          {t(address ? 'feed.renew' : 'feed.make')}
        </Button>
        {address && (
          <Button look="dangerQuiet" disabled={!connected} onClick={() => setConfirming(true)}>
            {t('feed.revoke')}
          </Button>
        )}
      </div>
      <ConfirmationDialog
        open={isConfirming}
        danger
        title={t('feed.revokeTitle')}
        yes={t('feed.revoke')}
        busy={change.isPending}
        onNo={() => setConfirming(false)}
        onYes={() => change.mutate('revoke', { onSettled: () => setConfirming(false) })}
      >
        {t('feed.revokeText')}
      </ConfirmationDialog>
    </div>
  );
}

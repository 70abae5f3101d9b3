import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../core/clock.ts';
import { formatClockTime } from '../core/time.ts';
import { EmptyState } from './States.tsx';

/** Stands in place of what was open until the right to it was withdrawn a moment ago, and says when. */
export function PermissionWithdrawn() {
  const { t } = useTranslation();
  const [since] = useState(now);
  return <EmptyState title={t('closedRoom.taken', { time: formatClockTime(since) })} />;
}

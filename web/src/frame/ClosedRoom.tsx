import type { RoomEntry } from '@bilim/contract/rooms.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../core/clock.ts';
import { clockTime } from '../core/time.ts';
import { Page } from '../kit/Page.tsx';
import { EmptyState } from '../kit/States.tsx';

/**
 * Stands for the page of a room that is for others: whom it is for, in one sentence. `isTaken`: the person had the page open
 * when their right to it was withdrawn.
 */
export function ClosedRoom({ room, isTaken }: { room: RoomEntry; isTaken: boolean }) {
  const { t } = useTranslation();
  const [since] = useState(now);
  const { name, tab, who } = room;
  const isForRole = who === 'student' || who === 'teacher';
  const whom = isForRole ? who : isTaken ? 'taken' : 'permission';
  return (
    <Page title={t(`rooms.${name}.name`)} fromApps={!tab}>
      <EmptyState title={t(`closedRoom.${whom}`, { time: clockTime(since) })} />
    </Page>
  );
}

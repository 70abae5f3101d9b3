import type { RoomEntry } from '@bilim/contract/rooms.ts';
import { useTranslation } from 'react-i18next';
import { Page } from '../kit/Page.tsx';
import { PermissionWithdrawn } from '../kit/PermissionWithdrawn.tsx';
import { EmptyState } from '../kit/States.tsx';

/**
 * Stands for the page of a room that is for others: whom it is for, in one sentence. `isTaken`: the person had the page open
 * when their right to it was withdrawn.
 */
export function ClosedRoom({ room, isWithdrawn }: { room: RoomEntry; isWithdrawn: boolean }) {
  const { t } = useTranslation();
  const { name, tab, access } = room;
  const isForRole = access === 'student' || access === 'staff';
  return (
    <Page title={t(`rooms.${name}.name`)} fromApps={!tab}>
      {isWithdrawn && !isForRole ? (
        <PermissionWithdrawn />
      ) : (
        <EmptyState title={t(`closedRoom.${isForRole ? access : 'permission'}`)} />
      )}
    </Page>
  );
}

import type { RoomEntry } from '@bilim/contract/rooms.ts';
import { useTranslation } from 'react-i18next';
import { Page } from '../kit/Page.tsx';
import { Empty } from '../kit/States.tsx';

/** Stands for the page of a room that is for others: whom it is for, in one sentence. */
export function ClosedRoom({ room }: { room: RoomEntry }) {
  const { t } = useTranslation();
  const { name, tab, who } = room;
  const isForRole = who === 'student' || who === 'teacher';
  return (
    <Page title={t(`rooms.${name}.name`)} fromApps={!tab}>
      <Empty title={t(isForRole ? `closedRoom.${who}` : 'closedRoom.permission')} />
    </Page>
  );
}

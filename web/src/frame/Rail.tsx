import { readChosen } from '@bilim/contract/chosen.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { session } from '../core/session.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Count } from '../kit/Count.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import { HornedLozenge, Mark } from '../kit/Ornament.tsx';
import { usePhoto } from '../university/photo.data.ts';
import { useUnread } from '../university/unread.data.ts';
import styles from './Rail.module.css';
import { roomParts } from './roomParts.ts';
import { PanelContent } from './SidePanel.tsx';
import { useRooms } from './useRooms.ts';

/** The apps panel of the desktop: one row of rooms, the current one cut out of the dark. */
export function Rail() {
  const { t } = useTranslation();
  const { mine, current } = useRooms();
  const { total } = useUnread();
  return (
    <header className={styles.rail}>
      <Link to="/" search={readChosen} className={styles.brand} aria-label={t('rooms.apps.name')}>
        <Mark />
      </Link>
      <DrawerButton />
      <nav aria-label={t('panel.sections')}>
        {mine
          .filter(({ rail }) => rail)
          .map((room) => (
            <Link
              key={room.name}
              to={room.path}
              search={readChosen}
              aria-current={room === current ? 'page' : undefined}
              activeProps={{}}
            >
              <Icon of={roomParts[room.name][room === current ? 'current' : 'plain']} />
              <span>{t(`rooms.${room.name}.name`)}</span>
              {room.name === 'chat' && <Count of={total} className={styles.count} />}
            </Link>
          ))}
      </nav>
      <HornedLozenge className={styles.foot} />
    </header>
  );
}

/** Between 900 and 1179 px the side panel is a drawer, opened by the person's picture at the top of the rail. */
function DrawerButton() {
  const { t } = useTranslation();
  const { user } = useCell(session);
  const { pathname } = useLocation();
  /** The address on which the drawer was opened: another page closes it. */
  const [openOn, setOpenOn] = useState<string | null>(null);
  const open = openOn === pathname;
  const setOpen = (next: boolean) => setOpenOn(next ? pathname : null);
  const photo = usePhoto(user?.photo ? user.uid : null, user?.role ?? null);
  if (!user) return null;
  return (
    <>
      <button
        type="button"
        className={styles.me}
        aria-label={t('panel.open')}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Avatar id={user.uid} fullName={user.fullName} photo={photo} />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('panel.label')} drawer="left">
        <PanelContent onChoose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

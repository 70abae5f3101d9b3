import bell from 'icon:bell';
import bellFill from 'icon:bell-fill';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { useKeyPress } from '../core/keys.ts';
import { createLazyComponent, isFirstPageReady } from '../core/lazy.ts';
import { screenState } from '../core/screen.ts';
import { CountBadge } from '../kit/CountBadge.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Popover } from '../kit/Popover.tsx';
import styles from './NoticeBell.module.css';
import { useNotices } from './notices.data.ts';

/** Its rows come when they are first asked for. */
const NoticePanel = createLazyComponent(() => import('./NoticePanel.tsx'), { texts: 'notices' });

/** The bell with the count of what is new: opens the newest on wide screens (B does too), their page on the phone. */
export function NoticeBell() {
  const { t } = useTranslation();
  const { mobile } = useAtom(screenState);
  const [open, setOpen] = useState(false);
  const { count } = useNotices(useAtom(isFirstPageReady));
  useKeyPress('KeyB', () => setOpen(!mobile));
  const inside = (
    <>
      <Icon of={open ? bellFill : bell} />
      <span className="hidden-text">{t('rooms.notices.name')}</span>
      <CountBadge of={count} className={styles.count} />
    </>
  );
  if (mobile)
    return (
      <Link to="/notices" className={styles.bell}>
        {inside}
      </Link>
    );
  const button = (
    <button type="button" className={styles.bell}>
      {inside}
    </button>
  );
  return (
    <Popover
      trigger={button}
      label={t('rooms.notices.name')}
      open={open}
      onOpenChange={setOpen}
      className={styles.panel}
    >
      <NoticePanel onClose={() => setOpen(false)} />
    </Popover>
  );
}

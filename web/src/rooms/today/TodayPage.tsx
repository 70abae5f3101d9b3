import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Launcher } from '../../apps/Launcher.tsx';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { prepareStaffWork } from './staffWork.ts';
import { TodayDashboard } from './TodayDashboard.tsx';

/** Fetches what this person will be shown; when it does not come, the page did not. */
export const prepare = (): Promise<void> => prepareStaffWork(session.get().user);

/** The day; on wide screens the launcher with the links has an address of its own. */
export default function TodayPage() {
  const { mobile } = useAtom(screenState);
  const { pathname } = useLocation();
  // As it was opened: while another page is fetched the address is already that one's.
  const [isHome] = useState(() => pathname.replace(/\/$/, '') === '');
  return mobile || isHome ? <TodayDashboard /> : <Launcher />;
}

import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Toasts } from '../kit/Toast.tsx';
import styles from './Frame.module.css';
import { NetworkBanner } from './NetworkBanner.tsx';

/** Around every page: the network banner above, toasts over it. */
export function Frame() {
  return (
    <div className={styles['frame']}>
      <NetworkBanner />
      <div className={styles['page']}>
        <Suspense>
          <Outlet />
        </Suspense>
      </div>
      <Toasts />
    </div>
  );
}

import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import styles from './Frame.module.css';
import { NetworkBanner } from './NetworkBanner.tsx';

/** Around every page: the network banner above it. */
export function Frame() {
  return (
    <div className={styles.frame}>
      <NetworkBanner />
      <div className={styles.page}>
        <Suspense>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}

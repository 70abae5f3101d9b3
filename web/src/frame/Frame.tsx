import { type ReactNode, Suspense } from 'react';
import { useAtom } from '../core/atom.ts';
import { lazyComponent } from '../core/lazy.ts';
import { session } from '../core/session.ts';
import styles from './Frame.module.css';
import { NetworkBanner } from './NetworkBanner.tsx';

/** Once in a year or two. */
const MaintenanceBanner = lazyComponent(() => import('./MaintenanceBanner.tsx'), { texts: 'maintenance' });

/** Around every page: above it what is wrong with the network, and work on the server. */
export function Frame({ children }: { children: ReactNode }) {
  const { config } = useAtom(session);
  return (
    <div className={styles.frame}>
      <NetworkBanner />
      {config?.maintenance && <MaintenanceBanner />}
      <div className={styles.page}>
        <Suspense>{children}</Suspense>
      </div>
    </div>
  );
}

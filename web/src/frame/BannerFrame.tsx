import { type ReactNode, Suspense } from 'react';
import { useAtom } from '../core/atom.ts';
import { createLazyComponent } from '../core/lazy.ts';
import { session } from '../core/session.ts';
import styles from './BannerFrame.module.css';
import { NetworkBanner } from './NetworkBanner.tsx';

/** Once in a year or two. */
const MaintenanceBanner = createLazyComponent(() => import('./MaintenanceBanner.tsx'), { texts: 'maintenance' });

/** Around every page: above it what is wrong with the network, and work on the server. */
export function BannerFrame({ children }: { children: ReactNode }) {
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

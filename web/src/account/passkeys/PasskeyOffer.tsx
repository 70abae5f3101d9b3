import { useEffect, useState } from 'react';
import { useAtom } from '../../core/atom.ts';
import { createLazyComponent, isFirstPageReady } from '../../core/lazy.ts';
import { session } from '../../core/session.ts';
import { mayOfferPasskey } from './offered.ts';

const PasskeyOfferCard = createLazyComponent(() => import('./PasskeyOfferCard.tsx'), { texts: 'passkeys' });

/** Offers a key for the next sign-in, once on each device that can keep one. */
export function PasskeyOffer({ className }: { className: string | undefined }) {
  const { user } = useAtom(session);
  const uid = user?.uid ?? 0;
  // A key is added with the password, which they may not have.
  const canAdd = !user?.hasNoPassword;
  const isTime = useAtom(isFirstPageReady);
  const [isFit, setFit] = useState(false);
  useEffect(() => {
    if (isTime && canAdd) void mayOfferPasskey(uid).then(setFit);
  }, [isTime, canAdd, uid]);
  return isFit && <PasskeyOfferCard uid={uid} className={className} onDone={() => setFit(false)} />;
}

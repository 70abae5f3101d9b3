import { useAtom } from '../../core/atom.ts';
import { createLazyComponent, isFirstPageReady } from '../../core/lazy.ts';
import { canOfferPush } from '../../core/offline/pushNotifications.ts';
import { session } from '../../core/session.ts';

const NotificationOfferCard = createLazyComponent(() => import('./NotificationOfferCard.tsx'), {
  texts: 'notification-settings',
});

/** Offers notifications on this device once; `isFit`: something just happened for which a notification would have helped. */
export function NotificationOffer({ isFit, className }: { isFit: boolean; className: string | undefined }) {
  const uid = useAtom(session).user?.uid ?? 0;
  const isTime = useAtom(isFirstPageReady) && isFit;
  return isTime && canOfferPush(uid) && <NotificationOfferCard uid={uid} className={className} />;
}

import plus from 'icon:plus-bold';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { useHighlightedRowId } from '../../kit/highlighted.ts';
import { Page } from '../../kit/Page.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { NewOrderForm } from './NewOrderForm.tsx';
import { OrderCard } from './OrderCard.tsx';
import styles from './Orders.module.css';
import { useMarkOrdersSeen, useOrders } from './singlewindow.data.ts';

/** The person's orders and the form for a new one. */
export default function SinglewindowPage() {
  const { t } = useTranslation('singlewindow');
  const { mobile } = useAtom(screenState);
  // A document that the one search found by its name; the address keeps it as it is chosen.
  const wanted = useSearchParams('/singlewindow').new ?? null;
  const [sheet, setSheet] = useState(false);
  useEffect(() => setSheet(wanted !== null), [wanted]);
  return (
    <Page
      title={t('title')}
      fromApps
      head={!mobile && <p className={styles.about}>{t('about')}</p>}
      className={styles.page}
    >
      <div className={styles.columns}>
        <Orders />
        {mobile ? (
          <div className={styles.foot}>
            <Button look="primary" big wide icon={plus} onClick={() => setSheet(true)}>
              {t('new')}
            </Button>
          </div>
        ) : (
          <section className={classNames(card.card, styles.new)} aria-labelledby="new">
            <h2 id="new">{t('new')}</h2>
            <NewOrderForm key={wanted} wanted={wanted} />
          </section>
        )}
      </div>
      <Dialog keeps open={mobile && sheet} onClose={() => setSheet(false)} title={t('new')}>
        <NewOrderForm key={wanted} wanted={wanted} onDone={() => setSheet(false)} />
      </Dialog>
    </Page>
  );
}

function Orders() {
  const { t } = useTranslation('singlewindow');
  const orders = useOrders();
  const highlighted = useHighlightedRowId('/singlewindow', 'order');
  useMarkOrdersSeen(orders.data);
  if (orders.isPending)
    return (
      <Skeleton className={styles.list}>
        {[1, 2, 3].map((place) => (
          <SkeletonBar key={place} className={styles.skeletonBar} />
        ))}
      </Skeleton>
    );
  if (!orders.data)
    return (
      orders.error && <LoadFailure title={t('failed')} failure={orders.error} onRetry={() => void orders.refetch()} />
    );
  if (!orders.data.length) return <EmptyState title={t('empty')}>{t('emptyMore')}</EmptyState>;
  return (
    <ul className={styles.list} aria-label={t('mine')}>
      {orders.data.map((order) => (
        <OrderCard key={order.id_okno_zakaz} order={order} isHighlighted={order.id_okno_zakaz === highlighted} />
      ))}
    </ul>
  );
}

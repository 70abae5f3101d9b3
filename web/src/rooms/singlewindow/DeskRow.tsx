import chat from 'icon:chat-circle';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Tag } from '../../kit/CountBadge.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { formatNameWithHint, shortName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import styles from './Desk.module.css';
import type { QueuedOrder } from './desk.data.ts';
import { nextDeskAction } from './next-action.ts';
import { formatOrderRegion } from './OrderCard.tsx';
import { useOrderWaitFormatter } from './useOrderWaitFormatter.ts';

interface Props {
  order: QueuedOrder;
  /** Whether it is chosen; null where nothing is done with several at once. */
  isChosen: boolean | null;
  isCurrent: boolean;
  isBusy: boolean;
  /** By whom it was taken a moment ago, in a sentence. */
  departure: string | undefined;
  onChoose: (on: boolean) => void;
  onCurrent: () => void;
  onOpen: () => void;
  onNext: () => void;
}

/** An order in the queue: the whole row opens it; under the cursor stands its one next act. */
export function DeskRow({ order, isChosen, isCurrent, isBusy, departure, onChoose, onCurrent, onOpen, onNext }: Props) {
  const { t } = useTranslation(['desk', 'singlewindow']);
  const { mobile } = useAtom(screenState);
  const next = nextDeskAction(order);
  const about = [order.group, order.apart].filter(Boolean).join(' · ');
  return (
    <li
      className={styles.row}
      data-order={order.id_okno_zakaz}
      data-current={isCurrent || undefined}
      data-chosen={isChosen || undefined}
      data-departed={departure !== undefined || undefined}
      onPointerEnter={onCurrent}
      onFocus={onCurrent}
    >
      {isChosen !== null && (
        <Checkbox
          className={styles.box}
          label={t('select', { name: formatNameWithHint(order.fullName, order.apart) })}
          checked={isChosen}
          onChange={onChoose}
        />
      )}
      <Avatar id={order.uid} fullName={order.fullName} size="xs" className={styles.face} />
      <button type="button" className={styles.name} onClick={onOpen} disabled={departure !== undefined} translate="no">
        <b title={order.fullName}>{mobile ? shortName(order.fullName) : order.fullName}</b>
        {about && <small>{about}</small>}
      </button>
      <span className={styles.what}>
        <span translate="no">{order.okno_document}</span>
        {order.wrote && (
          <small>
            <Icon of={chat} size="xs" /> {t('wrote')}
          </small>
        )}
      </span>
      <span className={styles.place} translate="no">
        {formatOrderRegion(order)}
      </span>
      <WaitingTime of={order} />
      <span className={styles.next}>
        {departure ? (
          <span>{departure}</span>
        ) : (
          next && (
            <Button
              look="quiet"
              disabled={isBusy}
              onClick={onNext}
              aria-label={t(`next.${next}For`, { name: order.fullName })}
            >
              {t(`next.${next}`)}
            </Button>
          )
        )}
      </span>
    </li>
  );
}

/** How long it waits; of what is over what became of it. */
function WaitingTime({ of }: { of: QueuedOrder }) {
  const { t } = useTranslation(['desk', 'singlewindow']);
  const waited = useOrderWaitFormatter();
  if (of.revoked)
    return (
      <span className={styles.wait}>
        <Tag tone="madder">{t('singlewindow:action.revoked')}</Tag>
      </span>
    );
  if (of.handed)
    return (
      <span className={styles.wait}>
        <Time at={of.handed} form="exact">
          {(when) => t('singlewindow:handed', { when })}
        </Time>
      </span>
    );
  if (of.status === 'canceled')
    return (
      <span className={styles.wait}>
        <Time at={of.date_update ?? of.date_insert} form="item" />
      </span>
    );
  const { words, isLong } = waited(of.date_insert);
  return (
    <span className={styles.wait} data-late={isLong || undefined}>
      {words}
    </span>
  );
}

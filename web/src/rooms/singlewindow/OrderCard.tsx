import download from 'icon:download-simple';
import { maxOrderNoteLength } from '@bilim/contract/limits.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { type Language, language } from '../../core/i18n.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { Button, buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Tag } from '../../kit/CountBadge.tsx';
import { classNames } from '../../kit/classNames.ts';
import { ConfirmationDialog, Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { useScrollIntoView } from '../../kit/highlighted.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { languageSegments } from '../../kit/LanguageChoice.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { OrderStepper } from './OrderStepper.tsx';
import styles from './Orders.module.css';
import { PickupCode } from './PickupCode.tsx';
import { PickupDetails } from './PickupDetails.tsx';
import {
  buildCertificateUrl,
  type Order,
  useCancelOrder,
  useOrderHistory,
  usePlaceOrder,
  useWriteToDesk,
} from './singlewindow.data.ts';

/** An own order: where it stands, and what can be done with it. */
export function OrderCard({ order, isHighlighted }: { order: Order; isHighlighted: boolean }) {
  const { t } = useTranslation('singlewindow');
  // A word of the desk is in the history: who is led here by its notice reads it at once.
  const [history, setHistory] = useState(isHighlighted);
  const row = useScrollIntoView<HTMLLIElement>(isHighlighted);
  const off = order.status === 'canceled' || order.revoked !== null;
  const isReady = order.status === 'prepared' && !off && !order.handed;
  const isRefused = order.status === 'canceled' && Boolean(order.reason);
  return (
    <li
      ref={row}
      className={classNames(card.card, styles.order, off && styles.off)}
      aria-current={isHighlighted || undefined}
    >
      <div>
        <h2 translate="no">{order.okno_document}</h2>
        <p>
          <Time at={order.date_insert} form="item" /> · <span translate="no">{formatOrderRegion(order)}</span>
          {order.number && (
            <>
              {'\u00a0· '}
              <span className={styles.whole}>{t('number', { number: order.number })}</span>
            </>
          )}
          {order.handed && (
            <Time at={order.handed} form="item">
              {(when) => ` · ${t('handed', { when })}`}
            </Time>
          )}
        </p>
        {order.reason && (
          <p className={styles.reason}>
            {t('reason', { reason: '' })}
            <span translate="no">{order.reason}</span>
          </p>
        )}
      </div>
      {off ? (
        <div className={styles.tag}>
          <Tag tone="madder">{order.revoked ? t('action.revoked') : t('status.canceled')}</Tag>
        </div>
      ) : (
        <OrderStepper status={order.handed ? 'handed' : order.status} />
      )}
      <PickupDetails order={order} />
      <div className={classNames(styles.actions, (isReady || isRefused) && styles.filled)}>
        {isReady && <PickupCode order={order} />}
        {order.isCertificate && !order.revoked && <Certificate order={order} />}
        {order.canCancel && <Cancel order={order} />}
        {!off && !order.handed && <Write order={order} />}
        {isRefused && <Again order={order} />}
        <Button look="quiet" aria-expanded={history} onClick={() => setHistory(!history)}>
          {t(history ? 'closeHistory' : 'history')}
        </Button>
      </div>
      {history && <OrderHistory id={order.id_okno_zakaz} />}
    </li>
  );
}

/** «Чуйская область, Аламудунский район»; a city that is its own district is named once. */
export const formatOrderRegion = ({ oblast, raion }: Order) => (oblast === raion ? oblast : `${oblast}, ${raion}`);

function Certificate({ order }: { order: Order }) {
  const { t } = useTranslation('singlewindow');
  const [chosen, setChosen] = useState<Language>(useAtom(language));
  return (
    <div className={styles.certificate}>
      <a className={buttonClasses('soft')} href={buildCertificateUrl(order.id_okno_zakaz, chosen)} download>
        <Icon of={download} size="s" />
        {t('download')}
      </a>
      <SegmentedControl tight label={t('language')} segments={languageSegments} value={chosen} onChoose={setChosen} />
    </div>
  );
}

/** Orders once more what was refused: the same document for the same place. */
function Again({ order: { id_okno_document, id_oblast, id_raion } }: { order: Order }) {
  const { t } = useTranslation('singlewindow');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const save = usePlaceOrder();
  const [key] = useState(randomUuid);
  return (
    <>
      <Button
        look="soft"
        disabled={!connected}
        busy={save.isPending && t('ordering')}
        onClick={() =>
          save.mutate(
            { input: { id_okno_document, id_oblast, id_raion }, key },
            { onSuccess: () => showToast(t('ordered')) },
          )
        }
      >
        {t('again')}
      </Button>
      {save.error && <InlineAlert tone="bad">{failureText(save.error)}</InlineAlert>}
    </>
  );
}

/** A message to the desk about an order. */
function Write({ order }: { order: Order }) {
  const { t } = useTranslation('singlewindow');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const write = useWriteToDesk();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [key, setKey] = useState(randomUuid);
  function submit(event: FormEvent) {
    event.preventDefault();
    write.mutate(
      { input: { id_okno_zakaz: order.id_okno_zakaz, text: text.trim() }, key },
      {
        onSuccess: () => {
          showToast(t('written'));
          setText('');
          setKey(randomUuid());
          setOpen(false);
        },
      },
    );
  }
  return (
    <>
      <Button look="quiet" disabled={!connected} onClick={() => setOpen(true)}>
        {t('write')}
      </Button>
      <Dialog keeps open={isOpen} title={t('writeTitle')} onClose={() => setOpen(false)}>
        <form className={styles.write} onSubmit={submit}>
          <TextField
            label={t('message')}
            help={<span translate="no">{order.okno_document}</span>}
            maxLength={maxOrderNoteLength}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setKey(randomUuid());
            }}
          />
          {write.error && <InlineAlert tone="bad">{failureText(write.error)}</InlineAlert>}
          <Button
            type="submit"
            look="primary"
            wide
            disabled={!text.trim() || !connected}
            busy={write.isPending && t('common:loading')}
          >
            {t('writeSend')}
          </Button>
        </form>
      </Dialog>
    </>
  );
}

function Cancel({ order }: { order: Order }) {
  const { t } = useTranslation('singlewindow');
  const connected = useAtom(isPortalReachable);
  const [isConfirming, setConfirming] = useState(false);
  const cancel = useCancelOrder();
  return (
    <>
      <Button look="dangerQuiet" disabled={!connected} onClick={() => setConfirming(true)}>
        {t('cancel')}
      </Button>
      {cancel.error && (
        <InlineAlert tone="bad">{cancel.error.status === 409 ? cancel.error.message : t('failedCancel')}</InlineAlert>
      )}
      <ConfirmationDialog
        open={isConfirming}
        danger
        title={t('cancelTitle')}
        yes={t('cancelYes')}
        no={t('cancelKeep')}
        busy={cancel.isPending}
        onNo={() => setConfirming(false)}
        onYes={() =>
          cancel.mutate(order.id_okno_zakaz, {
            onSuccess: () => showToast(t('canceled')),
            onSettled: () => setConfirming(false),
          })
        }
      >
        <span translate="no">{order.okno_document}</span>
      </ConfirmationDialog>
    </>
  );
}

/** What happened to an order, step by step. */
export function OrderHistory({ id }: { id: number }) {
  const { t } = useTranslation('singlewindow');
  const history = useOrderHistory(id, true);
  if (history.isPending)
    return (
      <Skeleton className={styles.history}>
        <SkeletonBar className={styles.line} />
      </Skeleton>
    );
  if (!history.data)
    return (
      history.error && (
        <LoadFailure small title={t('failedHistory')} failure={history.error} onRetry={() => void history.refetch()} />
      )
    );
  return (
    <ol className={styles.history} aria-label={t('history')}>
      {history.data.map(({ action, at, reason, fio }) => (
        <li key={at + action}>
          <Time at={at} form="exact" />
          <span>
            {t(`action.${action}`)}
            {(reason ?? fio) && <span translate="no"> · {[reason, fio].filter(Boolean).join(' · ')}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

import printer from 'icon:printer';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { language } from '../../core/i18n.ts';
import { Button, buttonClasses } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SideSheet } from '../../kit/SideSheet.tsx';
import { ClerkNoteEditor, isNoteOrScanMissing, useClerkNote } from './ClerkNoteEditor.tsx';
import { DeskHistory } from './DeskHistory.tsx';
import { DeskReplyDialog, type PendingReply } from './DeskReplyDialog.tsx';
import { type DeskAction, type QueuedOrder, useRevokeDocument } from './desk.data.ts';
import { formatOrderRegion } from './OrderCard.tsx';
import styles from './OrderSheet.module.css';
import { OrderStepper } from './OrderStepper.tsx';
import { buildCertificateUrl, useOrderHistory } from './singlewindow.data.ts';
import { useOrderWaitFormatter } from './useOrderWaitFormatter.ts';

interface Props {
  /** The open one; null: the sheet is closed. */
  order: QueuedOrder | null;
  onClose: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onAction: (action: DeskAction['act'], order: QueuedOrder) => void;
  isOff: boolean;
  onFeedback: (text: string) => void;
  /** Windows over the sheet. */
  children: ReactNode;
}

/** An order as a conversation: where it stands, what was said, and what is done next. */
export function OrderSheet({ order: opened, onClose, onUp, onDown, onAction, isOff, onFeedback, children }: Props) {
  const { t } = useTranslation(['desk', 'singlewindow']);
  // The sheet shows its last order while it closes.
  const last = useRef(opened);
  if (opened) last.current = opened;
  const order = last.current;
  // What was typed for one order is there again when the rows are gone through.
  const drafts = useRef(new Map<number, string>());
  const line = useClerkNote(order, drafts.current, onFeedback);
  const revoke = useRevokeDocument();
  const [revoking, setRevoking] = useState<PendingReply | null>(null);
  if (!order) return null;
  const id = order.id_okno_zakaz;
  const { isOpen, isReady } = stateOf(order);
  const take = () => onAction('take', order);
  const ready = () => void line.save(() => onAction('ready', order));
  const hand = () => onAction('hand', order);
  return (
    <SideSheet
      open={opened !== null}
      onClose={onClose}
      title={order.okno_document}
      about={
        <span translate="no">
          {[order.number && t('singlewindow:number', { number: order.number }), order.fullName, order.group]
            .filter(Boolean)
            .join(' · ')}
        </span>
      }
      onUp={onUp}
      onDown={onDown}
      names={{ up: t('previous'), down: t('following') }}
      keys={{
        Digit1: order.status === 'waiting' ? take : undefined,
        Digit2: order.status === 'preparing' ? ready : undefined,
        Digit4: isReady && !order.handed ? hand : undefined,
        KeyR: isOpen ? () => onAction('refuse', order) : undefined,
        KeyM: isOpen || (isReady && !order.handed) ? () => onAction('write', order) : undefined,
      }}
      foot={
        <Actions
          order={order}
          line={line}
          isOff={isOff}
          onAction={(action) => (action === 'ready' ? ready() : onAction(action, order))}
          onRevoke={() => setRevoking({ act: 'revoke', ids: [id] })}
        />
      }
    >
      <About key={id} order={order} isOff={isOff} onWrite={() => onAction('write', order)}>
        {(order.status === 'preparing' || isReady) && <ClerkNoteEditor order={order} line={line} />}
      </About>
      {children}
      <DeskReplyDialog
        asked={revoking}
        onClose={() => setRevoking(null)}
        onReply={(reason) => {
          setRevoking(null);
          revoke.mutate({ id_okno_zakaz: id, reason }, { onSuccess: () => onFeedback(t('revoked')) });
        }}
      />
    </SideSheet>
  );
}

/** Whether the order is still worked on, and whether its paper lies ready or is handed out. */
const stateOf = ({ status, revoked }: QueuedOrder) => ({
  isOpen: status === 'waiting' || status === 'preparing',
  isReady: status === 'prepared' && !revoked,
});

interface ActionsProps {
  order: QueuedOrder;
  line: ReturnType<typeof useClerkNote>;
  isOff: boolean;
  onAction: (action: DeskAction['act']) => void;
  onRevoke: () => void;
}

/** What can be done next with an order, at the foot of its sheet. */
function Actions({ order, line, isOff, onAction, onRevoke }: ActionsProps) {
  const { t } = useTranslation(['desk', 'singlewindow']);
  const currentLanguage = useAtom(language);
  const { isOpen, isReady } = stateOf(order);
  return (
    <>
      {isOpen && (
        <Button look="dangerQuiet" disabled={isOff} onClick={() => onAction('refuse')}>
          {t('refuse')}
        </Button>
      )}
      {isReady && (
        <Button look="dangerQuiet" disabled={isOff} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      )}
      {isReady && order.isCertificate && (
        <a
          className={buttonClasses()}
          href={buildCertificateUrl(order.id_okno_zakaz, currentLanguage, true)}
          target="_blank"
          rel="noopener"
        >
          <Icon of={printer} size="s" />
          {t('singlewindow:print')}
        </a>
      )}
      {order.status === 'waiting' && (
        <Button look="primary" disabled={isOff} onClick={() => onAction('take')}>
          {t('take')}
        </Button>
      )}
      {order.status === 'preparing' && (
        <Button
          look="primary"
          disabled={isOff || isNoteOrScanMissing(order, line)}
          busy={line.isBusy && t('common:loading')}
          onClick={() => onAction('ready')}
        >
          {t('readyAndTell')}
        </Button>
      )}
      {isReady && !order.handed && (
        <Button look="primary" disabled={isOff} onClick={() => onAction('hand')}>
          {t('hand')}
        </Button>
      )}
    </>
  );
}

interface AboutProps {
  order: QueuedOrder;
  isOff: boolean;
  onWrite: () => void;
  children: ReactNode;
}

/** Steps with their times, facts, the last word of the student, what is said to them, and the whole way. */
function About({ order, isOff, onWrite, children }: AboutProps) {
  const { t } = useTranslation(['desk', 'singlewindow']);
  const waited = useOrderWaitFormatter();
  const history = useOrderHistory(order.id_okno_zakaz, true).data ?? [];
  const asked = history.findLast(({ action }) => action === 'answered');
  const canWrite = order.status !== 'canceled' && !order.handed && !order.revoked;
  const times = Object.fromEntries(history.map(({ action, at }) => [action, waited(at).words]));
  return (
    <>
      {order.status !== 'canceled' && !order.revoked && (
        <OrderStepper status={order.handed ? 'handed' : order.status} times={times} />
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{t('whereTo')}</dt>
          <dd translate="no">{formatOrderRegion(order)}</dd>
        </div>
        {order.pickup && (
          <div>
            <dt>{t('pickup')}</dt>
            <dd translate="no">{order.pickup}</dd>
          </div>
        )}
        {order.reason && (
          <div>
            <dt>{t('reason')}</dt>
            <dd translate="no">{order.reason}</dd>
          </div>
        )}
      </dl>
      {asked && (
        <blockquote className={styles.asked}>
          <p translate="no">{asked.reason}</p>
          <footer>
            <span translate="no">{order.fullName}</span>, {waited(asked.at).words}
          </footer>
        </blockquote>
      )}
      {canWrite && (
        <div>
          <Button look="soft" disabled={isOff} onClick={onWrite}>
            {t('writeOne')}
          </Button>
        </div>
      )}
      {children}
      <DeskHistory id={order.id_okno_zakaz} />
    </>
  );
}

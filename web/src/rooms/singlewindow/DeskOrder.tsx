import printer from 'icon:printer';
import { reasonLength } from '@bilim/contract/limits.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { language } from '../../core/i18n.ts';
import { Button, buttonLook } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Check } from '../../kit/Check.tsx';
import { Tag } from '../../kit/Count.tsx';
import { classes } from '../../kit/classes.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextInput } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { When } from '../../kit/When.tsx';
import styles from './Desk.module.css';
import { History, placeOf } from './OrderCard.tsx';
import { OrderNote } from './OrderNote.tsx';
import { certificateAddress, type Deed, type Queued } from './singlewindow.data.ts';

interface Props {
  order: Queued;
  /** Whether it is chosen; null where nothing is done with several at once. */
  marked: boolean | null;
  busy: boolean;
  onMark: (on: boolean) => void;
  onAct: (deed: Deed) => void;
}

/** An order on the desk. */
export function DeskOrder({ order, marked, busy, onMark, onAct }: Props) {
  const { t } = useTranslation(['desk', 'singlewindow']);
  const [history, setHistory] = useState(false);
  // Null before it is opened: what is written then stays until it is saved.
  const [noting, setNoting] = useState<boolean | null>(null);
  const [asking, setAsking] = useState<'refuse' | 'revoke' | null>(null);
  const id = order.id_okno_zakaz;
  const open = order.status === 'waiting' || order.status === 'preparing';
  const ready = order.status === 'prepared' && !order.revoked;
  return (
    <li className={classes(card.card, styles.order)}>
      {marked !== null && <Check label={t('select', { name: order.fullName })} checked={marked} onChange={onMark} />}
      <What order={order} />
      <div className={styles.acts}>
        {order.revoked && <Tag tone="madder">{t('singlewindow:action.revoked')}</Tag>}
        {order.status === 'waiting' && (
          <Button look="soft" disabled={busy} onClick={() => onAct({ do: 'preparing', ids: [id] })}>
            {t('take')}
          </Button>
        )}
        {order.status === 'preparing' && (
          <Button look="soft" disabled={busy} onClick={() => onAct({ do: 'prepared', ids: [id] })}>
            {t('prepare')}
          </Button>
        )}
        {(order.status === 'preparing' || ready) && (
          <Button disabled={busy} onClick={() => setNoting(true)}>
            {t('tell')}
          </Button>
        )}
        {ready && order.isCertificate && (
          <a
            className={buttonLook('soft')}
            href={certificateAddress(id, language.get(), true)}
            target="_blank"
            rel="noopener"
          >
            <Icon of={printer} size="s" />
            {t('singlewindow:print')}
          </a>
        )}
        {ready && !order.handed && (
          <Button disabled={busy} onClick={() => onAct({ do: 'hand', id })}>
            {t('hand')}
          </Button>
        )}
        {(open || ready) && (
          <Button look="dangerQuiet" disabled={busy} onClick={() => setAsking(open ? 'refuse' : 'revoke')}>
            {t(open ? 'refuse' : 'revoke')}
          </Button>
        )}
        <Button look="quiet" aria-expanded={history} onClick={() => setHistory(!history)}>
          {t(history ? 'singlewindow:closeHistory' : 'singlewindow:history')}
        </Button>
      </div>
      {history && (
        <div className={styles.history}>
          <History id={id} />
        </div>
      )}
      {noting !== null && (
        <OrderNote order={order} open={noting} onClose={() => setNoting(false)} onDone={() => setNoting(null)} />
      )}
      <Dialog
        keeps
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={t(asking === 'revoke' ? 'revokeTitle' : 'refuseTitle')}
      >
        <Reason
          act={t(asking === 'revoke' ? 'revoke' : 'refuse')}
          onReason={(reason) => {
            if (asking) onAct({ do: asking, id, reason });
            setAsking(null);
          }}
        />
      </Dialog>
    </li>
  );
}

/** Whose order it is, for what, and how it stands. */
function What({ order }: { order: Queued }) {
  const { t } = useTranslation('singlewindow');
  return (
    <div className={styles.what}>
      <h2 translate="no">{order.fullName}</h2>
      <p translate="no">{[order.group, order.okno_document, placeOf(order)].filter(Boolean).join(' · ')}</p>
      <p>
        <When at={order.date_insert} form="exact" />
        {order.number && ` · ${t('number', { number: order.number })}`}
        {order.handed && (
          <When at={order.handed} form="item">
            {(when) => ` · ${t('handed', { when })}`}
          </When>
        )}
        {order.reason && <span translate="no"> · {order.reason}</span>}
      </p>
      {(order.note ?? order.scan) && <p translate="no">{[order.note, order.scan?.name].filter(Boolean).join(' · ')}</p>}
    </div>
  );
}

function Reason({ act, onReason }: { act: string; onReason: (reason: string) => void }) {
  const { t } = useTranslation('desk');
  const [reason, setReason] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim()) onReason(reason.trim());
  }
  return (
    <form className={styles.reason} onSubmit={submit}>
      <TextInput
        label={t('why')}
        maxLength={reasonLength}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" look="danger" wide disabled={!reason.trim()}>
        {act}
      </Button>
    </form>
  );
}

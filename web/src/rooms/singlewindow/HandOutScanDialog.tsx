import camera from 'icon:camera';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { shortName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import { isCodeScanSupported, useCodeScanner } from '../../kit/useCodeScanner.ts';
import { type ScannedOrder, useDeskAction, useFindScannedOrder } from './desk.data.ts';
import { nextDeskAction } from './next-action.ts';
import styles from './OrderSheet.module.css';
import { playBeep } from './playBeep.ts';

/** A paper of the pile: handed out, or why not. */
interface Line {
  readonly key: number;
  readonly text: string;
  readonly isDone: boolean;
}

/** Hands papers out one after another: scan, look at the photo, Enter, the next one. */
export function HandOutScanDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('desk');
  // A scanner types where the focus is: it stays in the field from one paper to the next.
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onClose={onClose} title={t('scan.title')} first={field}>
      {open && <Pile field={field} />}
    </Dialog>
  );
}

function Pile({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation('desk');
  const connected = useAtom(isPortalReachable);
  const { order, lines, find, hand, isBusy } = usePile();
  const [typed, setTyped] = useState('');
  const [isCamera, setCamera] = useState(false);
  const { video, failed } = useCodeScanner(isCamera, 'paper', find);
  function submit(event: FormEvent) {
    event.preventDefault();
    field.current?.focus();
    if (typed.trim()) find(typed.trim());
    else hand();
    setTyped('');
  }
  return (
    <div className={styles.pile}>
      <form onSubmit={submit}>
        <TextField
          ref={field}
          label={t('scan.field')}
          help={t('scan.help')}
          autoComplete="off"
          maxLength={300}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      {isCodeScanSupported() ? (
        <Button look="soft" icon={camera} aria-pressed={isCamera} onClick={() => setCamera(!isCamera)}>
          {t(isCamera ? 'scan.cameraOff' : 'scan.camera')}
        </Button>
      ) : (
        <p className={styles.small}>{t('scan.noCamera')}</p>
      )}
      {isCamera && (failed ? <p role="alert">{t('scan.refused')}</p> : <video ref={video} muted playsInline />)}
      {order && (
        <section className={styles.found} aria-label={t('scan.order')}>
          <Avatar id={order.uid} fullName={order.fullName} photo={order.photo} size="xl" />
          <div>
            <h3 translate="no">{order.fullName}</h3>
            <p translate="no">{[order.group, order.okno_document, order.number].filter(Boolean).join(' · ')}</p>
            <Verdict of={order} />
          </div>
          {nextDeskAction(order) === 'hand' && (
            <Button
              look="primary"
              big
              disabled={!connected}
              busy={isBusy && t('common:loading')}
              onClick={() => {
                hand();
                field.current?.focus();
              }}
            >
              {t('hand')} <small aria-hidden="true">Enter</small>
            </Button>
          )}
        </section>
      )}
      <ul className={styles.lines} aria-label={t('scan.pile')} aria-live="polite">
        {lines.map(({ key, text, isDone }) => (
          <li key={key} data-tone={isDone ? 'good' : 'bad'}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why a paper that was found is not handed out. */
function Verdict({ of }: { of: ScannedOrder }) {
  const { t } = useTranslation(['desk', 'singlewindow']);
  if (of.revoked) return <p data-tone="bad">{t('scan.void')}</p>;
  if (!of.handed) return null;
  return (
    <p data-tone="bad">
      <Time at={of.handed} form="exact">
        {(when) => t('scan.already', { when })}
      </Time>
    </p>
  );
}

/** The paper in the hand, and what became of those before it. */
function usePile() {
  const { t } = useTranslation('desk');
  const failureText = useFailureText();
  const paper = useFindScannedOrder();
  const mutation = useDeskAction();
  const [order, setOrder] = useState<ScannedOrder | null>(null);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const say = (text: string, isDone: boolean) => {
    playBeep(isDone);
    setLines((before) => [{ key: before.length, text, isDone }, ...before]);
  };
  const failed = (failure: Parameters<typeof failureText>[0]) => say(failureText(failure), false);
  function find(typed: string) {
    setOrder(null);
    paper.mutate(typed, {
      onError: failed,
      onSuccess: (found) => {
        if (!found) return;
        setOrder(found);
        if (nextDeskAction(found) !== 'hand') playBeep(false);
      },
    });
  }
  function hand() {
    if (!order || nextDeskAction(order) !== 'hand' || mutation.isPending) return;
    const name = shortName(order.fullName);
    mutation.mutate(
      { act: 'hand', ids: [order.id_okno_zakaz] },
      {
        onError: failed,
        onSuccess: (came) => {
          const [one] = came?.orders ?? [];
          if (one?.result) say(t('scan.handed', { name, document: order.okno_document }), true);
          else say(t('fasterRow', { name: one?.by ? shortName(one.by) : '' }), false);
          setOrder(null);
        },
      },
    );
  }
  return { order, lines, find, hand, isBusy: mutation.isPending };
}

import scan from 'icon:scan';
import { maxOrdersPerPdf } from '@bilim/contract/limits.ts';
import { orderQueueStatuses } from '@bilim/contract/page-options.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { language } from '../../core/i18n.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { screenState } from '../../core/screen.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { CountTabs } from '../../kit/CountTabs.tsx';
import { Page } from '../../kit/Page.tsx';
import styles from './Desk.module.css';
import { DeskBar } from './DeskBar.tsx';
import { DeskFilters } from './DeskFilters.tsx';
import { DeskKeyHints } from './DeskKeyHints.tsx';
import { DeskReplyDialog, type PendingReply } from './DeskReplyDialog.tsx';
import { buildOrdersPdfUrl, type DeskAction, type QueuedOrder, useDeskCounts } from './desk.data.ts';
import { HandOutScanDialog } from './HandOutScanDialog.tsx';
import { deskActionsByStatus, nextDeskAction } from './next-action.ts';
import { OrderQueue } from './OrderQueue.tsx';
import { OrderSheet } from './OrderSheet.tsx';
import { useDeskFilter } from './useDeskFilter.ts';
import { type DeskKeys, useDeskKeys } from './useDeskKeys.ts';
import { type DeskUndo, useDeskSelection, useDeskUndo } from './useDeskSelection.ts';

const panel = 'desk-queue';

/** The clerk's desk: what waits first, the oldest on top; the queue is emptied with one hand on the keyboard. */
export default function DeskPage() {
  const { t } = useTranslation(['desk', 'singlewindow']);
  const { mobile } = useAtom(screenState);
  const filter = useDeskFilter();
  const figures = useDeskCounts();
  const memory = useDeskUndo();
  const [isScanning, setScanning] = useState(filter.isScan);
  const tabs = (
    <CountTabs
      label={t('states')}
      panel={panel}
      tabs={orderQueueStatuses.map((value) => ({
        value,
        name: t(`singlewindow:status.${value}`),
        count: figures?.[value],
      }))}
      value={filter.status}
      onChoose={(status) => filter.change({ status, old: undefined, handed: undefined })}
    />
  );
  return (
    <Page
      title={t('title')}
      fromApps
      whole
      action={
        mobile ? (
          <IconButton icon={scan} label={t('scan.open')} onClick={() => setScanning(true)} />
        ) : (
          <div className={styles.head}>
            {tabs}
            <Button look="primary" icon={scan} onClick={() => setScanning(true)}>
              {t('scan.open')}
            </Button>
          </div>
        )
      }
      head={mobile && <div className={styles.tabs}>{tabs}</div>}
    >
      <Desk key={filter.status} filter={filter} memory={memory} />
      <HandOutScanDialog open={isScanning} onClose={() => setScanning(false)} />
    </Page>
  );
}

/** The focused row, the open order, and the action that asks for a text, with the key handlers for them. */
function useCursor(filter: ReturnType<typeof useDeskFilter>, memory: DeskUndo) {
  const connected = useAtom(isPortalReachable);
  const desk = useDeskSelection(filter.wanted, memory);
  const page = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(0);
  const [open, setOpen] = useState<QueuedOrder | null>(null);
  const [asked, setAsked] = useState<PendingReply | null>(null);
  const { rows, chosen } = desk;
  // The start page leads to one of the orders.
  const highlighted = rows.findIndex(({ id_okno_zakaz }) => id_okno_zakaz === filter.order);
  const [hasOpened, setHasOpened] = useState(false);
  if (!hasOpened && highlighted >= 0) {
    setHasOpened(true);
    setPlace(highlighted);
    setOpen(rows[highlighted] ?? null);
  }
  // Rows that were done with leave: the cursor is then on the next one.
  const at = Math.min(place, rows.length - 1);
  const current = rows[at];
  /** The chosen ones, else the one under the cursor. */
  const targets = chosen.size ? [...chosen] : current ? [current.id_okno_zakaz] : [];
  const isOff = desk.isBusy || !connected;

  function go(by: number) {
    const next = Math.max(0, Math.min(rows.length - 1, at + by));
    setPlace(next);
    if (open) setOpen(rows[next] ?? null);
    else page.current?.querySelector<HTMLElement>(`[data-order="${rows[next]?.id_okno_zakaz}"] button`)?.focus();
  }
  /** What needs words asks for them; everything else is done at once. */
  function runAction(what: DeskAction['act'], ids: readonly number[], after?: () => void) {
    if (isOff || !ids.length) return;
    if (what === 'refuse' || what === 'write') setAsked({ act: what, ids, after });
    else desk.act({ act: what, ids }, after, askLine);
  }
  /** What the portal does not write itself needs a line: it begins with where and when it is handed out. */
  function askLine(ids: readonly number[]) {
    const draft = rows.find(({ id_okno_zakaz }) => id_okno_zakaz === ids[0])?.pickup ?? '';
    setAsked({ act: 'ready', ids, draft, after: open ? () => setOpen(null) : undefined });
  }
  useDeskKeys(
    keysOf(filter, {
      move: go,
      choose: () => current && desk.choose(current.id_okno_zakaz, !chosen.has(current.id_okno_zakaz)),
      act: (what) => runAction(what, targets),
      print: () => page.current?.querySelector<HTMLAnchorElement>('a[data-print]')?.click(),
      search: () => page.current?.querySelector<HTMLElement>('[type=search]')?.focus(),
      clear: chosen.size ? desk.clear : undefined,
    }),
    memory.undoLast,
  );
  return { desk, page, at, setPlace, open, setOpen, asked, setAsked, targets, isOff, go, act: runAction };
}

function Desk({ filter, memory }: { filter: ReturnType<typeof useDeskFilter>; memory: DeskUndo }) {
  const { t } = useTranslation('desk');
  const currentLanguage = useAtom(language);
  const { desk, page, at, setPlace, open, setOpen, asked, setAsked, targets, isOff, go, act } = useCursor(
    filter,
    memory,
  );
  const { rows, chosen } = desk;
  const say = (
    <DeskReplyDialog
      asked={asked}
      onClose={() => setAsked(null)}
      onReply={(text) => {
        if (asked && asked.act !== 'revoke') desk.act({ act: asked.act, ids: asked.ids, text }, asked.after);
        setAsked(null);
      }}
    />
  );
  return (
    <div ref={page} className={styles.page}>
      <DeskFilters of={filter} />
      <section id={panel} role="tabpanel" aria-label={t('list')} className={styles.panel}>
        <OrderQueue
          desk={desk}
          filter={filter}
          at={at}
          isOff={isOff}
          onCurrent={setPlace}
          onOpen={setOpen}
          onNext={(order) => {
            const next = nextDeskAction(order);
            if (next) act(next, [order.id_okno_zakaz]);
          }}
        />
      </section>
      <DeskBar
        status={filter.status}
        isHanded={filter.isHanded}
        chosen={chosen.size}
        papers={(from) => buildOrdersPdfUrl(targets.slice(from, from + maxOrdersPerPdf), currentLanguage)}
        isOff={isOff}
        onAction={(what) => act(what, targets)}
        onClear={desk.clear}
      />
      <DeskKeyHints status={filter.status} />
      <OrderSheet
        order={open && (rows.find((row) => row.id_okno_zakaz === open.id_okno_zakaz) ?? open)}
        onClose={() => setOpen(null)}
        onUp={at > 0 ? () => go(-1) : null}
        onDown={at < rows.length - 1 ? () => go(1) : null}
        onAction={(what, order) => act(what, [order.id_okno_zakaz], what === 'write' ? undefined : () => setOpen(null))}
        isOff={isOff}
        onFeedback={memory.say}
      >
        {open && say}
      </OrderSheet>
      {!open && say}
    </div>
  );
}

interface KeyHandlers {
  move: (by: number) => void;
  choose: () => void;
  act: (what: DeskAction['act']) => void;
  print: () => void;
  search: () => void;
  clear: (() => void) | undefined;
}

/** What each key does in a state of the queue. */
function keysOf({ status, isHanded }: ReturnType<typeof useDeskFilter>, handlers: KeyHandlers): DeskKeys {
  const actions = isHanded ? [] : (deskActionsByStatus[status] ?? []);
  const handlerOf = (what: DeskAction['act']) => (actions.includes(what) ? () => handlers.act(what) : undefined);
  return {
    KeyJ: () => handlers.move(1),
    KeyK: () => handlers.move(-1),
    KeyX: actions.length ? handlers.choose : undefined,
    Digit1: handlerOf('take'),
    Digit2: handlerOf('ready'),
    Digit3: handlerOf('hand') && handlers.print,
    Digit4: handlerOf('hand'),
    KeyR: handlerOf('refuse'),
    KeyM: handlerOf('write'),
    Slash: handlers.search,
    Escape: handlers.clear,
  };
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { online } from '../../core/online.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Check } from '../../kit/Check.tsx';
import { classes } from '../../kit/classes.ts';
import { MoreButton } from '../../kit/MoreButton.tsx';
import { Page } from '../../kit/Page.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { Segments } from '../../kit/Segments.tsx';
import { Select } from '../../kit/Select.tsx';
import { Bone, Empty, Failed, Skeleton } from '../../kit/States.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './Desk.module.css';
import { DeskOrder } from './DeskOrder.tsx';
import { type Deed, type Filter, useDeed, useDeskDocuments, useQueue } from './singlewindow.data.ts';

const states = ['waiting', 'preparing', 'prepared', 'canceled'] as const;

/** The clerk's desk: one queue a state, oldest first; takes, prepares, refuses, hands out, several at once. */
export default function DeskPage() {
  const { t } = useTranslation(['desk', 'singlewindow']);
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const status = states.find((one) => one === search.status) ?? 'waiting';
  const [document, setDocument] = useState<number | null>(null);
  const [find, setFind] = useState('');
  const documents = useDeskDocuments();
  return (
    <Page title={t('title')} fromApps className={styles.page}>
      <div className={styles.filters}>
        <div className={styles.states}>
          <Segments
            label={t('states')}
            segments={states.map((value) => ({ value, name: t(`singlewindow:status.${value}`) }))}
            value={status}
            onChoose={(next) => void navigate({ to: '.', search: { ...search, status: next }, replace: true })}
          />
        </div>
        <div className={styles.fields}>
          <SearchField small label={t('find')} value={find} onSearch={setFind} />
          <Select
            label={t('document')}
            choices={(documents.data ?? []).map((one) => ({ id: one.id_okno_document, name: one.okno_document }))}
            value={document}
            onChoose={setDocument}
          />
        </div>
      </div>
      <Queue key={status} filter={{ status, document, find: find.trim() }} />
    </Page>
  );
}

function Queue({ filter }: { filter: Filter }) {
  const { t } = useTranslation('desk');
  const connected = useCell(online);
  const queue = useQueue(filter);
  const deed = useDeed();
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const orders = queue.data?.pages.flat() ?? [];
  // What another clerk took is no longer here and no longer chosen.
  const chosen = orders.map((order) => order.id_okno_zakaz).filter((id) => marked.has(id));
  const next = filter.status === 'waiting' ? 'preparing' : filter.status === 'preparing' ? 'prepared' : null;

  function act(what: Deed) {
    const all = 'ids' in what ? what.ids.length : 1;
    deed.mutate(what, {
      onSuccess: (done) => {
        setMarked(new Set());
        toast(done === all ? t('done') : t('partly', { done, all }));
      },
      onError: (failure) => toast(failure.status === 409 ? failure.message : t('failedMove')),
    });
  }
  function mark(id: number, on: boolean) {
    const after = new Set(chosen);
    if (on) after.add(id);
    else after.delete(id);
    setMarked(after);
  }
  if (queue.isPending)
    return (
      <Skeleton className={styles.list}>
        {[1, 2, 3].map((place) => (
          <Bone key={place} className={styles.bone} />
        ))}
      </Skeleton>
    );
  if (!queue.data)
    return queue.error && <Failed title={t('failed')} failure={queue.error} onRetry={() => void queue.refetch()} />;
  if (!orders.length) return <Empty title={t('empty')} />;
  return (
    <>
      {next && (
        <Many
          next={next}
          chosen={chosen.length}
          all={orders.length}
          busy={deed.isPending}
          onMark={(all) => setMarked(new Set(all ? orders.map((order) => order.id_okno_zakaz) : []))}
          onAct={() => act({ do: next, ids: chosen.slice(0, 25) })}
        />
      )}
      <ul className={styles.list} aria-label={t('title')}>
        {orders.map((order) => (
          <DeskOrder
            key={order.id_okno_zakaz}
            order={order}
            marked={next ? marked.has(order.id_okno_zakaz) : null}
            busy={deed.isPending || !connected}
            onMark={(on) => mark(order.id_okno_zakaz, on)}
            onAct={act}
          />
        ))}
      </ul>
      {queue.hasNextPage && <MoreButton list={queue} label={t('more')} failed={t('failed')} />}
    </>
  );
}

interface ManyProps {
  /** What is done with all that are chosen. */
  next: 'preparing' | 'prepared';
  /** How many are chosen, and how many there are. */
  chosen: number;
  all: number;
  busy: boolean;
  onMark: (all: boolean) => void;
  onAct: () => void;
}

/** Chooses all orders and does the next step with those that are chosen. */
function Many({ next, chosen, all, busy, onMark, onAct }: ManyProps) {
  const { t } = useTranslation('desk');
  const connected = useCell(online);
  return (
    <div className={classes(card.card, styles.many)}>
      <Check checked={chosen === all} onChange={onMark}>
        {chosen ? t('selected', { count: chosen }) : t('selectAll')}
      </Check>
      <Button look="primary" disabled={!chosen || !connected} busy={busy && t('common:loading')} onClick={onAct}>
        {t(next === 'preparing' ? 'take' : 'prepare')}
      </Button>
    </div>
  );
}

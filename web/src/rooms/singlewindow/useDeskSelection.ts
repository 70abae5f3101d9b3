import { maxDeskBatch } from '@bilim/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { shortName } from '../../kit/person.ts';
import { closeToast, showUndoToast } from '../../kit/Toast.tsx';
import {
  type DeskAction,
  type DeskActionResult,
  type QueuedOrder,
  type QueueFilter,
  useDeskAction,
  useDeskQueue,
  useFindOrderIds,
  useUndoDeskAction,
} from './desk.data.ts';

/** How long a row that somebody else was faster with says so, in milliseconds. */
const departedShownMs = 4_000;

const idOf = ({ id_okno_zakaz }: QueuedOrder) => id_okno_zakaz;

/** The desk under the fingers: its rows, those that are chosen, the one under the cursor, what was done and taken back. */
export function useDeskSelection(wanted: QueueFilter, memory: DeskUndo) {
  const { t } = useTranslation('desk');
  const queue = useDeskQueue(wanted);
  const [mutation, found] = [useDeskAction(), useFindOrderIds()];
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { departed, showDeparted } = useDepartedRows();
  const read = queue.data?.pages.flat() ?? [];
  const there = new Set(read.map(idOf));
  const isDown = wanted.status === 'canceled' || wanted.isHanded === true;
  const rows = [...read, ...departed.map(({ row }) => row).filter((row) => !there.has(idOf(row)))].sort((a, b) =>
    isDown ? idOf(b) - idOf(a) : idOf(a) - idOf(b),
  );

  /** Those that somebody was faster with say so where they stood. */
  function showOutcome(text: string, came: DeskActionResult) {
    memory.showOutcome(text, came);
    showDeparted(
      came.orders.flatMap(({ outcome, id_okno_zakaz, by }) => {
        const row = rows.find((one) => idOf(one) === id_okno_zakaz);
        return outcome === 'faster' && row ? [{ row, word: t('fasterRow', { name: by ? shortName(by) : '' }) }] : [];
      }),
    );
  }
  function runAction(what: DeskAction, after?: () => void, onLine?: (ids: readonly number[]) => void) {
    if (!what.ids.length || mutation.isPending) return;
    mutation.mutate(what, {
      onError: memory.failed,
      onSuccess: (came) => {
        if (!came) return;
        // What still needs a line stays chosen: it is asked for next.
        const without = came.orders.flatMap((one) => (one.outcome === 'line' ? one.id_okno_zakaz : []));
        setChosen((before) => new Set([...[...before].filter((id) => !what.ids.includes(id)), ...without]));
        showOutcome(t(`acted.${what.act}`, { count: came.orders.filter(({ result }) => result).length }), came);
        if (without.length) onLine?.(without);
        else after?.();
      },
    });
  }
  const choose = useChoosing(rows, chosen, setChosen);
  /** All that are found, not only those on screen. */
  function chooseAll(on: boolean) {
    if (!on) return setChosen(new Set());
    found.mutate(wanted, {
      onError: memory.failed,
      onSuccess: (ids) => {
        setChosen(new Set(ids.slice(0, maxDeskBatch)));
        if (ids.length > maxDeskBatch) memory.say(t('notAll', { most: numberFormat().format(maxDeskBatch) }));
      },
    });
  }
  return {
    queue,
    rows,
    departed: new Map(departed.map(({ row, word }) => [idOf(row), word])),
    chosen,
    choose,
    chooseAll,
    clear: () => setChosen(new Set()),
    isBusy: mutation.isPending || memory.isUndoing || found.isPending,
    act: runAction,
  };
}

/** What was done on this page and can be taken back, whichever tab is open; and what is said of it. */
export function useDeskUndo() {
  const { t } = useTranslation('desk');
  const failureText = useFailureText();
  const undo = useUndoDeskAction();
  const actions = useRef<string[]>([]);
  useEffect(() => closeToast, []);
  const say = (text: string, undo: (() => void) | null = null) => showUndoToast(text, undo, t('undo'));

  /** Says what became of orders: of those that were not done with why not. */
  function showOutcome(text: string, { act, orders }: DeskActionResult) {
    const left = orders.filter(({ result }) => !result);
    const faster = left.find(({ outcome }) => outcome === 'faster');
    const count = (why: string) => left.filter(({ outcome }) => outcome === why).length;
    const parts = [
      left.length < orders.length && text,
      faster && t('faster', { count: count('faster'), name: faster.by ? shortName(faster.by) : '' }),
      ...(['line', 'today', 'again', 'gone'] as const).map(
        (why) => count(why) > 0 && t(`left.${why}`, { count: count(why) }),
      ),
    ];
    if (act) actions.current.push(act);
    say(parts.filter(Boolean).join(' '), act ? () => undoDeskAction(act) : null);
  }
  const failed = (failure: Parameters<typeof failureText>[0]) => say(failureText(failure));
  function undoDeskAction(actionId: string) {
    if (undo.isPending) return;
    actions.current = actions.current.filter((one) => one !== actionId);
    undo.mutate(actionId, {
      onError: failed,
      onSuccess: (came) =>
        came && showOutcome(t('undone', { count: came.orders.filter(({ result }) => result).length }), came),
    });
  }
  return {
    showOutcome,
    failed,
    say: (text: string) => say(text),
    isUndoing: undo.isPending,
    undoLast: () => {
      const last = actions.current.at(-1);
      if (last) undoDeskAction(last);
    },
  };
}
export type DeskUndo = ReturnType<typeof useDeskUndo>;

interface DepartedRow {
  readonly row: QueuedOrder;
  readonly word: string;
}

/** Rows that have just left the queue, and by whom: they stay for a moment and say so. */
function useDepartedRows() {
  const [departed, setDeparted] = useState<readonly DepartedRow[]>([]);
  useEffect(() => {
    if (!departed.length) return;
    const timer = setTimeout(() => setDeparted([]), departedShownMs);
    return () => clearTimeout(timer);
  }, [departed]);
  return { departed, showDeparted: (next: readonly DepartedRow[]) => next.length && setDeparted(next) };
}

/** Choosing a row; with Shift all between the last one and this. */
function useChoosing(
  rows: readonly QueuedOrder[],
  chosen: ReadonlySet<number>,
  setChosen: (next: ReadonlySet<number>) => void,
) {
  const last = useRef<number | null>(null);
  const isShift = useRef(false);
  useEffect(() => {
    const look = (event: PointerEvent) => {
      isShift.current = event.shiftKey;
    };
    addEventListener('pointerdown', look, true);
    return () => removeEventListener('pointerdown', look, true);
  }, []);
  return (id: number, on: boolean) => {
    const [from, to] = [last.current ?? id, id].map((one) => rows.findIndex((row) => idOf(row) === one));
    const isRange = isShift.current && from !== undefined && to !== undefined && from >= 0 && to >= 0;
    const ids = isRange ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(idOf) : [id];
    const next = new Set(chosen);
    for (const one of ids) {
      if (on) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    isShift.current = false;
    setChosen(next);
  };
}

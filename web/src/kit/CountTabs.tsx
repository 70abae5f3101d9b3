import { type KeyboardEvent, useEffect, useRef } from 'react';
import { numberFormat } from '../core/numbers.ts';
import styles from './CountTabs.module.css';

interface CountTab<T> {
  value: T;
  name: string;
  /** How many there are, or what the number says in words; left out while it is not known. */
  count: number | string | undefined;
}

interface Props<T> {
  label: string;
  tabs: readonly CountTab<T>[];
  value: T;
  onChoose: (value: T) => void;
  /** Id of the part of the page that the tabs change. */
  panel: string;
}

/** Tabs with a count each; arrow keys move, and the selected tab sits on the divider below. */
export function CountTabs<T extends string>({ label, tabs, value, onChoose, panel }: Props<T>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the current one may stand beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each that is chosen
  useEffect(() => {
    const current = list.current?.querySelector('[aria-selected=true]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [value]);
  const present = tabs.findIndex((tab) => tab.value === value);
  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const to = { ArrowLeft: present - 1, ArrowRight: present + 1, Home: 0, End: last }[event.key];
    const place = to === undefined ? undefined : (to + tabs.length) % tabs.length;
    const tab = place === undefined ? undefined : tabs[place];
    if (!tab) return;
    event.preventDefault();
    onChoose(tab.value);
    list.current?.querySelectorAll('button')[place ?? 0]?.focus();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label}>
      {tabs.map(({ value: own, name, count }) => (
        <button
          key={own}
          type="button"
          role="tab"
          aria-selected={own === value}
          aria-controls={panel}
          tabIndex={own === value ? 0 : -1}
          onClick={() => onChoose(own)}
          onKeyDown={move}
        >
          {name}{' '}
          {count !== undefined && (
            <b data-none={count === 0 || undefined}>
              {typeof count === 'number' ? numberFormat().format(count) : count}
            </b>
          )}
        </button>
      ))}
    </div>
  );
}

import { useLayoutEffect, useRef } from 'react';
import styles from './SegmentedControl.module.css';
import { type SegmentedControlProps, SegmentedControlRow } from './SegmentedControlRow.tsx';

/** A choice of a few in a row that scrolls where it does not fit: the current one is in view, and an edge that hides some fades. */
export function SegmentedControl<T extends string | number>(props: SegmentedControlProps<T>) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (row.current ? keepInView(row.current) : undefined), []);
  return <SegmentedControlRow {...props} ref={row} className={styles.row} />;
}

/** Brings the current segment into view whenever it is another one or sizes change; gives what ends that. */
function keepInView(row: HTMLElement): () => void {
  const markEdges = () => markHiddenEdges(row);
  const sizes = new ResizeObserver(() => {
    showCurrent(row);
    markEdges();
  });
  const watchSizes = () => {
    sizes.disconnect();
    for (const one of [row, ...row.children]) sizes.observe(one);
  };
  const changes = new MutationObserver((all) => {
    if (all.some(({ type }) => type === 'childList')) watchSizes();
    showCurrent(row);
  });
  watchSizes();
  changes.observe(row, { subtree: true, childList: true, attributeFilter: ['aria-pressed'] });
  row.addEventListener('scroll', markEdges, { passive: true });
  return () => {
    sizes.disconnect();
    changes.disconnect();
    row.removeEventListener('scroll', markEdges);
  };
}

/** Brings the current one to the middle; the row alone is scrolled, the page stays where it is. */
function showCurrent(row: HTMLElement): void {
  const current = row.querySelector('[aria-pressed="true"]')?.getBoundingClientRect();
  if (!current || row.scrollWidth <= row.clientWidth) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += current.left + current.width / 2 - (left + width / 2);
}

/** Tells the style at which edges something is hidden. */
function markHiddenEdges(row: HTMLElement): void {
  const after = row.scrollWidth - row.clientWidth - row.scrollLeft;
  row.dataset.hidden = [row.scrollLeft >= 1 && 'before', after >= 1 && 'after'].filter(Boolean).join(' ');
}

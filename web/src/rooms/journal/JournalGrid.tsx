import {
  type CSSProperties,
  Fragment,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type Atom, useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { currentDay } from '../../core/time.ts';
import { useDeferredAtom } from '../../core/typing-idle.ts';
import { classNames } from '../../kit/classNames.ts';
import { KeyHints } from '../../kit/KeyHints.tsx';
import { AbsentCountRow } from './AbsentCountRow.tsx';
import { CellMenu } from './CellMenu.tsx';
import { ColumnHead, ColumnMenu } from './ColumnHead.tsx';
import { countHeadingsAbove, findGroupHeadings } from './formatters.ts';
import headStyles from './GridHead.module.css';
import { GridRow } from './GridRow.tsx';
import group from './GroupRow.module.css';
import journalStyles from './Journal.module.css';
import styles from './JournalGrid.module.css';
import type { JournalColumn, JournalStudent } from './journal.model.ts';
import { ariaSort, nextSorting, type RowSorting, type SortKey, sortStudents } from './journal.order.ts';
import { StickyGridEdges } from './StickyGridEdges.tsx';
import type { GridPosition } from './useGridCursor.ts';
import { useGridKeys } from './useGridKeys.ts';
import type { JournalTable } from './useJournalTable.ts';

interface Props {
  sheet: JournalTable;
  /** The column that is chosen, whose first student waits for a key; else the newest is in view. */
  chosen: string | null;
  onHistory: (student: number, column: string) => void;
}

/** The group by all dates of a class type, worked as a spreadsheet (JRN-08). */
export function JournalGrid({ sheet: whole, chosen, onHistory }: Props) {
  const { t } = useTranslation('journal');
  const connected = useAtom(isPortalReachable);
  const { sheet, sorting, sort } = useSorted(whole);
  const { students, columns, store } = sheet;
  const heads = useMemo(() => findGroupHeadings(students, sheet), [students, sheet]);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const keys = useGridKeys(sheet, heads, grid);
  const { announcement, menu } = keys;
  const today = currentDay();

  useDateInView(columns, chosen, keys.go, scroller);
  const [opened, setOpened] = useState<HTMLElement | null>(null);
  const openHead = (event: MouseEvent): boolean => {
    const head = (event.target as Element).closest<HTMLElement>('[data-head]');
    if (head) setOpened(head);
    return head !== null;
  };
  const openedColumn = columns.find(({ key }) => key === opened?.dataset.head);
  return (
    <>
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.sheet} style={{ '--columns': columns.length } as CSSProperties}>
          <table
            ref={grid}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of cells is the pattern for a spreadsheet
            role="grid"
            className={styles.grid}
            aria-label={t('title')}
            aria-rowcount={students.length + heads.size + 2}
            aria-colcount={columns.length + 5}
            data-online={connected}
            onKeyDown={keys.onKeyDown}
            onClick={(event) => openHead(event) || keys.onClick(event)}
            onDoubleClick={keys.onDoubleClick}
            onFocus={keys.onFocus}
            onPaste={keys.onPaste}
            onCopy={keys.onCopy}
          >
            <Heads columns={columns} today={today} sorting={sorting} onSort={sort} />
            <tbody>
              {students.map((student, place) => (
                <Fragment key={student.id}>
                  {heads.has(place) && <GroupRow name={heads.get(place)} />}
                  <GridRow
                    student={student}
                    place={place}
                    above={countHeadingsAbove(heads, place)}
                    columns={columns}
                    store={store}
                    today={today}
                  />
                </Fragment>
              ))}
            </tbody>
            <tfoot>
              <AbsentCountRow students={students} above={heads.size} columns={columns} store={store} today={today} />
            </tfoot>
          </table>
          <StickyGridEdges students={students} heads={heads} columns={columns} store={store} />
        </div>
      </div>
      <Announcement words={announcement} />
      {opened && openedColumn && (
        <ColumnMenu
          column={openedColumn}
          sheet={sheet}
          head={opened}
          onSort={() => sort({ column: openedColumn.key })}
          onClose={() => setOpened(null)}
        />
      )}
      {menu && <CellMenu sheet={sheet} at={menu} onClose={keys.closeMenu} onHistory={onHistory} />}
      <GridKeyHints />
    </>
  );
}

/** On opening, the newest date is in view; so is a date that was just added, or that a class led to. */
function useDateInView(
  columns: readonly JournalColumn[],
  chosen: string | null,
  go: (to: GridPosition) => void,
  scroller: RefObject<HTMLElement | null>,
): void {
  const newest = columns.length;
  const at = columns.findIndex(({ key }) => key === chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a column that comes or is chosen, not each new way to go there
  useLayoutEffect(() => {
    if (at >= 0) go({ row: 0, column: at });
    else
      Array.from(scroller.current?.querySelectorAll('[data-head]') ?? [])
        .at(-1)
        ?.scrollIntoView({ block: 'nearest', inline: 'end' });
  }, [newest, at]);
}

/** The sheet in the order that is chosen by a head; it holds until another press, whatever is entered meanwhile. */
function useSorted(sheet: JournalTable) {
  const [chosen, setChosen] = useState<{ sorting: RowSorting; places: ReadonlyMap<number, number> } | null>(null);
  const sorted = useMemo(() => {
    if (!chosen) return sheet;
    // Who has come since is at the end of the own journal.
    const place = ({ id }: JournalStudent) => chosen.places.get(id) ?? chosen.places.size;
    return { ...sheet, students: sheet.students.toSorted((a, b) => a.journal - b.journal || place(a) - place(b)) };
  }, [sheet, chosen]);
  const latest = useRef(sheet);
  latest.current = sheet;
  const sort = useCallback((by: SortKey) => {
    const { students, columns, store } = latest.current;
    setChosen((last) => {
      const sorting = nextSorting(last?.sorting ?? null, by);
      if (!sorting) return null;
      const places = new Map(sortStudents(students, columns, store, sorting).map(({ id }, at) => [id, at]));
      return { sorting, places };
    });
  }, []);
  return { sheet: sorted, sorting: chosen?.sorting ?? null, sort };
}

/** The group over its students, in a table over several. */
function GroupRow({ name }: { name: string | undefined }) {
  return (
    <tr className={group.row}>
      <th scope="rowgroup" aria-colindex={1} translate="no">
        <span className={group.name}>{name}</span>
      </th>
    </tr>
  );
}

/** Which key does what, below the grid. */
function GridKeyHints() {
  const { t } = useTranslation('journal');
  return (
    <KeyHints
      always
      className={journalStyles.keyHints}
      keys={[
        [[t('keys.n')], t('keys.absent')],
        [['+'], t('keys.present')],
        [['1…5'], t('keys.mark')],
        [['Enter'], t('keys.down')],
        [['Del'], t('keys.clear')],
        [['Ctrl Z'], t('keys.undo')],
        [['F2'], t('keys.list')],
      ]}
    />
  );
}

/** What screen readers announce of an entry; it may come after what is painted. */
function Announcement({ words }: { words: Atom<string> }) {
  return (
    <div className="hidden-text" role="status">
      {useDeferredAtom(words)}
    </div>
  );
}

interface HeadsProps {
  columns: readonly JournalColumn[];
  today: string;
  sorting: RowSorting | null;
  onSort: (by: SortKey) => void;
}

/** The dates over their columns, and what names and totals are called; a press of these sorts by them. */
const Heads = memo(function Heads({ columns, today, sorting, onSort }: HeadsProps) {
  const { t } = useTranslation('journal');
  const head = (by: SortKey & string, look: string | undefined, words: string, meaning?: string) => (
    <th scope="col" className={classNames(look, headStyles.head)} aria-sort={ariaSort(sorting, by)}>
      <button type="button" className={headStyles.sort} title={meaning} onClick={() => onSort(by)}>
        <span translate={by === 'absences' ? 'no' : undefined}>{words}</span>
      </button>
    </th>
  );
  return (
    <thead>
      <tr aria-rowindex={1}>
        {head('name', styles.name, t('student'))}
        {columns.map((column) => (
          <ColumnHead
            key={column.key}
            column={column}
            isToday={column.day === today}
            sorted={ariaSort(sorting, { column: column.key })}
          />
        ))}
        {head('absences', styles.first, 'н/б', t('absences'))}
        {head('sum', styles.second, t('sum'))}
        {head('average', styles.third, t('average'), t('averageMeans'))}
        {head('mean', styles.fourth, t('mean'), t('meanMeans'))}
      </tr>
    </thead>
  );
});

import download from 'icon:download-simple';
import type { Input } from '@bilim/contract/call.ts';
import type { ReportName, reports } from '@bilim/contract/reports.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import type { Failure } from '../../core/failure.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { numberFormat } from '../../core/numbers.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Reports.module.css';
import { useFilterChoices, useReportExport } from './reports.data.ts';

/** So many rows of a report are shown until somebody asks for all. */
const first = 6;

interface PartProps<T> {
  name: ReportName;
  /** Beside the title: what the report is about, in a number. */
  fact?: ReactNode;
  /** What the file is asked for with. */
  wanted: Omit<Input<typeof reports.export>, 'report'>;
  list: {
    readonly isPending: boolean;
    readonly isPlaceholderData: boolean;
    readonly error: Failure | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    refetch(): unknown;
    fetchNextPage(): Promise<{ isFetchNextPageError: boolean; error: Failure | null }>;
  };
  /** Undefined: not known yet. */
  rows: readonly T[] | undefined;
  /** What is said where there are no rows. */
  empty: string;
  row: (of: T) => ReactNode;
  /** How many rows there are in all. */
  count: number;
  /** Between title and rows. */
  head?: ReactNode;
  foot?: ReactNode;
}

/** A report: its number, its first rows and the way to all of them, and its file. */
export function ReportCard<T>({ name, fact, wanted, list, rows, empty, row, count, head, foot }: PartProps<T>) {
  const { t } = useTranslation('reports');
  const [whole, setWhole] = useState(false);
  const id = `report-${name}`;
  return (
    <section
      className={classNames(card.card, styles.part)}
      aria-labelledby={id}
      aria-busy={list.isPlaceholderData || undefined}
    >
      <header className={styles.head}>
        <h2 id={id}>{t(`${name}.title`)}</h2>
        {fact && <p className={styles.fact}>{fact}</p>}
        <Take name={name} wanted={wanted} />
      </header>
      {!rows && list.isPending && <ReportSkeleton lines={first} />}
      {!rows && list.error && (
        <LoadFailure small title={t('failed')} failure={list.error} onRetry={() => void list.refetch()} />
      )}
      {rows && (
        <>
          {head}
          {rows.length === 0 && <p className={styles.done}>{empty}</p>}
          {rows.length > 0 && (
            <ul className={styles.rows} aria-labelledby={id}>
              {(whole ? rows : rows.slice(0, first)).map(row)}
            </ul>
          )}
          {!whole && count > first && (
            <Button look="quiet" onClick={() => setWhole(true)}>
              {t('showAll', { all: numberFormat().format(count) })}
            </Button>
          )}
          {whole && list.hasNextPage && <LoadMoreButton list={list} label={t('more')} failed={t('failed')} />}
          {foot}
        </>
      )}
    </section>
  );
}

/** Where rows will be; a card has as many as it shows at first, so that those below it stay where they are. */
export function ReportSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Skeleton className={styles.skeleton}>
      {Array.from({ length: lines }, (_, place) => place).map((place) => (
        <SkeletonBar key={place} className={styles.skeletonBar} />
      ))}
    </Skeleton>
  );
}

/** The report as a spreadsheet, which says what it is about. */
function Take({ name, wanted }: Pick<PartProps<unknown>, 'name' | 'wanted'>) {
  const { t } = useTranslation('reports');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const taking = useReportExport();
  const [choices] = useFilterChoices().data ?? [];
  const take = () =>
    taking.mutate(
      { report: name, ...wanted },
      {
        onSuccess: async ([file]) => {
          if (!file) return;
          const { downloadReport: saveReport } = await import('./spreadsheet.ts');
          await saveReport(name, file, wanted, choices);
          showToast(t(file.isAll ? 'exported' : 'exportedPart', { count: file.count }));
        },
        onError: (failure) => showToast(failureText(failure)),
      },
    );
  return (
    <IconButton
      icon={download}
      size="s"
      label={t('take', { report: t(`${name}.title`) })}
      disabled={!connected || taking.isPending}
      className={styles.take}
      onClick={take}
    />
  );
}

import plus from 'icon:plus';
import {
  incompleteRegistrationKinds,
  type RegistrationOfficePart,
  registrationOfficeParts,
  streamFillLevels,
} from '@bilim/contract/page-options.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { shortYearLabel } from '@bilim/contract/url-selection.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { numberFormat } from '../../core/numbers.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { CountTabs } from '../../kit/CountTabs.tsx';
import { Page } from '../../kit/Page.tsx';
import { Select } from '../../kit/Select.tsx';
import { AcademicYearChecklist } from './AcademicYearChecklist.tsx';
import { type RegistrationOverview, useRegistrationOverview } from './board.data.ts';
import { CreditLimitOverview } from './CreditLimitOverview.tsx';
import { ExtrasGrants } from './ExtrasGrants.tsx';
import { IncompleteStudents } from './IncompleteStudents.tsx';
import { NewStreamDialog } from './NewStreamDialog.tsx';
import styles from './Office.module.css';
import { OfficeSidebar } from './OfficeSidebar.tsx';
import { useCreditLimit, useYears } from './office.data.ts';
import { ReceiptSearch } from './ReceiptSearch.tsx';
import { RegistrationBoard } from './RegistrationBoard.tsx';
import { RegistrationWindows } from './RegistrationWindows.tsx';
import { StreamList, yearsOfStudy } from './StreamList.tsx';

/** Id of what the tabs change. */
const panel = 'office-part';

/** The registration office: its board, streams and their seats, windows, extras, credit limits, receipts, and a new year. */
export default function OfficePage() {
  const { t } = useTranslation('office');
  const { mobile } = useAtom(screenState);
  const search = useSearchParams('/office');
  const navigate = useNavigate();
  const standard = useYears();
  // Without a choice the table is about the board's term.
  const { board, isAwaited } = useBoardTerm();
  const { part = 'streams' } = search;
  const year = search.oy ?? board?.id_a_year ?? (isAwaited ? null : standard.year);
  const term = search.ot ?? board?.id_ws ?? (isAwaited ? null : standard.term);
  const [isMaking, setMaking] = useState(false);
  const go = (next: PageParams<'/office'>) =>
    void navigate({ to: '.', search: { part, oy: year ?? undefined, ot: term ?? undefined, ...next } });
  return (
    <Page
      wide
      title={t('title')}
      fromApps
      whole
      fact={!mobile && board && <BoardTerm of={board} years={standard.years} />}
      inlineFact
      action={
        <Tools part={part} year={year} term={term} years={standard.years} go={go} onMake={() => setMaking(true)} />
      }
    >
      <div className={styles.all}>
        {/* On the phone it would fill the first screen of every part. */}
        {(part === 'streams' || !mobile) && (
          <RegistrationBoard
            onFill={(fill, at) => go({ part: 'streams', only: fill, ...at })}
            onWho={(one, at) => go({ part: 'incomplete', only: one, ...at })}
            onWindows={() => go({ part: 'windows' })}
          />
        )}
        <Head part={part} year={year} term={term} years={standard.years} go={go} />
        <div id={panel} {...(!mobile && { role: 'tabpanel', 'aria-label': t(`part.${part}`) })}>
          {(part === 'streams' || part === 'incomplete') && <Tables part={part} year={year} term={term} go={go} />}
          {part === 'windows' && <RegistrationWindows year={year} term={term} />}
          {part === 'grants' && <ExtrasGrants key={`${year} ${term}`} year={year} term={term} />}
          {part === 'limits' && <CreditLimitOverview year={year} term={term} />}
          {part === 'receipts' && <ReceiptSearch />}
          {part === 'year' && standard.year !== null && (
            <AcademicYearChecklist standard={standard.year} years={standard.years} />
          )}
        </div>
        {isMaking && year !== null && term !== null && (
          <NewStreamDialog year={year} term={term} onClose={() => setMaking(false)} />
        )}
      </div>
    </Page>
  );
}

interface TablesProps {
  part: RegistrationOfficePart;
  year: number | null;
  term: number | null;
  go: (next: PageParams<'/office'>) => void;
}

/** Streams, or who has not chosen everything; beside them what is open and the limits of credits. */
function Tables({ part, year, term, go }: TablesProps) {
  const search = useSearchParams('/office');
  const narrowed = {
    only: streamFillLevels.find((one) => one === search.only) ?? null,
    faculty: search.faculty ?? null,
    course: yearsOfStudy.find((one) => one === search.course) ?? null,
  };
  const who = incompleteRegistrationKinds.find((one) => one === search.only) ?? null;
  return (
    <div className={styles.beside}>
      <div>
        {part === 'streams' ? (
          <StreamList
            year={year}
            term={term}
            narrowed={narrowed}
            onNarrow={({ only, faculty, course }) =>
              go({ only: only ?? undefined, faculty: faculty ?? undefined, course: course ?? undefined })
            }
          />
        ) : (
          <IncompleteStudents year={year} term={term} who={who} onWho={(one) => go({ only: one ?? undefined })} />
        )}
      </div>
      <OfficeSidebar
        year={year}
        term={term}
        onWindows={() => go({ part: 'windows' })}
        onLimits={() => go({ part: 'limits' })}
      />
    </div>
  );
}

interface HeadProps extends TablesProps {
  years: ReturnType<typeof useYears>['years'];
}

/** The board's term, until it is known that there is none. */
function useBoardTerm() {
  const figures = useRegistrationOverview();
  return { board: figures.data?.[0], isAwaited: figures.isPending };
}

/** Beside the title: which term the board is about. */
function BoardTerm({ of, years }: { of: RegistrationOverview; years: HeadProps['years'] }) {
  const { t } = useTranslation('office');
  const year = years.find((one) => one.id_a_year === of.id_a_year);
  return year && <p>{t('ofTerm', { term: t(`common:term.${of.id_ws}`), year: shortYearLabel(year.p32) })}</p>;
}

/** How much there is in a part, where that is known of the term. */
function usePartCounts(year: number | null, term: number | null): Partial<Record<RegistrationOfficePart, string>> {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const { board } = useBoardTerm();
  const { limit } = useCreditLimit(year, term);
  return {
    ...(board?.id_a_year === year && board.id_ws === term && { streams: format.format(board.streams) }),
    ...(board && { windows: t('count.open', { count: board.countWindows }) }),
    ...(limit && {
      grants: format.format(limit.grants),
      limits: t('count.credits', { credits: format.format(limit.creditLimit) }),
    }),
  };
}

/** Which part is shown; on the phone also of which year and term. */
function Head(props: HeadProps) {
  const { part, year, term, go } = props;
  const { t } = useTranslation('office');
  const counts = usePartCounts(year, term);
  const { mobile } = useAtom(screenState);
  return (
    <div className={styles.head}>
      {mobile ? (
        <div className={styles.filters}>
          <Select
            label={t('parts')}
            choices={registrationOfficeParts.map((value, id) => ({
              id,
              name: [t(`part.${value}`), counts[value]].filter(Boolean).join(' · '),
            }))}
            value={registrationOfficeParts.indexOf(part)}
            onChoose={(id) => go({ part: registrationOfficeParts[id ?? 0] ?? 'streams' })}
          />
        </div>
      ) : (
        <CountTabs
          label={t('parts')}
          tabs={registrationOfficeParts.map((value) => ({ value, name: t(`part.${value}`), count: counts[value] }))}
          value={part}
          onChoose={(next) => go({ part: next })}
          panel={panel}
        />
      )}
      {mobile && <TermChoice {...props} />}
    </div>
  );
}

/** At the right of the title: of which term the part is, and a new stream; on the phone that alone has room. */
function Tools({ onMake, ...props }: HeadProps & { onMake: () => void }) {
  const { t } = useTranslation('office');
  const { mobile } = useAtom(screenState);
  if (mobile)
    return (
      props.part === 'streams' && (
        <IconButton icon={plus} label={t('stream.new')} aria-haspopup="dialog" onClick={onMake} />
      )
    );
  return (
    <div className={styles.tools}>
      <TermChoice {...props} />
      {props.part === 'streams' && (
        <Button look="primary" icon={plus} aria-haspopup="dialog" onClick={onMake}>
          {t('stream.new')}
        </Button>
      )}
    </div>
  );
}

/** Of which year and term a part is, where it is of one. */
function TermChoice({ part, year, term, years, go }: HeadProps) {
  const { t } = useTranslation('office');
  if (part === 'receipts' || part === 'year') return null;
  return (
    <div className={styles.filters}>
      <Select
        label={t('year')}
        choices={years.map((one) => ({ id: one.id_a_year, name: shortYearLabel(one.p32) }))}
        value={year}
        onChoose={(oy) => go({ oy: oy ?? undefined })}
      />
      <Select
        label={t('term')}
        choices={[1, 2, 3].map((id) => ({ id, name: t(`common:term.${id}`) }))}
        value={term}
        onChoose={(ot) => go({ ot: ot ?? undefined })}
      />
    </div>
  );
}

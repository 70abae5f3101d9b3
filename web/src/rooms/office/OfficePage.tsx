import plus from 'icon:plus';
import { shortYearLabel } from '@bilim/contract/url-selection.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Page } from '../../kit/Page.tsx';
import { Segments } from '../../kit/Segments.tsx';
import { Select } from '../../kit/Select.tsx';
import { AcademicYearChecklist } from './AcademicYearChecklist.tsx';
import { type IncompleteRegistrationKind, incompleteRegistrationKinds } from './board.data.ts';
import { Grants } from './Grants.tsx';
import { IncompleteStudents } from './IncompleteStudents.tsx';
import { Limits } from './Limits.tsx';
import { NewStream } from './NewStream.tsx';
import styles from './Office.module.css';
import { type FillLevel, fillLevels, useYears } from './office.data.ts';
import { Receipts } from './Receipts.tsx';
import { RegistrationBoard } from './RegistrationBoard.tsx';
import { RegistrationWindows } from './RegistrationWindows.tsx';
import { Streams, yearsOfStudy } from './Streams.tsx';

const parts = ['streams', 'incomplete', 'windows', 'grants', 'limits', 'receipts', 'year'] as const;
type Part = (typeof parts)[number];

/** What of the room's address is changed. */
interface Next {
  part?: Part;
  oy?: number | undefined;
  ot?: number | undefined;
  only?: FillLevel | IncompleteRegistrationKind | undefined;
  faculty?: number | undefined;
  course?: number | undefined;
}

/** The registration office: its board, streams and their seats, windows, extras, credit limits, receipts, and a new year. */
export default function OfficePage() {
  const { t } = useTranslation('office');
  const { mobile } = useAtom(screenState);
  const search = useSearchParams<'/office'>();
  const navigate = useNavigate();
  const standard = useYears();
  const part = parts.find((one) => one === search.part) ?? 'streams';
  const year = Number(search.oy) || standard.year;
  const term = Number(search.ot) || standard.term;
  const narrowed = {
    only: fillLevels.find((one) => one === search.only) ?? null,
    faculty: Number(search.faculty) || null,
    course: yearsOfStudy.find((one) => one === Number(search.course)) ?? null,
  };
  const who = incompleteRegistrationKinds.find((one) => one === search.only) ?? null;
  const [isMaking, setMaking] = useState(false);
  const go = (next: Next) => {
    const all = { part, oy: year ?? undefined, ot: term ?? undefined, ...next };
    const kept = Object.entries(all).filter(([, value]) => value !== undefined);
    void navigate({ to: '.', search: Object.fromEntries(kept) });
  };
  return (
    <Page
      wide
      title={t('title')}
      fromApps
      whole
      action={
        part === 'streams' &&
        (mobile ? (
          <IconButton icon={plus} label={t('stream.new')} aria-haspopup="dialog" onClick={() => setMaking(true)} />
        ) : (
          <Button look="primary" icon={plus} aria-haspopup="dialog" onClick={() => setMaking(true)}>
            {t('stream.new')}
          </Button>
        ))
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
        {part === 'streams' && (
          <Streams
            year={year}
            term={term}
            narrowed={narrowed}
            onNarrow={({ only, faculty, course }) =>
              go({ only: only ?? undefined, faculty: faculty ?? undefined, course: course ?? undefined })
            }
          />
        )}
        {part === 'windows' && <RegistrationWindows year={year} term={term} />}
        {part === 'incomplete' && (
          <IncompleteStudents year={year} term={term} who={who} onWho={(one) => go({ only: one ?? undefined })} />
        )}
        {part === 'grants' && <Grants key={`${year} ${term}`} year={year} term={term} />}
        {part === 'limits' && <Limits year={year} term={term} />}
        {part === 'receipts' && <Receipts />}
        {part === 'year' && standard.year !== null && (
          <AcademicYearChecklist standard={standard.year} years={standard.years} />
        )}
        {isMaking && year !== null && term !== null && (
          <NewStream year={year} term={term} onClose={() => setMaking(false)} />
        )}
      </div>
    </Page>
  );
}

interface HeadProps {
  part: Part;
  year: number | null;
  term: number | null;
  years: ReturnType<typeof useYears>['years'];
  go: (next: Next) => void;
}

/** Which part is shown, and of which year and term. */
function Head({ part, year, term, years, go }: HeadProps) {
  const { t } = useTranslation('office');
  const { mobile } = useAtom(screenState);
  return (
    <div className={styles.head}>
      {mobile ? (
        <div className={styles.filters}>
          <Select
            label={t('parts')}
            choices={parts.map((value, id) => ({ id, name: t(`part.${value}`) }))}
            value={parts.indexOf(part)}
            onChoose={(id) => go({ part: parts[id ?? 0] ?? 'streams' })}
          />
        </div>
      ) : (
        <Segments
          label={t('parts')}
          segments={parts.map((value) => ({ value, name: t(`part.${value}`) }))}
          value={part}
          onChoose={(next) => go({ part: next })}
        />
      )}
      {part !== 'receipts' && part !== 'year' && (
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
      )}
    </div>
  );
}

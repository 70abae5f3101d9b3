import printer from 'icon:printer';
import { reportPeriods } from '@bilim/contract/page-options.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '../../core/searchParams.ts';
import { buttonClasses } from '../../kit/Button.tsx';
import { FilterChips, SelectChip } from '../../kit/FilterChip.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Page } from '../../kit/Page.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { AbsencesReport } from './AbsencesReport.tsx';
import { AttendanceReport } from './AttendanceReport.tsx';
import { AttentionSignsReport } from './AttentionSignsReport.tsx';
import { DebtsReport } from './DebtsReport.tsx';
import { MarkAccessReport } from './MarkAccessReport.tsx';
import { RegistrationReport } from './RegistrationReport.tsx';
import styles from './Reports.module.css';
import { buildInspectionUrl, type FilterChoices, type ReportFilter, useFilterChoices } from './reports.data.ts';
import { UnfilledJournalsReport } from './UnfilledJournalsReport.tsx';

/** Whom and which days the page is about, as the address says it. */
function wantedOf(search: PageParams<'/reports'>): ReportFilter {
  const { period = 'term', faculty, course, group, teacher } = search;
  return {
    period,
    ...(faculty && { id_faculty: faculty }),
    ...(course && { course }),
    ...(group && { id_group: group }),
    ...(teacher && { id_teacher: teacher }),
  };
}

/** The state of teaching at the faculties of the permission: what is not filled, who is absent, who owes what. */
export default function ReportsPage() {
  const { t } = useTranslation('reports');
  const search = useSearchParams('/reports');
  const wanted = wantedOf(search);
  // What is about no teacher's work does not ask whose it is.
  const { id_teacher: _, ...whom } = wanted;
  const [choices] = useFilterChoices().data ?? [];
  const faculties = choices?.faculties ?? [];
  const named =
    faculties.find(({ id_faculty }) => id_faculty === wanted.id_faculty) ?? (faculties[1] ? null : faculties[0]);
  return (
    <Page
      title={t('title')}
      fromApps
      whole
      inlineFact
      fact={<p className={styles.fact}>{named ? named.name : t('all')}</p>}
    >
      <Filters wanted={wanted} choices={choices} search={search} />
      {wanted.id_teacher && <p className={styles.about}>{t('teacherNarrows')}</p>}
      <div className={styles.columns}>
        <div className={styles.column}>
          <UnfilledJournalsReport wanted={wanted} />
          <RegistrationReport wanted={whom} />
        </div>
        <div className={styles.column}>
          <AttendanceReport wanted={wanted} />
          <AbsencesReport wanted={wanted} />
        </div>
        <div className={styles.column}>
          <AttentionSignsReport wanted={whom} />
          <DebtsReport wanted={wanted} />
          <MarkAccessReport wanted={whom} />
        </div>
      </div>
    </Page>
  );
}

interface FiltersProps {
  wanted: ReportFilter;
  choices: FilterChoices | undefined;
  search: PageParams<'/reports'>;
}

function Filters({ wanted, choices, search }: FiltersProps) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  const choose = (change: PageParams<'/reports'>) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true });
  const { id_teacher: _, ...whom } = wanted;
  const { faculties = [], groups = [], teachers = [] } = choices ?? {};
  const ofFaculty = groups.filter(({ id_faculty }) => !wanted.id_faculty || id_faculty === wanted.id_faculty);
  const courses = [...new Set(ofFaculty.map(({ course }) => course))].sort((a, b) => a - b);
  const shown = ofFaculty.filter(({ course }) => !wanted.course || course === wanted.course);
  return (
    <div className={styles.filters}>
      <SegmentedControl
        label={t('days')}
        segments={reportPeriods.map((value) => ({ value, name: t(`period.${value}`) }))}
        value={search.period ?? 'term'}
        onChoose={(period) => choose({ period })}
      />
      <FilterChips className={styles.chips}>
        {(!choices || faculties.length > 1) && (
          <SelectChip
            translate="no"
            label={t('faculty')}
            all={t('every.faculty')}
            choices={faculties.map((one) => ({ id: one.id_faculty, name: one.name }))}
            value={wanted.id_faculty}
            onChoose={(faculty) => choose({ faculty, course: undefined, group: undefined })}
          />
        )}
        <SelectChip
          label={t('course')}
          all={t('every.course')}
          choices={courses.map((id) => ({ id, name: String(id) }))}
          value={wanted.course}
          onChoose={(course) => choose({ course, group: undefined })}
        />
        <SelectChip
          translate="no"
          label={t('group')}
          all={t('every.group')}
          choices={shown.map((one) => ({ id: one.id_group, name: one.name }))}
          value={wanted.id_group}
          onChoose={(group) => choose({ group })}
        />
        <SelectChip
          translate="no"
          label={t('teacher')}
          all={t('every.teacher')}
          choices={teachers.map((one) => ({
            id: one.id_teacher,
            name: formatNameWithHint(one.fio, one.apart),
          }))}
          value={wanted.id_teacher}
          onChoose={(teacher) => choose({ teacher })}
        />
      </FilterChips>
      <a className={buttonClasses()} href={buildInspectionUrl(whom)} download>
        <Icon of={printer} size="s" />
        {t('inspection.do')}
      </a>
    </div>
  );
}

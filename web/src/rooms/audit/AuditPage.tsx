import download from 'icon:download-simple';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { currentDay } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Page } from '../../kit/Page.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Audit.module.css';
import { AuditEntries } from './AuditEntries.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { type AuditEntryFilter, useAuditExport } from './audit.data.ts';
import { HalfHourHistogram } from './HalfHourHistogram.tsx';
import { RetentionDialog } from './RetentionDialog.tsx';

/** Which entries are wanted, as the address says it: without days those of today, unless it asks for all of them. */
function wantedOf(search: PageParams<'/audit'>): AuditEntryFilter {
  const { category, find, who, whose, at } = search;
  const today = search.from || search.until || search.days ? undefined : currentDay();
  const { from = today, until = today } = search;
  return {
    ...(category && { category }),
    ...(find && { search: find }),
    ...(who && { who }),
    ...(whose && { whose }),
    ...(from && { from }),
    ...(until && { until }),
    ...(from && at && { at }),
  };
}

/** Who did what, when and why: of all rooms, filtered, to be taken along. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const search = useSearchParams('/audit');
  const navigate = useNavigate();
  const wanted = wantedOf(search);
  const taking = useAuditExport();
  const choose = (change: PageParams<'/audit'>) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true });
  const chooseDays = (change: Pick<AuditEntryFilter, 'from' | 'until' | 'at'>) => {
    const { from, until, at } = { from: wanted.from, until: wanted.until, ...change };
    const days = from || until ? undefined : 'all';
    choose({ from: from || undefined, until: until || undefined, at, days });
  };
  const take = () =>
    taking.mutate(wanted, {
      onSuccess: async ([file]) => {
        if (!file) return;
        const { downloadAuditEntries: saveAuditEntries } = await import('./audit.sheet.ts');
        await saveAuditEntries(file.acts, wanted);
        showToast(t(file.isAll ? 'exported' : 'exportedPart', { count: file.rows }));
      },
      onError: (failure) => showToast(failureText(failure)),
    });
  const hasDays = Boolean(wanted.from || wanted.until);
  const otherDays = (
    <Button
      onClick={() => {
        const day = hasDays ? undefined : currentDay();
        chooseDays({ from: day, until: day });
      }}
    >
      {t(hasDays ? 'allDays' : 'today')}
    </Button>
  );
  return (
    <Page title={t('title')} fromApps whole inlineFact fact={<p>{t('about')}</p>}>
      <div className={styles.filters}>
        <SearchField
          small
          label={t('find')}
          value={wanted.search ?? ''}
          onSearch={(find) => choose({ find: find || undefined })}
        />
        <AuditFilters wanted={wanted} choose={choose} chooseDays={chooseDays} />
        <Button icon={download} disabled={!connected} busy={taking.isPending && t('common:loading')} onClick={take}>
          {t('export')}
        </Button>
        <RetentionDialog />
      </div>
      <HalfHourHistogram wanted={wanted} onChoose={(day, at) => chooseDays({ from: day, until: day, at })} />
      <AuditEntries wanted={wanted} more={hasDays && otherDays} />
    </Page>
  );
}

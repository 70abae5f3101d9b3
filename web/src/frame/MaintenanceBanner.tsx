import wrench from 'icon:warning-circle-fill';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { language, toWireLanguage } from '../core/i18n.ts';
import { useIsUnderMaintenance } from '../core/maintenance.ts';
import { session } from '../core/session.ts';
import { formatDateTime, toCalendarDay } from '../core/time.ts';
import { Icon } from '../kit/Icon.tsx';
import styles from './MaintenanceBanner.module.css';

/** On top of every page while work on the server is announced or goes on: from when, until when and why. */
export default function MaintenanceBanner() {
  const work = useAtom(session).config?.maintenance;
  const hasBegun = useIsUnderMaintenance();
  return work ? <Work {...work} hasBegun={hasBegun} /> : null;
}

type Props = NonNullable<NonNullable<ReturnType<typeof session.get>['config']>['maintenance']> & { hasBegun: boolean };

function Work({ begins, ends, reason, hasBegun }: Props) {
  const { t } = useTranslation('maintenance');
  const currentLanguage = useAtom(language);
  const last =
    ends && formatDateTime(ends, toCalendarDay(ends) === toCalendarDay(begins) || hasBegun ? 'clock' : 'exact');
  const when = [formatDateTime(begins, 'exact'), last].filter(Boolean).join('–');
  return (
    <div className={styles.banner} role="status" data-now={hasBegun || undefined}>
      <Icon of={wrench} size="s" />
      <p>
        {hasBegun ? t(last ? 'nowUntil' : 'now', { ends: last }) : t('planned', { when })}
        {reason && <span>{reason[toWireLanguage(currentLanguage)]}</span>}
      </p>
    </div>
  );
}

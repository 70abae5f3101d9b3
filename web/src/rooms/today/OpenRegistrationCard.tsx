import caretRight from 'icon:caret-right-bold';
import listChecks from 'icon:list-checks';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { dayAndMonth } from '../../core/time.ts';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import notice from '../../notices/Notice.module.css';
import { markNoticesSeen } from '../../notices/notices.data.ts';
import styles from './WhatsNew.module.css';
import type { UnfinishedRegistration } from './whats-new.data.ts';

interface Props {
  of: UnfinishedRegistration;
  /** Notices that say no more than this row: seen when it is opened. */
  notices: readonly number[];
}

/** An open registration: until when, and how much of what the plan wants is chosen. */
export function OpenRegistrationCard({ of: { id_a_year, id_semester, endDate, done, wanted }, notices }: Props) {
  const { t } = useTranslation('today');
  const format = numberFormat();
  return (
    <Link
      to="/registration"
      search={{ ry: id_a_year, rs: id_semester }}
      className={classNames(notice.row, styles.period)}
      onClick={() => void markNoticesSeen(notices)}
    >
      <span className={notice.diamond} data-tone="apricot" aria-hidden="true">
        <Icon of={listChecks} size="s" />
      </span>
      <span className={notice.words}>
        <b>{t('until', { day: dayAndMonth(endDate) })}</b>
        <small>{t('credits', { chosen: format.format(done), wanted: format.format(wanted) })}</small>
        <ProgressBar max={wanted} value={Math.min(done, wanted)} label={null} size="thin" />
      </span>
      <span className={notice.end}>
        <Icon of={caretRight} size="xs" />
      </span>
    </Link>
  );
}

import { useTranslation } from 'react-i18next';
import { Time } from '../../kit/Time.tsx';
import styles from './Office.module.css';
import list from './OfficeHistory.module.css';
import type { OfficeHistoryEntry } from './office.data.ts';

/** Steps of the history, newest first: what, whose, by whom, why. */
export function OfficeHistory({ steps }: { steps: readonly OfficeHistoryEntry[] | undefined }) {
  const { t } = useTranslation('office');
  if (!steps) return null;
  if (!steps.length) return <p className={styles.about}>{t('noHistory')}</p>;
  return (
    <ol className={list.history}>
      {steps.map((step) => (
        <li className={list.entry} key={`${step.at} ${step.kind} ${step.receipt} ${step.s_fio}`}>
          <Time at={step.at} form="exact" />
          <span>
            <b>{t(`step.${step.kind}`)}</b>
            {step.detail && ` ${step.detail}`}
            {step.s_fio && <span translate="no"> · {step.s_fio}</span>}
            {step.discipline && <span translate="no"> · {step.discipline}</span>}
            {step.receipt && ` · ${t('receipt', { receipt: step.receipt })}`}
            <small>
              {step.by && step.by !== step.s_fio && <span translate="no">{step.by}</span>}
              {step.reason && (step.by !== step.s_fio ? `: ${reasonOf(step.reason)}` : reasonOf(step.reason))}
            </small>
          </span>
        </li>
      ))}
    </ol>
  );

  /** A rule's code is said in words, a clerk's reason as it was written. */
  function reasonOf(reason: string): string {
    return reason.startsWith('registration.') ? t(`dropped.${reason.slice('registration.'.length)}`) : reason;
  }
}

import caretRight from 'icon:caret-right-bold';
import hourglass from 'icon:hourglass-medium';
import { maxDeskBatch } from '@bilim/contract/limits.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { surnameAndName } from '../../kit/person.ts';
import { showToast } from '../../kit/Toast.tsx';
import { SectionHeader } from './SectionHeader.tsx';
import own from './StaffAccounts.module.css';
import styles from './StaffToday.module.css';
import { useDeskQueueCounts, useRemindOfUncollectedOrders, useUncollectedDocument } from './staff.data.ts';
import { useWaitingTimeFormatter } from './useWaitingTime.ts';

/** Papers that nobody came for in two weeks: the one that was ordered first, and one press that reminds every owner. */
export function UncollectedPapers() {
  const { t } = useTranslation('today');
  const waiting = useWaitingTimeFormatter();
  const failureText = useFailureText();
  const figures = useDeskQueueCounts();
  const lying = figures?.lying ?? 0;
  const first = useUncollectedDocument(lying > 0);
  const remind = useRemindOfUncollectedOrders();
  if (!figures || !lying || !first) return null;
  const count = Math.min(figures.remindable, maxDeskBatch);
  const buttonText = count === 1 ? t('staff.remindOne') : t('staff.remind', { count });
  const send = () =>
    remind.mutate(undefined, {
      onSuccess: (done) => showToast(t('staff.reminded', { count: done })),
      onError: (failure) => showToast(failureText(failure)),
    });
  return (
    <section className={styles.part} aria-labelledby="lying">
      <SectionHeader id="lying" title={t('staff.lying')}>
        <b>{numberFormat().format(lying)}</b>
      </SectionHeader>
      <div className={classNames(card.card, styles.rows)}>
        <Link to="/desk" search={{ status: 'prepared', lying: true }} className={styles.row}>
          <span className={own.sign} data-tone="apricot" aria-hidden="true">
            <Icon of={hourglass} size="s" />
          </span>
          <span className={styles.words} translate="no">
            <b>{surnameAndName(first.fullName)}</b>
            <small>{`${first.okno_document}, ${waiting(first.date_update ?? first.date_insert)}`}</small>
          </span>
          <span />
          <Icon of={caretRight} size="xs" />
        </Link>
        {figures.remindable > 0 ? (
          <Button look="soft" className={styles.below} busy={remind.isPending && buttonText} onClick={send}>
            {buttonText}
          </Button>
        ) : (
          <p className={styles.said}>{t('staff.remindedToday')}</p>
        )}
      </div>
    </section>
  );
}

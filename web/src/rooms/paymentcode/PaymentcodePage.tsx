import { shortYearLabel } from '@bilim/contract/url-selection.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { screenState } from '../../core/screen.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Page } from '../../kit/Page.tsx';
import { Select } from '../../kit/Select.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import styles from './Payment.module.css';
import { PaymentSlip, type PaymentSlipData } from './PaymentSlip.tsx';
import { usePaymentSlip } from './usePaymentSlip.ts';

/** Year, group, service, and the slip with the code. */
export default function PaymentcodePage() {
  const { t } = useTranslation('paymentcode');
  const { mobile } = useAtom(screenState);
  const payment = usePaymentSlip();
  const { slip, stale, unfold } = payment;
  const folded = mobile && payment.folded && slip !== null;
  return (
    <Page
      title={t('title')}
      fromApps
      head={!mobile && <p className={styles.about}>{t('about')}</p>}
      className={styles.page}
    >
      <div className={styles.columns}>
        {folded && <Asked slip={slip} onChange={unfold} />}
        <ChoiceForm payment={payment} hidden={folded} />
        {slip && <PaymentSlip slip={slip} stale={stale} />}
      </div>
    </Page>
  );
}

/** What the code is for: year, group and service. */
function ChoiceForm({ payment, hidden }: { payment: ReturnType<typeof usePaymentSlip>; hidden: boolean }) {
  const { t } = useTranslation('paymentcode');
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const { years, year, groups, group, services, service, failed, code } = payment;
  const { chooseYear, chooseGroup, chooseService, submit } = payment;
  const noGroup = groups.data?.length === 0;
  return (
    <form className={classNames(card.card, styles.form)} hidden={hidden} onSubmit={submit} noValidate>
      {failed?.error && (
        <LoadFailure small title={t('failedLists')} failure={failed.error} onRetry={() => void failed.refetch()} />
      )}
      <Select
        label={t('year')}
        choices={(years.data ?? []).map((one) => ({ id: one.id_a_year, name: shortYearLabel(one.p32) }))}
        value={year}
        onChoose={chooseYear}
      />
      <Select
        label={t('group')}
        help={noGroup && t('noGroup')}
        disabled={year === null || noGroup}
        choices={(groups.data ?? []).map((one) => ({ id: one.id_group, name: one.p20 }))}
        value={group}
        onChoose={chooseGroup}
      />
      <Select
        label={t('service')}
        choices={(services.data ?? []).map((one) => ({ id: one.id_uslug, name: one.name }))}
        value={service}
        onChoose={chooseService}
      />
      {code.error && <InlineAlert tone="bad">{failureText(code.error)}</InlineAlert>}
      {code.isSuccess && code.data === null && <InlineAlert tone="bad">{t('none')}</InlineAlert>}
      <Button
        type="submit"
        look="primary"
        wide
        disabled={year === null || group === null || service === null || !connected}
        busy={code.isPending && t('getting')}
      >
        {t('get')}
      </Button>
    </form>
  );
}

/** On the phone the form folds into one line, so that the code and what is done with it are on the first screen. */
function Asked({ slip, onChange }: { slip: PaymentSlipData; onChange: () => void }) {
  const { t } = useTranslation('paymentcode');
  return (
    <div className={classNames(card.card, styles.asked)}>
      <p translate="no">
        {slip.year} · {slip.group}
        <b>{slip.service}</b>
      </p>
      <Button look="quiet" onClick={onChange}>
        {t('change')}
      </Button>
    </div>
  );
}

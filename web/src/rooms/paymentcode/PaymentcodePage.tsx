import { yearName } from '@bilim/contract/chosen.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { online } from '../../core/online.ts';
import { screenState } from '../../core/screen.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { Note } from '../../kit/Note.tsx';
import { Page } from '../../kit/Page.tsx';
import { Select } from '../../kit/Select.tsx';
import { Failed } from '../../kit/States.tsx';
import styles from './Payment.module.css';
import { useCode, useGroups, useLists } from './paymentcode.data.ts';
import { Slip, type SlipData } from './Slip.tsx';

/** Year, group, service, and the slip with the code. */
export default function PaymentcodePage() {
  const { t } = useTranslation('paymentcode');
  const words = useFailureText();
  const connected = useCell(online);
  const { mobile } = useCell(screenState);
  const { years, defaultYear, services } = useLists();
  const [chosenYear, setYear] = useState<number | null | undefined>(undefined);
  const [chosenGroup, setGroup] = useState<number | null | undefined>(undefined);
  const [service, setService] = useState<number | null>(null);
  const [slip, setSlip] = useState<SlipData | null>(null);
  const [stale, setStale] = useState(false);
  const [folded, setFolded] = useState(false);
  const code = useCode();

  const year = chosenYear === undefined ? (defaultYear.data?.[0]?.id_a_year_def ?? null) : chosenYear;
  const groups = useGroups(year);
  const group = chosenGroup === undefined ? (groups.data?.[0]?.id_group ?? null) : chosenGroup;
  const failed = [years, services, groups, defaultYear].find((list) => list.error && !list.data);

  /** Another choice is not what the slip says. */
  function change(set: () => void) {
    set();
    setStale(true);
    code.reset();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (year === null || group === null || service === null) return;
    code.mutate(
      { id_year: year, id_group: group, id_uslug: service },
      {
        onSuccess: (account) => {
          setStale(false);
          setFolded(account !== null);
          setSlip(
            account === null
              ? null
              : {
                  account,
                  service: services.data?.find((one) => one.id_uslug === service)?.name ?? '',
                  year: yearName(years.data?.find((one) => one.id_a_year === year)?.p32 ?? ''),
                  group: groups.data?.find((one) => one.id_group === group)?.p20 ?? '',
                },
          );
        },
        onError: () => setSlip(null),
      },
    );
  }
  const noGroup = groups.data?.length === 0;
  return (
    <Page
      title={t('title')}
      fromApps
      head={!mobile && <p className={styles.about}>{t('about')}</p>}
      className={styles.page}
    >
      <div className={styles.columns}>
        {mobile && folded && slip && <Asked slip={slip} onChange={() => setFolded(false)} />}
        <form
          className={classes(card.card, styles.form)}
          hidden={mobile && folded && slip !== null}
          onSubmit={submit}
          noValidate
        >
          {failed?.error && (
            <Failed small title={t('failedLists')} failure={failed.error} onRetry={() => void failed.refetch()} />
          )}
          <Select
            label={t('year')}
            choices={(years.data ?? []).map((one) => ({ id: one.id_a_year, name: yearName(one.p32) }))}
            value={year}
            onChoose={(id) =>
              change(() => {
                setYear(id);
                setGroup(undefined);
              })
            }
          />
          <Select
            label={t('group')}
            help={noGroup && t('noGroup')}
            disabled={year === null || noGroup}
            choices={(groups.data ?? []).map((one) => ({ id: one.id_group, name: one.p20 }))}
            value={group}
            onChoose={(id) => change(() => setGroup(id))}
          />
          <Select
            label={t('service')}
            choices={(services.data ?? []).map((one) => ({ id: one.id_uslug, name: one.name }))}
            value={service}
            onChoose={(id) => change(() => setService(id))}
          />
          {code.error && <Note tone="bad">{words(code.error)}</Note>}
          {code.isSuccess && code.data === null && <Note tone="bad">{t('none')}</Note>}
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
        {slip && <Slip slip={slip} stale={stale} />}
      </div>
    </Page>
  );
}

/** On the phone the form folds into one line, so that the code and what is done with it stand on the first screen. */
function Asked({ slip, onChange }: { slip: SlipData; onChange: () => void }) {
  const { t } = useTranslation('paymentcode');
  return (
    <div className={classes(card.card, styles.asked)}>
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

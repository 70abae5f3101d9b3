import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { CountField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { type RetentionPeriods, useRetention, useSetRetention } from './audit.data.ts';
import { retentionKindName } from './audit-entry.texts.ts';
import styles from './RetentionDialog.module.css';

type KindRetention = RetentionPeriods['kinds'][number];

/** How long the record of entries keeps each kind, behind a button. */
export function RetentionDialog() {
  const { t } = useTranslation('audit');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('retention.title')}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('retention.title')} keeps>
        {open && <Current onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function Current({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('audit');
  const { data, error, refetch } = useRetention();
  if (data) {
    const named = (one: KindRetention) => retentionKindName(one.kind);
    const kinds = data.kinds.toSorted((a, b) => named(a).localeCompare(named(b)));
    return (
      <div className={styles.box}>
        <p>{t('retention.about')}</p>
        {data.mayChange ? <Edit of={kinds} onDone={onDone} /> : <Shown of={kinds} />}
        <p className={styles.small}>{t('retention.messages')}</p>
      </div>
    );
  }
  return error ? (
    <LoadFailure small title={t('retention.failed')} failure={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton>
      <SkeletonBar className={styles.skeletonBar} />
    </Skeleton>
  );
}

function Shown({ of }: { of: readonly KindRetention[] }) {
  const { t } = useTranslation('audit');
  return (
    <>
      <InlineAlert>{t('retention.readOnly')}</InlineAlert>
      <dl className={styles.kinds}>
        {of.map(({ kind, months }) => (
          <div key={kind}>
            <dt>{retentionKindName(kind)}</dt>
            <dd>{months === null ? t('retention.forGood') : `${months} ${t('retention.unit', { count: months })}`}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Edit({ of, onDone }: { of: readonly KindRetention[]; onDone: () => void }) {
  const { t } = useTranslation('audit');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setChecked] = useState(false);
  const keep = useSetRetention();
  const textOf = ({ kind, months }: KindRetention) => typed[kind] ?? (months === null ? '' : String(months));
  // What is kept for good stays so as long as nothing is typed.
  const isChanged = (one: KindRetention) => textOf(one) !== (one.months === null ? '' : String(one.months));
  const isWrong = (one: KindRetention) => {
    const months = Number(textOf(one));
    return isChanged(one) && !(/^\d+$/.test(textOf(one)) && months >= one.least && months <= one.most);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const wrong = of.find(isWrong);
    if (wrong) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong.kind}"]`)?.focus();
      return;
    }
    const changed = of.filter(isChanged).map((one) => ({ kind: one.kind, months: Number(textOf(one)) }));
    if (!changed.length) {
      showToast(t('retention.unchanged'));
      onDone();
      return;
    }
    keep.mutate(changed, {
      onSuccess: () => {
        showToast(t('retention.saved'));
        onDone();
      },
    });
  };
  return (
    <form className={styles.box} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {of.map((one) => (
          <CountField
            key={one.kind}
            name={one.kind}
            label={retentionKindName(one.kind)}
            placeholder={one.months === null ? t('retention.forGood') : undefined}
            value={textOf(one)}
            unit={/^\d+$/.test(textOf(one)) ? t('retention.unit', { count: Number(textOf(one)) }) : ''}
            help={one.least > 1 ? t('retention.least', { least: one.least }) : undefined}
            error={isChecked && isWrong(one) ? t('retention.range', { least: one.least, most: one.most }) : undefined}
            onChange={(event) => setTyped({ ...typed, [one.kind]: event.target.value.trim() })}
          />
        ))}
      </div>
      {keep.error && <InlineAlert tone="bad">{failureText(keep.error)}</InlineAlert>}
      <Button type="submit" look="primary" wide disabled={!connected} busy={keep.isPending && t('common:loading')}>
        {t('retention.save')}
      </Button>
    </form>
  );
}

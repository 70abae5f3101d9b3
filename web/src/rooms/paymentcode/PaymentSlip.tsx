import check from 'icon:check-bold';
import copyIcon from 'icon:copy';
import printer from 'icon:printer';
import share from 'icon:share-network';
import qrcode from 'qrcode-generator';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { currentDay, formatDocumentDay } from '../../core/time.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { TriangleBorder } from '../../kit/Ornament.tsx';
import { usePrintHeader } from '../../kit/print.ts';
import styles from './Payment.module.css';

export interface PaymentSlipData {
  account: string;
  service: string;
  year: string;
  group: string;
}

/** For this many milliseconds «Скопировано» stays. */
const copiedFor = 2_000;

/** The slip with the code: large digits in groups of four, to copy, share and print. */
export function PaymentSlip({ slip, stale }: { slip: PaymentSlipData; stale: boolean }) {
  const { t } = useTranslation('paymentcode');
  const { user } = useAtom(session);
  const paper = usePrintHeader();
  const digits = useRef<HTMLParagraphElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedFor);
    return () => clearTimeout(timer);
  }, [copied]);

  /** Without the clipboard (plain http) the digits are selected, so that one key or touch copies them. */
  async function copy() {
    try {
      await navigator.clipboard.writeText(slip.account);
      setCopied(true);
    } catch {
      if (digits.current) getSelection()?.selectAllChildren(digits.current);
    }
  }
  const lines: [string, string][] = [
    [t('student'), paper.name(user?.fullName ?? '')],
    [t('service'), slip.service],
    [t('year'), slip.year],
    [t('group'), slip.group],
  ];
  return (
    <section className={classNames(styles.slipPlace, stale && styles.stale)} aria-label={t('slip')} aria-live="polite">
      <div className={styles.slip}>
        <Teeth />
        <div className={styles.inside}>
          <p className={styles.onPaper} translate="no">
            {paper.university}
          </p>
          <p className={styles.name}>{t('title')}</p>
          <p className={styles.code} ref={digits} translate="no">
            {slip.account.match(/.{1,4}/g)?.map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number have no other identity
              <span key={place}>{part}</span>
            ))}
          </p>
          <dl>
            {lines.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd translate="no">{value}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.onPaper}>{formatDocumentDay(currentDay())}</p>
          <div className={styles.codeAndActions}>
            <Qr text={slip.account} label={t('qr')} />
            {!stale && (
              <div className={styles.actions}>
                <Button look="primary" icon={copied ? check : copyIcon} onClick={() => void copy()}>
                  {t(copied ? 'copied' : 'copy')}
                </Button>
                <Button icon={printer} onClick={() => print()}>
                  {t('print')}
                </Button>
              </div>
            )}
          </div>
          {!stale && 'share' in navigator && (
            <IconButton
              className={styles.share}
              icon={share}
              label={t('share')}
              onClick={() => void navigator.share({ title: slip.service, text: slip.account }).catch(() => {})}
            />
          )}
        </div>
        <Teeth down />
      </div>
      <p className={styles.tip}>{t('tip')}</p>
    </section>
  );
}

/** The slip's edge: a row of tumar triangles. */
function Teeth({ down }: { down?: boolean }) {
  return (
    <svg
      className={classNames(styles.teeth, down && styles.down)}
      viewBox="0 0 432 10"
      preserveAspectRatio="none"
      fill="currentColor"
      aria-hidden="true"
    >
      <TriangleBorder width={432} foot={10} step={18} />
    </svg>
  );
}

function Qr({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = qrcode(0, 'M');
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    let drawn = '';
    for (let row = 0; row < count; row++)
      for (let column = 0; column < count; column++)
        if (code.isDark(row, column)) drawn += `M${column + 2} ${row + 2}h1v1h-1z`;
    return { path: drawn, size: count + 4 };
  }, [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className={styles.paper} d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  );
}

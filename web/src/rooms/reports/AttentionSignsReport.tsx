import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { LoadFailure } from '../../kit/States.tsx';
import own from './AttentionSignsReport.module.css';
import {
  attentionSignContextText,
  attentionSignTitle,
  formatEvidence,
  parseAttentionSignKind,
} from './attention-signs.texts.ts';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { ExplanationDialog } from './ExplanationDialog.tsx';
import { ExplanationList } from './ExplanationList.tsx';
import { ReportSkeleton } from './ReportCard.tsx';
import styles from './Reports.module.css';
import { type AttentionSign, type ReportFilter, useAttentionSigns } from './reports.data.ts';

/** What is seldom so by chance, with its evidence, until somebody knows why it is in order. */
export function AttentionSignsReport({ wanted }: { wanted: ReportFilter }) {
  const { t } = useTranslation('reports');
  const { data, error, refetch } = useAttentionSigns(wanted);
  const [history, setHistory] = useState(false);
  const [page] = data ?? [];
  return (
    <section className={classNames(card.card, styles.part)} aria-labelledby="report-worth">
      <header className={own.head}>
        <h2 id="report-worth">{t('worth.title')}</h2>
        {page && <p className={styles.fact}>{t('worth.fact', { count: page.count })}</p>}
      </header>
      {!page && !error && <ReportSkeleton />}
      {!page && error && <LoadFailure small title={t('failed')} failure={error} onRetry={() => void refetch()} />}
      {page?.count === 0 && <p className={styles.done}>{t('worth.empty')}</p>}
      {page && page.count > 0 && (
        <ul className={styles.rows} aria-labelledby="report-worth">
          {page.rows.map((one) => (
            <Card key={one.subject} of={one} />
          ))}
        </ul>
      )}
      {page && page.count > page.rows.length && (
        <p className={styles.note}>{t('outOf', { part: page.rows.length, all: page.count })}</p>
      )}
      {page && page.explained > 0 && (
        <Button look="quiet" onClick={() => setHistory(true)}>
          {t('worth.history', { count: page.explained })}
        </Button>
      )}
      {history && <ExplanationList wanted={wanted} onClose={() => setHistory(false)} />}
    </section>
  );
}

function Card({ of }: { of: AttentionSign }) {
  const { t } = useTranslation('reports');
  const connected = useAtom(isPortalReachable);
  const [open, setOpen] = useState<'rows' | 'explain' | null>(null);
  const kind = parseAttentionSignKind(of.kind);
  if (!kind) return null;
  const title = attentionSignTitle(kind, of);
  return (
    <li>
      <article className={own.sign} aria-label={title}>
        <h3>
          <Bullet />
          {title}
        </h3>
        <p translate="no">{attentionSignContextText(of)}</p>
        <dl>
          {formatEvidence(kind, of).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd translate="no">{value}</dd>
            </div>
          ))}
        </dl>
        <div className={own.actions}>
          <Button look="quiet" onClick={() => setOpen('rows')}>
            {t(kind === 'present' ? 'worth.compare' : 'worth.show')}
          </Button>
          <Button look="quiet" disabled={!connected} onClick={() => setOpen('explain')}>
            {t('worth.explain')}
          </Button>
        </div>
      </article>
      {open === 'rows' && <EvidenceDialog of={of} kind={kind} title={title} onClose={() => setOpen(null)} />}
      <ExplanationDialog of={open === 'explain' ? of : null} title={title} onClose={() => setOpen(null)} />
    </li>
  );
}

import retry from 'icon:arrow-clockwise-bold';
import warning from 'icon:warning-circle-fill';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import type { Failure } from '../core/failure.ts';
import { isUnanswered } from '../core/failure.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';
import { isWorthRetrying } from '../core/retrying.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { useFailureText } from './failureText.ts';
import { Icon } from './Icon.tsx';
import { OrnamentIllustration } from './OrnamentIllustration.tsx';
import styles from './States.module.css';

/** Milliseconds before a skeleton appears: an answer that is quick shows none. */
const patience = 150;

/** A grey bar in place of a line; width and height come from the class. */
export function SkeletonBar({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.skeletonBar, className)} />;
}

/** The shape of what is coming; says so to readers. Appears after 150 ms. */
export function Skeleton({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const { t } = useTranslation();
  // What the server has rendered stands longer.
  const [visible, setVisible] = useState(import.meta.env.SSR);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classNames(className, !visible && styles.waiting)} aria-busy="true" role="status">
      <span className="hidden-text">{t('loading')}</span>
      {children}
    </div>
  );
}

interface EmptyProps {
  title: string;
  /** What it means or what to do. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Nothing is there: the horned lozenge, one sentence, one action at most. */
export function EmptyState({ title, children, action }: EmptyProps) {
  return (
    <div className={styles.state}>
      <OrnamentIllustration className={styles.ornament} />
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.more}>{children}</p>}
      {action}
    </div>
  );
}

interface FailedProps {
  /** «Не удалось загрузить …» */
  title: string;
  failure: Failure;
  onRetry: () => void;
  /** In a narrow place. */
  small?: boolean;
}

/** Reading failed: what, why, and a way to try again; tries by itself when the network comes back. */
export function LoadFailure({ title, failure, onRetry, small }: FailedProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const lost = !connected && isUnanswered(failure);
  useEffect(() => {
    if (!lost) return;
    return isPortalReachable.subscribe(() => isPortalReachable.get() && onRetry());
  }, [lost, onRetry]);
  return (
    <div className={classNames(styles.state, small && styles.small)} role="alert">
      <Icon of={warning} className={styles.bad} />
      <p className={styles.title}>{title}</p>
      <p className={styles.more}>{failureText(failure)}</p>
      {isWorthRetrying(failure) && (
        <Button icon={retry} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import styles from './CountBadge.module.css';
import { classNames } from './classNames.ts';

/** How many are new, in apricot; nothing for none. */
export function CountBadge({ of, className }: { of: number; className?: string | undefined }) {
  const { t } = useTranslation();
  if (of <= 0) return null;
  return (
    <span className={classNames(styles.count, className)}>
      {of > 99 ? '99+' : of}
      <span className="hidden-text"> {t('new', { count: of })}</span>
    </span>
  );
}

/** A short word in a coloured box. */
export function Tag({ tone, children }: { tone?: 'lake' | 'juniper' | 'apricot' | 'madder'; children: string }) {
  return <span className={classNames(styles.tag, tone && styles[tone])}>{children}</span>;
}

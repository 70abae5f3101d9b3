import check from 'icon:check-bold';
import { useTranslation } from 'react-i18next';
import { Bullet } from '../../kit/Bullet.tsx';
import { Icon } from '../../kit/Icon.tsx';
import styles from './ImportSteps.module.css';

const steps = ['files', 'check', 'changes', 'done'] as const;

/** Where one is: steps before are done, the one at hand is apricot. */
export function ImportSteps({ at }: { at: number }) {
  const { t } = useTranslation('data');
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {steps.map((step, place) => (
        <li
          key={step}
          data-is={place < at ? 'done' : place === at ? 'now' : 'next'}
          aria-current={place === at ? 'step' : undefined}
        >
          {place < at ? <Icon of={check} size="xs" /> : <Bullet open={place > at} />}
          {t(`step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

import check from 'icon:check-bold';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../kit/Icon.tsx';
import styles from './Stepper.module.css';

const steps = ['waiting', 'preparing', 'prepared'] as const;

/** Ожидает → Готовится → Готов: past ones ticked, the present one in apricot, ready in green. */
export function Stepper({ status }: { status: string }) {
  const { t } = useTranslation('singlewindow');
  const present = (steps as readonly string[]).indexOf(status);
  return (
    <ol className={styles.steps} aria-label={t('states')}>
      {steps.map((step, place) => {
        const ready = place === present && step === 'prepared';
        const state = ready ? 'done' : place < present ? 'past' : place === present ? 'present' : 'ahead';
        return (
          <li key={step} className={styles[state]} aria-current={place === present ? 'step' : undefined}>
            <span className={styles.node}>{(state === 'past' || ready) && <Icon of={check} />}</span>
            {t(`status.${step}`)}
          </li>
        );
      })}
    </ol>
  );
}

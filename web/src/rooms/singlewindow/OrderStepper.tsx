import check from 'icon:check-bold';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../kit/Icon.tsx';
import styles from './OrderStepper.module.css';

const steps = ['waiting', 'preparing', 'prepared', 'handed'] as const;

interface Props {
  status: string;
  /** When each step was reached, in words; none where the steps alone are enough. */
  times?: Readonly<Record<string, string>>;
}

/** Ожидает → Готовится → Готов → Выдан: past ones ticked, the present one in apricot, ready and handed out in green. */
export function OrderStepper({ status, times = {} }: Props) {
  const { t } = useTranslation('singlewindow');
  const present = (steps as readonly string[]).indexOf(status);
  return (
    <ol className={styles.steps} aria-label={t('states')}>
      {steps.map((step, place) => {
        const ready = place === present && (step === 'prepared' || step === 'handed');
        const state = ready ? 'done' : place < present ? 'past' : place === present ? 'present' : 'ahead';
        return (
          <li key={step} className={styles[state]} aria-current={place === present ? 'step' : undefined}>
            <span className={styles.node}>{(state === 'past' || ready) && <Icon of={check} />}</span>
            {t(`status.${step}`)}
            {place <= present && times[step] && <small>{times[step]}</small>}
          </li>
        );
      })}
    </ol>
  );
}

import { useTranslation } from 'react-i18next';
import { Bullet } from '../../kit/Bullet.tsx';
import styles from './People.module.css';

const states = ['working', 'never', 'blocked', 'closed'] as const;

/** The status of somebody's account, as icon and text. */
export function AccountStatusBadge({ state }: { state: string }) {
  const { t } = useTranslation('people');
  const known = states.find((one) => one === state) ?? 'working';
  return (
    <span className={styles.state} data-state={known}>
      <Bullet />
      {t(`state.${known}`)}
    </span>
  );
}

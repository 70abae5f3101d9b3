import { useTranslation } from 'react-i18next';
import { type PlanRow, stillToChoose } from './registration.data.ts';
import styles from './StillToChoose.module.css';

interface Props {
  rows: readonly PlanRow[];
  of: Pick<PlanRow, 'id_discipline' | 'kredits'>;
}

/** Says which class types of a discipline that the student has begun to register for are not chosen yet. */
export function StillToChoose({ rows, of }: Props) {
  const { t } = useTranslation('registration');
  const missing = stillToChoose(rows, of).map((row) => row.name_vid_zaniatiy.toLocaleLowerCase());
  if (!missing.length) return null;
  return (
    <small className={styles.missing}>
      {t('stillToChoose', { what: '' })}
      <span translate="no">{missing.join(', ')}</span>
    </small>
  );
}

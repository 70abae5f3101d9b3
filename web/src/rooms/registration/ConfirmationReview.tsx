import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { DisciplineTile } from '../../disciplines/DisciplineTile.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import styles from './ConfirmationReview.module.css';
import type { ChoosableDiscipline, sumCredits } from './disciplines.ts';
import { formatChoice, type OfferSlots } from './formatters.ts';
import { RemainingChoices } from './RemainingChoices.tsx';
import type { useConfirmRegistration } from './useRegistering.ts';

interface Props {
  open: boolean;
  disciplines: readonly ChoosableDiscipline[];
  slots: OfferSlots;
  sum: ReturnType<typeof sumCredits>;
  limit: number;
  confirming: ReturnType<typeof useConfirmRegistration>;
  onConfirm: (lines: readonly ChoosableDiscipline[]) => void;
  onClose: () => void;
}

/** The one confirmation: everything that will be registered, and what is still missing. */
export function ConfirmationReview({ open, disciplines, slots, sum, limit, confirming, onConfirm, onClose }: Props) {
  const { t } = useTranslation('registration');
  const format = numberFormat();
  const lines = disciplines.filter((one) => one.isNew && one.isSettled);
  const { working } = confirming;
  const close = () => {
    confirming.stop();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={t(lines.length ? 'reviewTitle' : 'reviewNothing')}>
      <ul className={styles.lines}>
        {lines.map((one) => (
          <li key={one.key}>
            <DisciplineTile id={one.id} name={one.name} />
            <span>
              <b translate="no">
                <WholeWordText>{one.name}</WholeWordText>
              </b>
              {one.types.map((type) => (
                <small key={type.id}>{formatChoice(type, slots, t)}</small>
              ))}
            </span>
            <span className={styles.credits}>{t('common:panel.credits', { credits: format.format(one.credits) })}</span>
          </li>
        ))}
      </ul>
      <RemainingChoices disciplines={disciplines} />
      <p className={styles.sum}>
        {t('creditsSum', { n: format.format(sum.byPlan), of: format.format(sum.wanted) })}
        {sum.beyond > 0 && ` · ${t('beyondPlan', { n: format.format(sum.beyond) })}`}
        {sum.chosen > limit && ` · ${t('upTo', { n: format.format(limit) })}`}
      </p>
      {working && working.tries > 0 && <InlineAlert tone="warm">{t('busy')}</InlineAlert>}
      <div className={styles.actions}>
        {working && working.tries > 0 ? (
          <Button look="quiet" onClick={confirming.stop}>
            {t('stopTrying')}
          </Button>
        ) : (
          <Button onClick={close}>{t(lines.length ? 'back' : 'common:close')}</Button>
        )}
        {lines.length > 0 && (
          <Button
            look="primary"
            busy={working && t('savingOf', { n: working.at, of: working.of })}
            onClick={() => onConfirm(lines)}
          >
            {t('confirm')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

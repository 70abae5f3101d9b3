import fingerprint from 'icon:fingerprint';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { recordPasskeyOffered } from './offered.ts';
import styles from './PasskeyOfferCard.module.css';

/** Whoever adds a key or says no is not asked again on this device. */
export default function PasskeyOfferCard(props: { uid: number; className: string | undefined; onDone: () => void }) {
  const { t } = useTranslation('passkeys');
  const decline = () => {
    recordPasskeyOffered(props.uid);
    props.onDone();
  };
  return (
    <section className={classNames(card.card, styles.card, props.className)} aria-labelledby="key-offer">
      <Icon of={fingerprint} />
      <div className={styles.words}>
        <h2 id="key-offer">{t('offer')}</h2>
        <p>{t('about')}</p>
      </div>
      <div className={styles.actions}>
        <AddPasskey short onDone={props.onDone} />
        <Button look="quiet" onClick={decline}>
          {t('later')}
        </Button>
      </div>
    </section>
  );
}

import flag from 'icon:flag';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { formatNameWithHint, shortName, surnameAndName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import type { ModeratedMessage } from './marks.data.ts';
import styles from './RemovedMessage.module.css';

/** The place of a message that a moderator removed; its author reads why. */
export function RemovedMessage({ message, isGroup }: { message: ModeratedMessage; isGroup: boolean }) {
  const { t } = useTranslation('chat');
  const { ismine, fio, apart, authorType, created, reason } = message;
  return (
    <li className={classNames(styles.place, ismine && styles.mine)}>
      <div className={styles.box}>
        <Icon of={flag} size="s" />
        <p>
          {ismine ? (
            <span className="hidden-text">{t('me')}</span>
          ) : (
            <b className={isGroup ? undefined : 'hidden-text'} translate="no">
              {formatNameWithHint(authorType === 1 ? shortName(fio) : surnameAndName(fio), apart)}
            </b>
          )}
          <span>{t('removed')}</span>
          {reason && <span className={styles.why}>{t('removedWhy', { reason })}</span>}
        </p>
        <small>
          <Time at={created} form="clock" />
        </small>
      </div>
    </li>
  );
}

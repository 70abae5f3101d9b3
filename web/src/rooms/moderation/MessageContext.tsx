import { useTranslation } from 'react-i18next';
import { formatNameWithHint, surnameAndName } from '../../kit/person.ts';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './Moderation.module.css';
import { useMessageContext } from './moderation.data.ts';

/** What was said shortly before a reported message and shortly after it. */
export function MessageContext({ of, at }: { of: number; at: number }) {
  const { t } = useTranslation('moderation');
  const around = useMessageContext(of);
  if (around.isPending)
    return (
      <Skeleton>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!around.data)
    return (
      around.error && (
        <LoadFailure small title={t('failedAround')} failure={around.error} onRetry={() => void around.refetch()} />
      )
    );
  if (!around.data.length) return <p className={styles.small}>{t('noAround')}</p>;
  const after = around.data.findIndex(({ id_message }) => id_message > at);
  return (
    <ol className={styles.around} aria-label={t('aroundList')}>
      {around.data.map(({ id_message, author, created, message, files }, place) => (
        <li key={id_message} data-after={place === after || undefined}>
          <small>
            <b translate="no">{formatNameWithHint(surnameAndName(author.fullName), author.apart)}</b>
            {' · '}
            <Time at={created} form="item" />
          </small>
          {message && <span translate="no">{message}</span>}
          {files.map((name) => (
            <span key={name} className={styles.small}>
              {t('file', { name })}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

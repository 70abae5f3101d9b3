import outside from 'icon:arrow-square-out';
import { useTranslation } from 'react-i18next';
import card from '../kit/Card.module.css';
import { Icon } from '../kit/Icon.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../kit/States.tsx';
import { useExternalLinks } from './apps.data.ts';
import styles from './ExternalLinks.module.css';

/** The university's links to other sites; the section is there only when there are some. */
export function ExternalLinks() {
  const { t } = useTranslation('today');
  const { data, error, isPending, refetch } = useExternalLinks();
  if (data?.length === 0) return null;
  return (
    <section className={styles.links} aria-labelledby="links">
      <h2 id="links">{t('links')}</h2>
      {isPending && (
        <Skeleton className={styles.linkList}>
          <SkeletonBar className={styles.linkSkeleton} />
          <SkeletonBar className={styles.linkSkeleton} />
        </Skeleton>
      )}
      {error && !data && <LoadFailure small title={t('failedLinks')} failure={error} onRetry={() => void refetch()} />}
      <ul className={styles.linkList}>
        {data?.map(({ id_dynUrl, name, url, isBaner }) => (
          <li key={id_dynUrl}>
            <a
              className={`${styles.link} ${card.card}`}
              data-banner={isBaner || undefined}
              href={url}
              target="_blank"
              rel="noopener noreferrer"
            >
              <span translate="no">{name}</span>
              <Icon of={outside} size="s" />
              <span className="hidden-text"> ({t('opensOutside')})</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

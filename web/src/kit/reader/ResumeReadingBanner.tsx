import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import styles from './DocumentReader.module.css';

interface Props {
  /** The page that the reader opened with. */
  start: number;
  /** The page that is shown, and how many there are; none before the file is open. */
  at: { readonly page: number; readonly pages: number };
  onGo: (page: number) => void;
}

/** Says that the file goes on where one stopped, until another page is turned to; leads to the beginning. */
export function ResumeReadingBanner({ start, at: { page, pages }, onGo }: Props) {
  const { t } = useTranslation('reader');
  const [left, setLeft] = useState(false);
  const arrived = useRef(false);
  const isThere = pages > 0 && page === start;
  useEffect(() => {
    if (isThere) arrived.current = true;
    else if (arrived.current) setLeft(true);
  }, [isThere]);
  const isShown = isThere && !left && start > 1;
  return (
    <div className={styles.stopped} role="status">
      {isShown && (
        <p>
          {t('stopped', { page: start })}
          <Button look="quiet" onClick={() => onGo(1)}>
            {t('fromStart')}
          </Button>
        </p>
      )}
    </div>
  );
}

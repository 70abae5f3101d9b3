import again from 'icon:arrow-clockwise-bold';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/Button.tsx';
import styles from './Message.module.css';
import { removePlaceholder } from './placeholder.ts';

/** What shows inside the shell instead of a page that could not be drawn (BASE-07). */
export function ErrorScreen() {
  const { t } = useTranslation('essential');
  return (
    <div className={styles.message} role="alert">
      <title>{t('error.title')}</title>
      <div>
        <svg className={styles.picture} viewBox="0 0 280 200" aria-hidden="true">
          <path d="M0 116H280" className={styles.apricot} strokeWidth="3" />
          <path d="M140 14L56 100H98L120 80L140 98Z" className={styles.felt1} />
          <path
            d="M140 14L224 100H182L160 80L140 98Z"
            className={styles.felt2}
            transform="translate(20 22) rotate(9 140 60)"
          />
          <g className={styles.felt3} opacity=".6">
            <path d="M70 134H210L202 142H78Z" />
            <path d="M94 150H186L178 158H102Z" />
            <path d="M118 166H162L140 187Z" />
          </g>
        </svg>
        <h1>{t('error.title')}</h1>
        <p>{t('error.text')}</p>
        <Button look="primary" big icon={again} onClick={() => location.reload()}>
          {t('error.reload')}
        </Button>
      </div>
    </div>
  );
}

/** The same where no shell is around it. */
export function StandaloneErrorPage() {
  return (
    <main className={styles.whole}>
      <ErrorScreen />
    </main>
  );
}

/** Catches what fails outside the pages, in the frame itself. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    removePlaceholder();
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <StandaloneErrorPage /> : this.props.children;
  }
}

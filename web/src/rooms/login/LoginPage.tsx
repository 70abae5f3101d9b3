import moon from 'icon:moon';
import sun from 'icon:sun';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { language } from '../../core/i18n.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { chooseTheme, theme } from '../../core/theme.ts';
import { IconButton } from '../../kit/Button.tsx';
import { Landscape, scenes } from '../../kit/Landscape.tsx';
import { LanguageChoice } from '../../kit/LanguageChoice.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginPage.module.css';
import { loadConfig } from './login.data.ts';
import { University } from './University.tsx';

/** The way in: a picture and a form on the desktop, a picture above the form on the phone. */
export default function LoginPage() {
  const { t } = useTranslation('login');
  const { mobile } = useCell(screenState);
  const { config } = useCell(session);
  useEffect(() => void loadConfig(), []);
  const version = <span>{config && t('common:version', { version: config.version })}</span>;
  const title = <title>{t('title')}</title>;
  if (mobile)
    return (
      <div className={styles.phone}>
        {title}
        <header className={styles.hero}>
          <Landscape scene={scenes.loginPhone} className={styles.art} />
          <University />
        </header>
        <main className={styles.sheet}>
          <div className={styles.head}>
            <h1>{t('title')}</h1>
            <ThemeButton />
          </div>
          <LoginForm />
          <footer className={styles.bottom}>
            <LanguageChoice />
            {version}
          </footer>
        </main>
      </div>
    );
  return (
    <div className={styles.split}>
      {title}
      <aside className={styles.left} aria-label={t('university')}>
        <Landscape scene={scenes.loginWide} className={styles.art} />
        <University />
        <div className={styles.welcome}>
          <p className={styles.hello} lang={language.get() === 'en' ? undefined : 'ky'}>
            {t('welcome')}
          </p>
          <p>{t('promise')}</p>
        </div>
      </aside>
      <main className={styles.right}>
        <div className={styles.top}>
          <LanguageChoice />
          <ThemeButton />
        </div>
        <div className={styles.middle}>
          <header>
            <h1>{t('title')}</h1>
            <p>{t('forWhom')}</p>
          </header>
          <LoginForm />
        </div>
        <footer className={styles.foot}>{version}</footer>
      </main>
    </div>
  );
}

function ThemeButton() {
  const { t } = useTranslation();
  const dark = useCell(theme) === 'dark';
  return (
    <IconButton
      className={styles.theme}
      icon={dark ? sun : moon}
      label={t(dark ? 'menu.light' : 'menu.dark')}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    />
  );
}

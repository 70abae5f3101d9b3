import moon from 'icon:moon';
import sun from 'icon:sun';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { language } from '../../core/i18n.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { chooseTheme, theme } from '../../core/theme.ts';
import { IconButton } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { Landscape, type LandscapeScene } from '../../kit/Landscape.tsx';
import { LanguageChoice } from '../../kit/LanguageChoice.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginPage.module.css';
import { loadConfig } from './login.data.ts';
import { type SignInNavigation, SignInNavigationProvider } from './navigation.ts';
import { UniversityHeader } from './UniversityHeader.tsx';

/** The picture on wide screens, and on the phone. */
const wideScene: LandscapeScene = {
  width: 808,
  height: 900,
  horizon: 432,
  main: { x: 0.42, top: 0.3 },
  side: [
    { x: 0.86, top: 0.5 },
    { x: 0.05, top: 0.56 },
  ],
  band: { top: 807, size: 101 },
};
const phoneScene: LandscapeScene = {
  width: 390,
  height: 380,
  horizon: 216,
  main: { x: 0.46, top: 0.5 },
  side: [
    { x: 0.9, top: 0.58 },
    { x: 0.03, top: 0.64 },
  ],
  band: { top: 335, size: 48.75 },
};

// The sign-in methods are there when the form is drawn, beside its texts, so that nothing moves when they come.
void loadConfig();

/** The sign-in page: a picture and a form on the desktop, a picture above the form on the phone. */
export default function LoginPage({ navigation }: { navigation: SignInNavigation }) {
  return (
    <SignInNavigationProvider value={navigation}>
      <Page />
    </SignInNavigationProvider>
  );
}

function Page() {
  const { t } = useTranslation('login');
  const { mobile } = useAtom(screenState);
  const { config } = useAtom(session);
  const version = <span>{config && t('common:version', { version: config.version })}</span>;
  const title = <title>{t('title')}</title>;
  if (mobile)
    return (
      <div className={classNames(styles.phone, config?.ways[0] && styles.low)}>
        {title}
        <header className={styles.hero}>
          <Landscape scene={phoneScene} className={styles.art} />
          <UniversityHeader />
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
        <Landscape scene={wideScene} className={styles.art} />
        <UniversityHeader />
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
  const dark = useAtom(theme) === 'dark';
  return (
    <IconButton
      className={styles.theme}
      icon={dark ? sun : moon}
      label={t(dark ? 'menu.light' : 'menu.dark')}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { Page } from '../kit/Page.tsx';
import { AppTiles } from './AppTiles.tsx';
import { ExternalLinks } from './ExternalLinks.tsx';
import { SettingsWarning } from './SettingsWarning.tsx';

/** All rooms and the university's links. */
export function Launcher() {
  const { t } = useTranslation('today');
  return (
    <Page title={t('title')}>
      <AppTiles />
      <ExternalLinks />
      <SettingsWarning />
    </Page>
  );
}

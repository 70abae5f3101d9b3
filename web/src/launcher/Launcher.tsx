import { useTranslation } from 'react-i18next';
import { Page } from '../kit/Page.tsx';
import { Links } from './Links.tsx';
import { SettingsWarning } from './SettingsWarning.tsx';
import { Tiles } from './Tiles.tsx';

/** All rooms and the university's links. */
export function Launcher() {
  const { t } = useTranslation('apps');
  return (
    <Page title={t('title')}>
      <Tiles />
      <Links />
      <SettingsWarning />
    </Page>
  );
}

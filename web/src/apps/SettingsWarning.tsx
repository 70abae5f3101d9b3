import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { session } from '../core/session.ts';
import { InlineAlert } from '../kit/InlineAlert.tsx';

/** Says that the portal runs without its settings, if it does (AUTH-07). */
export function SettingsWarning() {
  const { t } = useTranslation();
  return useAtom(session).settingsFailed && <InlineAlert tone="warm">{t('settingsFailed')}</InlineAlert>;
}

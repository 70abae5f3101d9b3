import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { session } from '../core/session.ts';
import { Note } from '../kit/Note.tsx';

/** Says that the portal runs without its settings, if it does (AUTH-07). */
export function SettingsWarning() {
  const { t } = useTranslation();
  return useAtom(session).settingsFailed && <Note tone="warm">{t('settingsFailed')}</Note>;
}

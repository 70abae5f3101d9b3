import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { online } from '../../core/online.ts';
import { Button } from '../../kit/Button.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { toast } from '../../kit/Toast.tsx';
import styles from './Devices.module.css';
import { useArchive } from './profile.data.ts';

/** The person's data as one archive, which the browser saves as any other file. */
export function MyArchive() {
  const { t } = useTranslation('profile');
  const connected = useAtom(online);
  const said = useFailureText();
  const archive = useArchive();
  const take = () =>
    archive.mutate(undefined, {
      onSuccess: () => toast(t('archive.begun')),
      onError: (failure) => toast(said(failure)),
    });
  return (
    <div className={styles.feed}>
      <p>{t('archive.about')}</p>
      <div className={styles.acts}>
        <Button disabled={!connected || archive.isPending} onClick={take}>
          {t(archive.isPending ? 'archive.doing' : 'archive.do')}
        </Button>
      </div>
    </div>
  );
}

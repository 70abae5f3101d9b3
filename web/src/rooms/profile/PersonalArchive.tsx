import download from 'icon:download-simple';
import type { archive } from '@bilim/contract/archive.ts';
import type { Output } from '@bilim/contract/call.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { formatDateTime } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { useFileSizeFormatter } from '../../kit/FileChip.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Devices.module.css';
import { useCreateArchive, useDownloadArchive, usePersonalArchive } from './profile.data.ts';

type ArchiveState = Output<typeof archive.state>[number];

/** The person's data as one archive: made in the background, and saved by the browser as any other file. */
export function PersonalArchive() {
  const { t } = useTranslation('profile');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const { data, error, isPending, refetch } = usePersonalArchive();
  const [make, take] = [useCreateArchive(), useDownloadArchive()];
  if (isPending)
    return (
      <Skeleton>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!data)
    return error && <LoadFailure title={t('archive.unknown')} failure={error} onRetry={() => void refetch()} />;
  const { state } = data;
  const isOff = !connected || make.isPending || take.isPending;
  const onError = (failure: Parameters<typeof failureText>[0]) => showToast(failureText(failure));
  return (
    <div className={styles.feed}>
      <p>{t('archive.about')}</p>
      <Standing of={data} />
      {state !== 'making' && (
        <div className={styles.actions}>
          {state === 'ready' && (
            <Button
              look="primary"
              icon={download}
              disabled={isOff}
              onClick={() => take.mutate(undefined, { onSuccess: () => showToast(t('archive.begun')), onError })}
            >
              {t('archive.take')}
            </Button>
          )}
          <Button disabled={isOff} onClick={() => make.mutate(undefined, { onError })}>
            {t(state === 'ready' ? 'archive.again' : state === 'failed' ? 'archive.retry' : 'archive.make')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** How the archive stands, in a sentence; nothing where nobody has asked for one. */
function Standing({ of: { state, askedAt, size, readyAt, until, reason } }: { of: ArchiveState }) {
  const { t } = useTranslation('profile');
  const sizeOf = useFileSizeFormatter();
  const when = (moment: string | null) => formatDateTime(moment ?? '', 'exact');
  if (state === 'making') return <InlineAlert tone="warm">{t('archive.making', { when: when(askedAt) })}</InlineAlert>;
  if (state === 'ready')
    return (
      <InlineAlert tone="ok">
        {t('archive.ready', { size: sizeOf(size ?? 0), made: when(readyAt), until: when(until) })}
      </InlineAlert>
    );
  const why = reason === 'noRoom' || reason === 'away' ? reason : 'failed';
  return state === 'failed' && <InlineAlert tone="bad">{t(`archive.failed.${why}`)}</InlineAlert>;
}

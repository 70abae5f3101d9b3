import folderIcon from 'icon:folder-open';
import upload from 'icon:upload-simple';
import { dataLimits } from '@bilim/contract/data-limits.ts';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { type Failure, toFailure } from '../../core/failure.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { queryClient } from '../../core/queryClient.ts';
import { storeUploadFiles } from '../../imported-tables/unknown-sheets.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { UploadProgress } from '../../kit/UploadProgress.tsx';
import { FileInput } from '../../kit/upload/FileInput.tsx';
import styles from './Data.module.css';
import { uploadImportFiles } from './data.data.ts';
import { type DroppedFiles, filesFromDrop, filesFromInput } from './dropped-files.ts';

/** Sends what was dropped or chosen and leads to its check. `onto`: an upload that is mended. */
function useTaking(onto: number | null) {
  const { t } = useTranslation('data');
  const navigate = useNavigate();
  const [part, setPart] = useState<number | null>(null);
  const [fault, setFault] = useState<string | Failure | null>(null);
  /** What was not taken for the moment, such as beside another load. */
  const [refused, setRefused] = useState<DroppedFiles | null>(null);
  const take = async (dropped: DroppedFiles) => {
    const { files, name } = dropped;
    if (part !== null) return;
    setFault(null);
    setRefused(null);
    if (!files.length) return setFault(t('nothing'));
    if (files.length > dataLimits.files) return setFault(t('tooMany', { most: dataLimits.files }));
    setPart(0);
    try {
      const [made] = await uploadImportFiles(files, { name, onto }, (sent, total) => setPart(total ? sent / total : 0));
      await queryClient.invalidateQueries({ queryKey: ['data'] });
      if (!made) return;
      storeUploadFiles(made.id_job, files);
      void navigate({ to: '.', search: { job: made.id_job } });
    } catch (failure) {
      setFault(toFailure(failure));
      setRefused(dropped);
    } finally {
      setPart(null);
    }
  };
  return { take, part, fault, refused };
}

/** A place for tables: the whole page takes what is dropped, buttons choose files or a folder. */
export function TablesUpload({ onto = null, children }: { onto?: number | null; children: ReactNode }) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const { take, part, fault, refused } = useTaking(onto);
  const isOver = useDropOnPage((dropped) => void take(dropped));
  const disabled = !connected || part !== null;
  return (
    <section className={styles.taking} aria-label={t(onto === null ? 'new' : 'mend')}>
      {isOver && (
        <p className={styles.veil}>
          <Icon of={upload} />
          {t('veil')}
        </p>
      )}
      <Icon of={upload} />
      <div>
        {children}
        <div className={classNames(styles.buttons, onto === null && styles.pair)}>
          <Choice
            isFirst={onto === null}
            label={t('choose')}
            disabled={disabled}
            onChoose={(dropped) => void take(dropped)}
          />
          {onto === null && (
            <Choice folder label={t('folder')} disabled={disabled} onChoose={(dropped) => void take(dropped)} />
          )}
        </div>
        {part !== null && <UploadProgress label={t('uploading')} part={part} />}
        {fault !== null && (
          <InlineAlert tone="bad">{typeof fault === 'string' ? fault : failureText(fault)}</InlineAlert>
        )}
        {refused && (
          <Button disabled={disabled} onClick={() => void take(refused)}>
            {t('sendAgain', { name: refused.name })}
          </Button>
        )}
      </div>
    </section>
  );
}

/** A place for corrected files of an upload that waits: they take the place of the former ones. */
export function CorrectedFilesUpload({ job }: { job: number }) {
  const { t } = useTranslation('data');
  return (
    <TablesUpload onto={job}>
      <p className={styles.strong}>{t('mend')}</p>
      <p className={styles.small}>{t('mendHelp')}</p>
    </TablesUpload>
  );
}

interface ChoiceProps {
  label: string;
  folder?: boolean;
  /** The page begins with it. */
  isFirst?: boolean;
  disabled: boolean;
  onChoose: (dropped: DroppedFiles) => void;
}

function Choice({ label, folder, isFirst = false, disabled, onChoose }: ChoiceProps) {
  return (
    <FileInput
      label={label}
      multiple
      folder={folder}
      accept={folder ? undefined : '.csv,.xlsx,.zip'}
      onChoose={(files) => onChoose(filesFromInput(files))}
    >
      {(open) => (
        <Button
          look={isFirst ? 'primary' : 'soft'}
          icon={folder ? folderIcon : upload}
          disabled={disabled}
          onClick={open}
        >
          {label}
        </Button>
      )}
    </FileInput>
  );
}

/** Whether files hang over the page at this moment; gives them away when they are let go. */
function useDropOnPage(onDrop: (dropped: DroppedFiles) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer) void filesFromDrop(event.dataTransfer).then(onDrop);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const let_ = (event: DragEvent) => drop(event);
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', let_);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', let_);
    };
  }, []);
  return isOver;
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../core/failure.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { showToast } from '../../kit/Toast.tsx';
import { fetchImportFaults } from './data.data.ts';

const heads = ['kind', 'file', 'row', 'column', 'sentence'] as const;

/** Hands every fault over as a workbook. */
export function useDownloadFaultReport(id: number) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const [faults, { downloadFaultWorkbook: saveFaults }] = await Promise.all([
        fetchImportFaults(id),
        import('./workbooks.ts'),
      ]);
      const rows = faults.map(({ isWarning, file, row, column, sentence }) => [
        t(isWarning ? 'reportHead.remark' : 'reportHead.error'),
        file,
        row,
        column,
        sentence,
      ]);
      await saveFaults([heads.map((head) => t(`reportHead.${head}`)), ...rows], t('faultList'));
    } catch (failure) {
      showToast(failureText(toFailure(failure)));
    } finally {
      setBusy(false);
    }
  };
  return { take: () => void take(), isBusy };
}

import dots from 'icon:dots-three-bold';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../core/i18n.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Popover } from '../../kit/Popover.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { localNumberFormatters } from './formatters.ts';
import styles from './Journal.module.css';
import { JournalPrint } from './JournalPrint.tsx';
import { SubgroupDialog } from './SubgroupDialog.tsx';
import type { TableHeading } from './spreadsheet.ts';
import type { JournalTable } from './useJournalTable.ts';

/** What else can be done with the whole table: a file, paper, subgroups. */
export function JournalMenu({ sheet, heading }: { sheet: JournalTable; heading: TableHeading }) {
  const { t, i18n } = useTranslation('journal');
  const [open, setOpen] = useState(false);
  const [dividing, setDividing] = useState<boolean | null>(null);
  const [printing, setPrinting] = useState(false);
  const save = async () => {
    setOpen(false);
    const words = {
      student: t('student'),
      absences: t('absences'),
      sum: t('sum'),
      average: t('average'),
      mean: t('mean'),
      present: '+',
      class: (number: number) => t('class', { number }),
    };
    await import('./spreadsheet.ts')
      .then(({ downloadJournalTable: saveTable }) => saveTable(sheet, heading, words))
      .catch(() => showToast(t('fileFailed')));
  };
  return (
    <>
      <Popover
        label={t('more')}
        open={open}
        onOpenChange={setOpen}
        className={styles.menu}
        trigger={<IconButton icon={dots} label={t('more')} />}
      >
        <Button look="quiet" onClick={() => void save()}>
          {t('spreadsheet')}
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            setOpen(false);
            setPrinting(true);
          }}
        >
          {t('print')}
        </Button>
        {sheet.keys.length === 1 && (
          <Button
            look="quiet"
            onClick={() => {
              setOpen(false);
              setDividing(true);
            }}
          >
            {t('subgroups')}
          </Button>
        )}
      </Popover>
      {dividing !== null && <SubgroupDialog open={dividing} onClose={() => setDividing(false)} sheet={sheet} />}
      {printing && (
        <JournalPrint
          sheet={sheet}
          heading={heading}
          numbers={localNumberFormatters(i18n.language as Language)}
          onDone={() => setPrinting(false)}
        />
      )}
    </>
  );
}

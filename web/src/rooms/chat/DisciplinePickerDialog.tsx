import type { UrlSelection } from '@bilim/contract/url-selection.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCascadingSelection } from '../../disciplines/cascade.data.ts';
import { DisciplinePanel } from '../../disciplines/DisciplinePanel.tsx';
import { Dialog } from '../../kit/Dialog.tsx';

/** Asks for the discipline whose contacts the list shows. */
export function DisciplinePickerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <Dialog open={open} title={t('discipline')} onClose={onClose}>
      <List onClose={onClose} />
    </Dialog>
  );
}

function List({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<UrlSelection>({});
  const cascade = useCascadingSelection(false, {
    chosen,
    go: (next) => {
      // Another term keeps the list open: its disciplines are still to be chosen from.
      if (next.d === undefined) return setChosen(next);
      onClose();
      void navigate({ to: '/chat', search: next });
    },
  });
  return <DisciplinePanel cascade={cascade} />;
}

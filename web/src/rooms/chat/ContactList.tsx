import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactPanel } from '../../conversations/ContactPanel.tsx';
import { hasNoContacts, useCascadingSelection } from '../../disciplines/cascade.data.ts';
import { EmptyState } from '../../kit/States.tsx';
import { OfficeContacts, useOfficeContacts } from './OfficeContacts.tsx';
import { ScrollRestore } from './ScrollRestore.tsx';

/** The people of the discipline in the address, its group first; `chips` are above them, with its name. */
export function ContactList({ chips }: { chips: (discipline: string) => ReactNode }) {
  const cascade = useCascadingSelection(true);
  return (
    <>
      {chips(cascade.discipline?.discipline ?? '')}
      <ScrollRestore isReady={Boolean(cascade.contacts.data)}>
        {hasNoContacts(cascade) ? (
          <EmptyContacts />
        ) : (
          <ContactPanel cascade={cascade} path="/chat" more={(text) => <OfficeContacts text={text} />} />
        )}
      </ScrollRestore>
    </>
  );
}

/** Without people to write to: the offices, or that there is nobody. */
export function EmptyContacts({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('chat');
  const offices = useOfficeContacts();
  return offices.data?.length ? (
    <OfficeContacts text="" onChoose={onChoose} />
  ) : (
    offices.data && <EmptyState title={t('common:panel.noContacts')} />
  );
}

import back from 'icon:arrow-left';
import several from 'icon:users-three';
import { parseRole } from '@bilim/contract/access.ts';
import type { UrlSelection } from '@bilim/contract/url-selection.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactPanel } from '../../conversations/ContactPanel.tsx';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { hasNoContacts, useCascadingSelection } from '../../disciplines/cascade.data.ts';
import { DisciplineBar } from '../../disciplines/DisciplineBar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { EmptyContacts } from './ContactList.tsx';
import { GroupMessageForm } from './GroupMessageForm.tsx';
import { OfficeContacts } from './OfficeContacts.tsx';

/** Asks whom to write to: the people of one discipline, at first of the class now or of the one that was used last. */
export function NewConversationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <Dialog open={open} title={t('inbox.new')} onClose={onClose}>
      <People onChoose={onClose} />
    </Dialog>
  );
}

function People({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('chat');
  const [chosen, go] = useState<UrlSelection>({});
  const cascade = useCascadingSelection(true, { chosen, go });
  const { user } = useAtom(session);
  const [toGroups, setToGroups] = useState(false);
  const hasGroups = parseRole(user?.role) === 1 && (cascade.groups.data?.length ?? 0) > 1;
  return (
    <>
      <DisciplineBar cascade={cascade} line={t('discipline')} none=" --- " title={t('discipline')} />
      {hasGroups && (
        <Button
          look="quiet"
          wide
          icon={toGroups ? back : several}
          aria-expanded={toGroups}
          onClick={() => setToGroups(!toGroups)}
        >
          {t(toGroups ? 'groups.back' : 'groups.several')}
        </Button>
      )}
      {hasGroups && toGroups ? (
        <GroupMessageForm cascade={cascade} onSent={onChoose} />
      ) : hasNoContacts(cascade) ? (
        <EmptyContacts onChoose={onChoose} />
      ) : (
        <ContactPanel
          cascade={cascade}
          path="/chat"
          onChoose={onChoose}
          headings={{
            find: t('office.find'),
            group: t('office.group'),
            people: t(parseRole(user?.role) === 1 ? 'office.students' : 'office.teachers'),
          }}
          more={(text) => <OfficeContacts text={text} onChoose={onChoose} />}
        />
      )}
    </>
  );
}

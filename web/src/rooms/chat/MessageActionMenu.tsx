import dots from 'icon:dots-three-bold';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Popover } from '../../kit/Popover.tsx';
import styles from './MessageActionMenu.module.css';
import { actionIcons, type MessageAction } from './message-actions.ts';

interface Props {
  actions: readonly MessageAction[];
  onAction: (action: MessageAction) => void;
  /** On the phone: opens the sheet, which has the reactions too. */
  onSheet: () => void;
}

/** The button with what else can be done with a message; what opens is made at the first press. */
export function MessageActionMenu({ actions, onAction, onSheet }: Props) {
  const { t } = useTranslation('chat');
  const { mobile } = useAtom(screenState);
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  if (!actions.length && !mobile) return null;
  if (mobile || state === 'new')
    return (
      <IconButton
        icon={dots}
        size="s"
        label={t('acts.all')}
        aria-haspopup="dialog"
        onClick={() => (mobile ? onSheet() : setState('open'))}
      />
    );
  return (
    <Popover
      trigger={<IconButton icon={dots} size="s" label={t('acts.all')} />}
      label={t('acts.all')}
      open={state === 'open'}
      onOpenChange={(open) => setState(open ? 'open' : 'closed')}
    >
      <MessageActionList
        actions={actions}
        onAction={(action) => {
          setState('closed');
          onAction(action);
        }}
      />
    </Popover>
  );
}

/** What can be done with a message, in words. */
export function MessageActionList({ actions, onAction }: Pick<Props, 'actions' | 'onAction'>) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          wide
          look={action === 'delete' ? 'dangerQuiet' : 'quiet'}
          icon={actionIcons[action]}
          onClick={() => onAction(action)}
        >
          {t(`acts.${action}`)}
        </Button>
      ))}
    </div>
  );
}

import dots from 'icon:dots-three-bold';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Popover } from '../../kit/Popover.tsx';
import styles from './Actions.module.css';
import { actIcons, type MessageAct } from './acts.ts';

interface Props {
  acts: readonly MessageAct[];
  onAct: (act: MessageAct) => void;
  /** On the phone: opens the sheet, which has the reactions too. */
  onSheet: () => void;
}

/** The button with what else can be done with a message; what opens is made at the first press. */
export function Actions({ acts, onAct, onSheet }: Props) {
  const { t } = useTranslation('chat');
  const { mobile } = useAtom(screenState);
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  if (!acts.length && !mobile) return null;
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
      <ActList
        acts={acts}
        onAct={(act) => {
          setState('closed');
          onAct(act);
        }}
      />
    </Popover>
  );
}

/** What can be done with a message, in words. */
export function ActList({ acts, onAct }: Pick<Props, 'acts' | 'onAct'>) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles.acts}>
      {acts.map((act) => (
        <Button
          key={act}
          wide
          look={act === 'delete' ? 'dangerQuiet' : 'quiet'}
          icon={actIcons[act]}
          onClick={() => onAct(act)}
        >
          {t(`acts.${act}`)}
        </Button>
      ))}
    </div>
  );
}

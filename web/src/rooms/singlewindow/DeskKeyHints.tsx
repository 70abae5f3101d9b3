import { useTranslation } from 'react-i18next';
import { KeyHints } from '../../kit/KeyHints.tsx';

/** The key of the next step of an order, by its state. */
const next: Readonly<Record<string, readonly [cap: string, does: 'take' | 'ready' | 'hand'] | undefined>> = {
  waiting: ['1', 'take'],
  preparing: ['2', 'ready'],
  prepared: ['4', 'hand'],
};

/** Which key does what, below the queue. */
export function DeskKeyHints({ status }: { status: string }) {
  const { t } = useTranslation('desk');
  const step = next[status];
  return (
    <KeyHints
      keys={[
        [['J', 'K'], t('keys.move')],
        [['X'], t('keys.choose')],
        [['Enter'], t('keys.open')],
        ...(step ? [[[step[0]], t(`keys.${step[1]}`)] as const] : []),
        ...(status === 'prepared' ? [[['3'], t('keys.print')] as const] : []),
        [['R'], t('keys.refuse')],
        [['M'], t('keys.write')],
        [['Ctrl Z'], t('keys.undo')],
      ]}
    />
  );
}

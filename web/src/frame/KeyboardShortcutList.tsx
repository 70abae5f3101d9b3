import { useTranslation } from 'react-i18next';
import { Dialog } from '../kit/Dialog.tsx';
import styles from './KeyboardShortcutList.module.css';

/** Keys by where they act; each with the name of what it does. */
const list = {
  everywhere: [
    ['find', 'Ctrl K', '/'],
    ['notices', 'B'],
    ['column', '['],
    ['list', '?'],
    ['close', 'Esc'],
  ],
  today: [
    ['firstNew', 'N'],
    ['move', '↑', '↓'],
    ['open', 'Enter'],
    ['seen', 'E'],
  ],
  chat: [
    ['conversations', 'J', 'K'],
    ['unread', 'Alt ↑', 'Alt ↓'],
    ['write', 'C'],
    ['inbox', '/'],
  ],
  discipline: [['parts', '1', '2', '3']],
  journal: [['disciplines', 'J', 'K']],
  desk: [
    ['orders', 'J', 'K'],
    ['choose', 'X'],
    ['acts', '1', '2', '3', '4'],
    ['refuse', 'R'],
    ['message', 'M'],
    ['undo', 'Ctrl Z'],
  ],
  people: [
    ['people', 'J', 'K'],
    ['password', 'P'],
    ['toList', 'Esc'],
  ],
} as const;

/** What the keys of the portal do. */
export default function KeyboardShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('keys');
  return (
    <Dialog open onClose={onClose} title={t('title')}>
      <div className={styles.list}>
        {Object.entries(list).map(([where, keys]) => (
          <section key={where} aria-labelledby={`keys-${where}`}>
            <h3 id={`keys-${where}`}>{t(`where.${where}`)}</h3>
            <dl>
              {keys.map(([name, ...caps]) => (
                <div key={name}>
                  <dt>{t(name)}</dt>
                  <dd>
                    {caps.map((cap) => (
                      <kbd key={cap}>{cap}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p>{t('switch')}</p>
      </div>
    </Dialog>
  );
}

import type { PageParams } from '@bilim/contract/page-params.ts';
import { permissions } from '@bilim/contract/permissions.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { numberFormat } from '../../core/numbers.ts';
import { screenState } from '../../core/screen.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { PasswordHelpTextEditor } from './PasswordHelpTextEditor.tsx';
import styles from './People.module.css';
import { PrivacyTextEditor } from './PrivacyTextEditor.tsx';
import type { PeopleCounts } from './people.data.ts';
import { usePermissionName } from './texts.ts';

interface Props {
  of: PeopleCounts;
  /** Shows those alone: what of the address changes. */
  onChoose: (change: Pick<PageParams<'/people'>, 'state' | 'right'>) => void;
}

const attentionStates = ['asked', 'never', 'ending', 'blocked', 'nogroup', 'double'] as const;

/** Who asks for attention; each line shows its people. `onlySome`: lines without anybody are left out, and the card without lines. */
export function PeopleNeedingAttention({ of, onChoose, onlySome = false }: Props & { onlySome?: boolean }) {
  const { t } = useTranslation('people');
  const lines = attentionStates.filter((state) => !onlySome || of[state] > 0);
  if (lines.length === 0) return null;
  return (
    <section className={classNames(card.card, styles.box)}>
      <h2>{t('attention')}</h2>
      <ul>
        {lines.map((state) => (
          <li key={state}>
            <button type="button" onClick={() => onChoose({ state, right: undefined })}>
              {t(`asks.${state}`)}
              <b data-state={of[state] ? state : undefined}>{numberFormat().format(of[state])}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Below what begins the column, who asks for attention, unless a telephone shows that above the list; who looks after all sees who may do what beyond the role. */
export function AttentionCards({ of, onChoose, children }: Props & { children: ReactNode }) {
  const { t } = useTranslation('people');
  const { mobile } = useAtom(screenState);
  const rights = usePermissionName();
  const isEverywhere = of.mayGive.some(({ permission, faculties }) => permission === 'accounts' && !faculties);
  return (
    <aside className={styles.side} aria-label={t(mobile ? 'beyond' : 'attention')}>
      {children}
      {!mobile && <PeopleNeedingAttention of={of} onChoose={onChoose} />}
      {isEverywhere && (
        <section className={classNames(card.card, styles.box)}>
          <h2>{t('beyond')}</h2>
          <ul>
            {of.rights.map(({ permission, people }) => (
              <li key={permission}>
                <button
                  type="button"
                  onClick={() => onChoose({ state: undefined, right: permissions.find((one) => one === permission) })}
                >
                  {rights(permission)}
                  <b>{numberFormat().format(people)}</b>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PasswordHelpTextEditor />
      {isEverywhere && <PrivacyTextEditor />}
    </aside>
  );
}

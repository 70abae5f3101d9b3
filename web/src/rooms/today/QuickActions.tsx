import old from 'icon:hourglass-medium';
import find from 'icon:magnifying-glass';
import announce from 'icon:newspaper';
import answer from 'icon:paper-plane-right';
import print from 'icon:printer';
import scan from 'icon:scan';
import give from 'icon:shield-star';
import load from 'icon:upload-simple';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import type { PageLink } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon, type IconDrawing } from '../../kit/Icon.tsx';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import styles from './QuickActions.module.css';

type QuickAction = PageLink & { readonly name: string; readonly icon: IconDrawing };

const loadTables: QuickAction = { name: 'load', icon: load, to: '/data' };
const writeNews: QuickAction = { name: 'announce', icon: announce, to: '/news' };

/** What whoever looks after accounts does most, as far as they may. */
export function AccountActions() {
  const { user } = useAtom(session);
  return (
    <QuickActions
      of={[
        ...(user?.permissions.includes('import') ? [loadTables] : []),
        { name: 'find', icon: find, to: '/people' },
        // Rights are given to those who work here.
        { name: 'give', icon: give, to: '/people', search: { role: 1 } },
        ...(user?.newsPerms ? [writeNews] : []),
      ]}
    />
  );
}

/** What a clerk does most. */
export function OrderActions() {
  return (
    <QuickActions
      of={[
        { name: 'scan', icon: scan, to: '/desk', search: { status: 'prepared', scan: true } },
        { name: 'print', icon: print, to: '/desk', search: { status: 'prepared' } },
        { name: 'old', icon: old, to: '/desk', search: { status: 'waiting', old: true } },
        { name: 'answer', icon: answer, to: '/chat' },
      ]}
    />
  );
}

function QuickActions({ of }: { of: readonly QuickAction[] }) {
  const { t } = useTranslation('today');
  return (
    <nav className={styles.actions} aria-label={t('staff.quick.title')}>
      {of.map(({ name, icon, ...link }) => (
        <Link key={name} {...link} className={classNames(card.card, styles.action)}>
          <Icon of={icon} />
          <b>
            <WholeWordText>{t(`staff.quick.${name}`)}</WholeWordText>
          </b>
        </Link>
      ))}
    </nav>
  );
}

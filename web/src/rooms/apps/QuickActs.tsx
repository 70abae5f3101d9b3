import find from 'icon:magnifying-glass';
import announce from 'icon:newspaper';
import give from 'icon:shield-star';
import load from 'icon:upload-simple';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LongWords } from '../../kit/LongWords.tsx';
import styles from './QuickActs.module.css';

/** What whoever looks after accounts does most, as far as they may. */
export function QuickActs() {
  const { t } = useTranslation('apps');
  const { user } = useAtom(session);
  const acts = [
    { name: 'load', icon: load, to: '/data', may: user?.permissions.includes('import') },
    { name: 'find', icon: find, to: '/people', may: true },
    // Rights are given to those who work here.
    { name: 'give', icon: give, to: '/people', search: { role: 1 }, may: true },
    { name: 'announce', icon: announce, to: '/news', may: user?.newsPerms },
  ] as const;
  return (
    <nav className={styles.acts} aria-label={t('staff.quick.title')}>
      {acts.map(
        ({ name, icon, to, may, ...rest }) =>
          may && (
            <Link
              key={name}
              to={to}
              search={('search' in rest ? rest.search : undefined) as never}
              className={classes(card.card, styles.act)}
            >
              <Icon of={icon} />
              <b>
                <LongWords>{t(`staff.quick.${name}`)}</LongWords>
              </b>
            </Link>
          ),
      )}
    </nav>
  );
}

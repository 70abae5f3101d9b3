import bank from 'icon:bank-fill';
import listChecks from 'icon:list-checks-fill';
import stamp from 'icon:stamp-fill';
import type { Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { containsAllWords } from '@bilim/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnreadCounts } from '../../conversations/unread.data.ts';
import { queryForCall } from '../../core/queryClient.ts';
import panel from '../../disciplines/Panel.module.css';
import { OfficeAvatar } from '../../kit/Avatar.tsx';
import { CountBadge } from '../../kit/CountBadge.tsx';

type Office = Output<typeof chat.offices>[number];

const icons: Readonly<Record<string, typeof bank>> = { journal: bank, registration: listChecks, orders: stamp };

/** The offices to which the person may write. */
export function useOfficeContacts() {
  return useQuery(queryForCall('chat.offices', chat.offices, {}));
}

/** The offices whose names hold the words; nothing while there are none. */
export function OfficeContacts({ text, onChoose }: { text: string; onChoose?: (() => void) | undefined }) {
  const { t } = useTranslation('chat');
  const shown = useOfficeContacts().data?.filter(({ fio }) => containsAllWords(fio, text)) ?? [];
  const heading = useId();
  if (!shown.length) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={panel.heading}>
        {t('office.all')}
      </h3>
      <ul>
        {shown.map((office) => (
          <li key={office.id_office}>
            <Item office={office} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ office, onChoose }: { office: Office; onChoose: (() => void) | undefined }) {
  const { id_office, fio, permission, faculty, countMessages } = office;
  const { t } = useTranslation('chat');
  const unread = useUnreadCounts().of({
    ...{ year: 0, ws: 0, id_discipline: 0, kredit: 0, idid: id_office, id_office, gr_potok: 0, isSelect: false },
  });
  return (
    <Link to="/chat" search={{ o: id_office }} className={panel.item} onClick={onChoose}>
      <OfficeAvatar icon={icons[permission] ?? bank} />
      <span className={panel.who}>
        <span className={panel.person} translate="no">
          {fio}
        </span>
        <span className={panel.more}>
          {permission === 'journal' ? <span translate="no">{faculty}</span> : t(`office.about.${permission}`)}
        </span>
      </span>
      <CountBadge of={unread ?? countMessages} />
    </Link>
  );
}

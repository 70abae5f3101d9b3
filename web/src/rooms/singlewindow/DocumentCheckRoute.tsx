import { createLazyComponent } from '../../core/lazy.ts';
import { usePathParam } from '../../core/searchParams.ts';
import { DocumentCheckPage } from './DocumentCheckPage.tsx';

const MailPage = createLazyComponent(() => import('../../account/notification-settings/MailLinkPage.tsx'), {
  texts: 'email-address',
});

/** Number and code as they are in the address; in place of a number `mail`, where the links of mails lead. */
export default function DocumentCheckRoute() {
  const number = usePathParam('number') ?? '';
  const code = usePathParam('code') ?? '';
  return number === 'mail' ? <MailPage link={code} /> : <DocumentCheckPage number={number} code={code} />;
}

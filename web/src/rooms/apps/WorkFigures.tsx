import { AccountActs, OrderActs } from './QuickActs.tsx';
import styles from './Staff.module.css';
import { Attention, Portal, SignIns, State, Version } from './StaffAccounts.tsx';
import { StaffAudit } from './StaffAudit.tsx';
import { Lying } from './StaffLying.tsx';
import { OwnNews } from './StaffNews.tsx';
import { Handed, Oldest, Orders } from './StaffOrders.tsx';
import { Questions } from './StaffQuestions.tsx';
import { Registering, Seats, Windows } from './StaffRegistration.tsx';
import { useLeading, useWork } from './staff.data.ts';

/** The work of each permission in figures, which lead to what they count. */
export function WorkFigures() {
  const { accounts, orders, registration } = useWork();
  const leading = useLeading();
  return (
    <>
      {accounts && <Portal />}
      {accounts && <AccountActs />}
      {orders && <Orders isFirst={leading === 'orders'} />}
      {orders && !accounts && <OrderActs />}
      {registration && <Registering isFirst={leading === 'registration'} />}
    </>
  );
}

/** The same for who has a day of classes too: by themselves, not on the picture. */
export function WorkSidebar() {
  const { accounts, orders, registration } = useWork();
  if (!accounts && !orders && !registration) return null;
  return (
    <div className={styles.beside}>
      <WorkFigures />
    </div>
  );
}

/** The lists that matter for each permission. */
export function WorkLists() {
  const { accounts, orders, registration, news } = useWork();
  return (
    <>
      {accounts && <Attention />}
      {accounts && <StaffAudit />}
      {orders && <Oldest />}
      {orders && <Questions />}
      {registration && <Windows />}
      {news && <OwnNews />}
    </>
  );
}

/** What else belongs to each permission. */
export function OtherWorkFigures() {
  const { accounts, orders, registration } = useWork();
  return (
    <>
      {accounts && <State />}
      {accounts && <SignIns />}
      {accounts && <Version />}
      {orders && <Handed />}
      {orders && <Lying />}
      {registration && <Seats />}
    </>
  );
}

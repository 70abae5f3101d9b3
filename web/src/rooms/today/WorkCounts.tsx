import { AccountActions, OrderActions } from './QuickActions.tsx';
import { AttentionList, PortalHealth, PortalUsageCard, SignInChart, VersionCard } from './StaffAccounts.tsx';
import { StaffAudit } from './StaffAudit.tsx';
import { CaseCards } from './StaffCases.tsx';
import { OwnAnnouncements } from './StaffNews.tsx';
import { HandedOutCard, OldestOrders, OrdersCard } from './StaffOrders.tsx';
import { OfficeQuestions } from './StaffQuestions.tsx';
import { OpenRegistrationWindows, RegistrationCard, SeatsCard } from './StaffRegistration.tsx';
import styles from './StaffToday.module.css';
import { UncollectedPapers } from './StaffUncollected.tsx';
import { usePrimaryWork, useWorkPermissions } from './staff.data.ts';

/** The work of each permission in figures, which lead to what they count. */
export function WorkCounts() {
  const { accounts, orders, registration } = useWorkPermissions();
  const leading = usePrimaryWork();
  return (
    <>
      {accounts && <PortalUsageCard />}
      {accounts && <AccountActions />}
      {orders && <OrdersCard isFirst={leading === 'orders'} />}
      {orders && !accounts && <OrderActions />}
      {registration && <RegistrationCard isFirst={leading === 'registration'} />}
    </>
  );
}

/** The same for who has a day of classes too: by themselves, not on the picture. */
export function WorkCards() {
  const { accounts, orders, registration, reports, moderation } = useWorkPermissions();
  if (!accounts && !orders && !registration && !reports && !moderation) return null;
  return (
    <div className={styles.columns}>
      <WorkCounts />
      <CaseCards />
    </div>
  );
}

/** The lists that matter for each permission. */
export function WorkLists() {
  const { accounts, orders, registration, news } = useWorkPermissions();
  return (
    <>
      {accounts && <AttentionList />}
      {accounts && <StaffAudit />}
      {orders && <OldestOrders />}
      {orders && <OfficeQuestions />}
      {registration && <OpenRegistrationWindows />}
      {news && <OwnAnnouncements />}
    </>
  );
}

/** Cards for each permission that come after its main figures. */
export function OtherWorkCounts() {
  const { accounts, orders, registration } = useWorkPermissions();
  return (
    <>
      {accounts && <PortalHealth />}
      {accounts && <SignInChart />}
      {accounts && <VersionCard />}
      {orders && <HandedOutCard />}
      {orders && <UncollectedPapers />}
      {registration && <SeatsCard />}
    </>
  );
}

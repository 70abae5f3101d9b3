import { AccountActions, OrderActions } from './QuickActions.tsx';
import { AttentionList, BackupState, PortalCard, SignIns, VersionCard } from './StaffAccounts.tsx';
import { StaffAudit } from './StaffAudit.tsx';
import { CaseCards } from './StaffCases.tsx';
import { OwnNews } from './StaffNews.tsx';
import { HandedOutCard, OldestOrders, OrdersCard } from './StaffOrders.tsx';
import { OfficeQuestions } from './StaffQuestions.tsx';
import { OpenPeriods, RegistrationCard, SeatsCard } from './StaffRegistration.tsx';
import styles from './StaffToday.module.css';
import { UncollectedPapers } from './StaffUncollected.tsx';
import { usePrimaryWork, useWorkPermissions } from './staff.data.ts';

/** The work of each permission in figures, which lead to what they count. */
export function WorkFigures() {
  const { accounts, orders, registration } = useWorkPermissions();
  const leading = usePrimaryWork();
  return (
    <>
      {accounts && <PortalCard />}
      {accounts && <AccountActions />}
      {orders && <OrdersCard isFirst={leading === 'orders'} />}
      {orders && !accounts && <OrderActions />}
      {registration && <RegistrationCard isFirst={leading === 'registration'} />}
    </>
  );
}

/** The same for who has a day of classes too: by themselves, not on the picture. */
export function WorkSidebar() {
  const { accounts, orders, registration, reports, moderation } = useWorkPermissions();
  if (!accounts && !orders && !registration && !reports && !moderation) return null;
  return (
    <div className={styles.columns}>
      <WorkFigures />
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
      {registration && <OpenPeriods />}
      {news && <OwnNews />}
    </>
  );
}

/** Cards for each permission that come after its main figures. */
export function OtherWorkFigures() {
  const { accounts, orders, registration } = useWorkPermissions();
  return (
    <>
      {accounts && <BackupState />}
      {accounts && <SignIns />}
      {accounts && <VersionCard />}
      {orders && <HandedOutCard />}
      {orders && <UncollectedPapers />}
      {registration && <SeatsCard />}
    </>
  );
}

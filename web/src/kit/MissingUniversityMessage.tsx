import { Link } from '@tanstack/react-router';
import { useAtom } from '../core/atom.ts';
import { session } from '../core/session.ts';
import { buttonClasses } from './Button.tsx';
import { Page } from './Page.tsx';
import { EmptyState } from './States.tsx';

/** Whether nothing was loaded into the portal yet: it has no year. False as long as that is not known. */
export function useIsUniversityMissing(): boolean {
  return useAtom(session).settings?.[0]?.id_a_year_def === 0;
}

/** A room in a portal without a university: what is missing, and for whoever may load it the way there. */
export function MissingUniversityMessage({ title, sentence, load }: { title: string; sentence: string; load: string }) {
  const { user } = useAtom(session);
  return (
    <Page title={title} fromApps>
      <EmptyState
        title={sentence}
        action={
          user?.permissions.includes('import') && (
            <Link className={buttonClasses('primary')} to="/data">
              {load}
            </Link>
          )
        }
      />
    </Page>
  );
}

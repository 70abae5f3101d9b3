import { useTranslation } from 'react-i18next';
import { changedFileCode, type Failure, isUnanswered } from '../core/failure.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';

/** A failure in the person's words: the server's sentence when it is readable, else ours for the class. */
export function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation();
  return (failure) => {
    if (failure.message && failure.status) return failure.message;
    if (isUnanswered(failure) && !isPortalReachable.get()) return t('essential:netLost');
    return t(failure.code === changedFileCode ? 'failure.fileChanged' : `failure.${failure.kind}`);
  };
}

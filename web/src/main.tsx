import { loadAfterPaint } from './start/loadAfterPaint.ts';

async function open(): Promise<void> {
  // Only the sign-in page of somebody unknown has room for the university (login.html).
  if (document.getElementById('root')?.dataset.university === undefined)
    await loadAfterPaint(() => import('./portal.tsx')).then(({ openPortal }) => openPortal());
  else await loadAfterPaint(() => import('./signIn.tsx')).then(({ openSignInPage }) => openSignInPage());
}

// Not awaited here: what is loaded imports from the file that this module is in, and waits for its end.
void open();

import { useRouter, useSearch } from '@tanstack/react-router';
import LoginPage from './LoginPage.tsx';

/** The sign-in page in the portal, of somebody who was there before. */
export default function LoginRoute() {
  const router = useRouter();
  const search = useSearch({ from: '/login' });
  return (
    <LoginPage
      navigation={{
        search,
        prepare() {},
        replaceAddress: (address) => router.history.replace(address),
        async open(page) {
          await Promise.all([router.preloadRoute({ to: '.', href: page }), window.begun]);
          // Nobody who is in goes back to the form.
          router.history.replace(page);
        },
      }}
    />
  );
}

import { login } from '@bilim/contract/login.ts';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../core/queries.ts';
import { loadConfig, signIn } from '../../core/session.ts';

export { loadConfig, signIn };

/** The logo and the name of the university; undefined while they are on their way and when they could not be read. */
export function useLogo() {
  return useQuery({ ...reading('login', login.logo, {}), staleTime: Number.POSITIVE_INFINITY }).data;
}

/** Longest login and password that the server takes. */
export const longest = {
  login: 100,
  password: 200,
};

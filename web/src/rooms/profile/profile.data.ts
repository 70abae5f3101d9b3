import { login } from '@bilim/contract/login.ts';
import { profile } from '@bilim/contract/profile.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { reading } from '../../core/queries.ts';

export interface PasswordChange {
  password: string;
  newPassword: string;
}

/** The facts about the person who is signed in. */
export function useProfile() {
  return useQuery({ ...reading('profile', profile.data, {}), select: (rows) => rows[0] ?? null });
}

/** Shortest new password that the university allows; 4 until it is known. */
export function usePasswordMin(): number {
  return useQuery(reading('login', login.config, {})).data?.passwordMin ?? 4;
}

/** Changes the password; all other sessions of the person end. */
export function useChangePassword() {
  return useMutation<unknown, Failure, PasswordChange>({
    mutationFn: (change) => ask(profile.changePassword, change),
  });
}

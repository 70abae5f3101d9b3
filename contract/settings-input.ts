import type { Role } from './access.ts';

/** What the settings of a role are asked for with (`apps.settings`), the same in the first answer and in the portal. */
export const appSettingsInput = (role: Role) => ({ role });

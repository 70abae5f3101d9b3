import bank from 'icon:bank';
import google from 'icon:google-logo';
import university from 'icon:graduation-cap-bold';
import card from 'icon:identification-card';
import microsoft from 'icon:windows-logo';
import type { ProviderIcon } from '@bilim/contract/login.ts';
import type { IconDrawing } from '../../kit/Icon.tsx';

/** The sign of the national identity service (Тундук): a letter in a diamond, as it stands on its own buttons. */
const national: IconDrawing = [['M128 11 245 128 128 245 11 128ZM69 98V126H113V194H143V126H187V98Z']];

const drawings: Readonly<Record<ProviderIcon, IconDrawing>> = { national, university, google, microsoft, bank, card };

/** What is drawn on the button of a provider; a newer portal may name a drawing that this page does not have. */
export const providerIcon = (name: string): IconDrawing => drawings[name as ProviderIcon] ?? university;

import { randomInt } from 'node:crypto';

/** No signs that could be taken for another on paper: 0 O o, 1 I i l L. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 2;
const inGroup = 4;

/**
 * The password of a slip, `k3vd-9xgt`; the hyphen belongs to it. Short enough to be typed from paper, so that it gets the slow hash
 * and a short time, unlike the long ones of an import (docs/decisions/0003-first-passwords.md).
 */
export function generateSlipPassword(): string {
  const group = () => Array.from({ length: inGroup }, () => signs[randomInt(signs.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

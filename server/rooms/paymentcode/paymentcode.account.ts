/** The check digit after Luhn: it shows every wrong digit and nearly every swap of two neighbours. */
export function computeCheckDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** A payment code: service 2 digits, academic year 2, student 6, check digit 1. */
export function computePaymentCode(service: number, year: number, student: number): string {
  const digits = [
    String(service).padStart(2, '0'),
    String(year).padStart(2, '0'),
    String(student).padStart(6, '0'),
  ].join('');
  return `${digits}${computeCheckDigit(digits)}`;
}

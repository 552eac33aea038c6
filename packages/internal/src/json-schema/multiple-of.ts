/** Whether a number is a decimal multiple of another: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) {
    return divisor !== 0 && value % divisor === 0;
  }
  if (!Number.isFinite(value) || !Number.isFinite(divisor) || divisor <= 0) {
    return false;
  }
  const dividend = decimal(value);
  const by = decimal(divisor);
  const exponent = Math.min(dividend.exponent, by.exponent);
  return scaled(dividend, exponent) % scaled(by, exponent) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number): Decimal {
  const [coefficient = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const point = coefficient.indexOf('.');
  const fraction = point < 0 ? 0 : coefficient.length - point - 1;
  return { digits: BigInt(coefficient.replace('.', '')), exponent: Number(exponent) - fraction };
}

function scaled(value: Decimal, exponent: number): bigint {
  return value.digits * 10n ** BigInt(value.exponent - exponent);
}

import { kindOf, StartUpError } from '@toolwire/internal';

/** Refuses, when the program starts, what is there and is no function. */
export function checkFunction(name: string, value: unknown, example: string): void {
  if (value === undefined || typeof value === 'function') return;
  throw new StartUpError('TW_OPTION_TYPE', `${name} is ${kindOf(value)} and no function. Write ${example}`);
}

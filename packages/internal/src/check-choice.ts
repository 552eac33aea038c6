import { showValue } from './show-value.ts';
import { StartUpError } from './start-up-error.ts';

/** Refuses, when the program starts, a word that is none of an option's choices. */
export function checkChoice(name: string, choice: unknown, choices: readonly string[]): void {
  if (typeof choice === 'string' && choices.includes(choice)) return;
  const known = choices.map((one) => `'${one}'`).join(' or ');
  throw new StartUpError('TW_OPTION_CHOICE', `${name} is ${showValue(choice)}. Give ${known}.`);
}

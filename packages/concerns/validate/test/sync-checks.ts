import type { OutputChecked } from '../src/compile/check.ts';
import type { Checked, CompiledInput, CompiledOutput } from '../src/index.ts';

/** Checks an input with a schema that needs no waiting; a promise would be a mistake. */
export function checkInput({ check }: CompiledInput, value: unknown): Checked {
  return now(check(value));
}

/** Checks an output with a schema that needs no waiting. */
export function checkOutput({ check }: CompiledOutput, value: unknown): OutputChecked {
  return now(check(value));
}

/** The errors by parameter of an input that must not be valid. */
export function errorsOf(compiled: CompiledInput, value: unknown): Record<string, string> {
  return refused(checkInput(compiled, value));
}

/** The same for a schema that has to wait, as those of zod do in which the author has written functions. */
export async function asyncErrorsOf({ check }: CompiledInput, value: unknown): Promise<Record<string, string>> {
  return refused(await check(value));
}

function refused(checked: Checked): Record<string, string> {
  if (checked.ok) throw new Error('The input was taken.');
  return { ...checked.parameterErrors };
}

function now<T>(value: T | Promise<T>): T {
  if (value instanceof Promise) throw new Error('The check answered a promise.');
  return value;
}

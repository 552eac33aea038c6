import type { OutputChecked } from '../src/compile/compiled-schema.ts';
import type { Checked, CompiledInput, CompiledOutput } from '../src/index.ts';

/** Checks an input with a synchronous schema; fails if the result is a promise. */
export function checkInput({ check }: CompiledInput, value: unknown): Checked {
  return now(check(value));
}

/** Checks an output with a synchronous schema. */
export function checkOutput({ check }: CompiledOutput, value: unknown): OutputChecked {
  return now(check(value));
}

/** The errors by parameter of an input that must not be valid. */
export function errorsOf(compiled: CompiledInput, value: unknown): Record<string, string> {
  return refused(checkInput(compiled, value));
}

/** The same for an asynchronous schema, such as a zod schema with functions of its author. */
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

import { isObject } from '@toolwire/internal';

/** The arguments of a call, or what is wrong with them, for the model. */
export type ReadArguments =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

/** Reads the arguments that a model gave, as an object or as its JSON; none at all are none. */
export function readArguments(given: unknown): ReadArguments {
  if (given === undefined || given === null || given === '') return { ok: true, input: {} };
  const value = typeof given === 'string' ? parse(given) : given;
  if (isObject(value)) return { ok: true, input: value };
  const message =
    value === undefined
      ? 'The arguments are no valid JSON. Call the tool again with one JSON object, whole and with all texts escaped.'
      : 'The arguments are no JSON object. Call the tool again with an object that has the parameters by their names.';
  return { ok: false, message };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No JSON at all: what stands in it is the model's own, and it is told to write it anew.
    return undefined;
  }
}

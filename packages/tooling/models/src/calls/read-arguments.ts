import { isObject } from '@toolwire/internal';

/** The arguments of a call, or an error message for the model. */
type ReadArguments =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

/** Reads arguments that are an object or JSON. Missing arguments are an empty object. */
export function readArguments(rawArguments: unknown): ReadArguments {
  if (rawArguments === undefined || rawArguments === null || rawArguments === '') return { ok: true, input: {} };
  const value = typeof rawArguments === 'string' ? parse(rawArguments) : rawArguments;
  if (isObject(value)) return { ok: true, input: value };
  const message =
    value === undefined
      ? 'The arguments are not valid JSON. Call the tool again with one complete JSON object and escape all strings.'
      : 'The arguments are not a JSON object. Call the tool again with an object whose keys are the parameter names.';
  return { ok: false, message };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The caller asks the model for valid JSON, so the parser's message is not needed.
    return undefined;
  }
}

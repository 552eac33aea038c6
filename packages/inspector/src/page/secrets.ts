import { createSecretMask, mask } from '@toolwire/internal';
import { sensitiveValues } from '@toolwire/log';
import type { ToolState } from '../server-state.ts';
import type { PlannedCall, Run } from './calls/run.ts';
import { entriesOf, isFields, type Json, type JsonFields, parseJson, writeJson } from './json.ts';
import { formSchemaOf } from './tools.ts';

/** Masks secrets on the page until the user reveals them. */
export interface SecretFilter {
  readonly hasSecrets: boolean;
  readonly maskValue: (value: Json) => Json;
  /** Masks a text that may be JSON. */
  readonly maskText: (text: string) => string;
}

/** Returns the values of an input that the schema marks as secret. */
export function secretsOfInput(tool: ToolState, input: Json | undefined): readonly string[] {
  return sensitiveValues(formSchemaOf(tool), input).filter((text) => text !== '');
}

/** Returns the secrets of a call's input, and its tokens and secrets. */
export function secretsOfCall({ tool, input, context }: Omit<PlannedCall, 'credentials'>): readonly string[] {
  return [...secretsOfInput(tool, input), ...secretsOfContext(context)];
}

/** Returns the secrets of a call, of the input that its user entered later, and of its result. */
export function secretsOfRun({ call, enteredSecrets, result }: Run): readonly string[] {
  return [
    ...secretsOfCall(call),
    ...enteredSecrets.value,
    ...sensitiveValues(call.tool.outputSchema, result.value?.value),
  ].filter((text) => text !== '');
}

function secretsOfContext(context: JsonFields): readonly string[] {
  const secrets: string[] = [];
  for (const entry of [...entriesOf(context, 'authorization'), ...entriesOf(context, 'secrets')]) {
    for (const [name, value] of Object.entries(isFields(entry) ? entry : {})) {
      if (name !== 'id' && typeof value === 'string') secrets.push(value);
    }
  }
  return secrets;
}

/** Creates a filter. Short secrets are masked only as whole values. */
export function createSecretFilter(secrets: readonly string[]): SecretFilter {
  if (secrets.length === 0) return showAll;
  const wholeValues = new Set(secrets);
  const maskInText = createSecretMask([...wholeValues]);
  const maskPrimitive = (_name: string, value: unknown): unknown => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    if (wholeValues.has(String(value))) return mask;
    return typeof value === 'string' ? maskInText(value) : value;
  };
  const maskValue = (value: Json): Json => {
    const masked = parseJson(writeJson(value, maskPrimitive) ?? '');
    return masked === undefined ? mask : masked;
  };
  return {
    hasSecrets: true,
    maskValue,
    maskText(text) {
      const value = parseJson(text);
      return typeof value === 'object' && value !== null ? JSON.stringify(maskValue(value)) : maskInText(text);
    },
  };
}

const showAll: SecretFilter = { hasSecrets: false, maskValue: (value) => value, maskText: (text) => text };

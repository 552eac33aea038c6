import { createSecretMask, mask } from '@toolwire/internal';
import { sensitiveValues } from '@toolwire/log';
import type { PlannedCall, Run } from './calls/run.ts';
import { isList, type Json, type JsonFields, parseJson, writeJson } from './json.ts';
import { formSchemaOf, type ToolState } from './tool.ts';

/** Masks secrets on the page until the user reveals them. */
export interface SecretFilter {
  /** Whether there are secrets. */
  readonly hides: boolean;
  readonly value: (value: Json) => Json;
  /** Masks a text that may be JSON. */
  readonly text: (text: string) => string;
}

/** Returns the values of an input that the schema marks as secret. */
export function secretsOfInput(tool: ToolState, input: Json | undefined): readonly string[] {
  return sensitiveValues(formSchemaOf(tool), input).filter((text) => text !== '');
}

/** Also returns the tokens and secrets of a call. */
export function secretsOfCall({ tool, input, context }: PlannedCall): readonly string[] {
  return [...secretsOfInput(tool, input), ...secretsOfContext(context)];
}

/** The secrets of a call, its questions and its result, which are masked by default. */
export function secretsOfRun(run: Run): readonly string[] {
  const { call, answeredSecrets, answer } = run;
  return [
    ...secretsOfCall(call),
    ...answeredSecrets.value,
    ...sensitiveValues(call.tool.outputSchema, answer.value?.value),
  ].filter((text) => text !== '');
}

function secretsOfContext({ authorization, secrets }: JsonFields): readonly string[] {
  return [...(isList(authorization) ? authorization : []), ...(isList(secrets) ? secrets : [])].flatMap((one) =>
    Object.entries((one ?? {}) as JsonFields).flatMap(([name, value]) =>
      name !== 'id' && typeof value === 'string' ? [value] : [],
    ),
  );
}

/** Creates a filter. Short secrets are masked only as whole values. */
export function createSecretFilter(secrets: readonly string[]): SecretFilter {
  const whole = new Set(secrets);
  if (whole.size === 0) return showAll;
  const inText = createSecretMask([...whole]);
  const hide = (_name: string, value: unknown): unknown => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    if (whole.has(String(value))) return mask;
    return typeof value === 'string' ? inText(value) : value;
  };
  const value = (json: Json): Json => {
    const text = writeJson(json, hide);
    return text === undefined ? mask : (parseJson(text) ?? mask);
  };
  return {
    hides: true,
    value,
    text(text) {
      const json = parseJson(text);
      return typeof json === 'object' && json !== null ? JSON.stringify(value(json)) : inText(text);
    },
  };
}

const showAll: SecretFilter = { hides: false, value: (value) => value, text: (text) => text };

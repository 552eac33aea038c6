import type { JsonSchema } from '@toolwire/core';
import { confirmationParameter } from '@toolwire/core/internal';
import { isObject } from '@toolwire/core/wire';
import { StartupError } from '@toolwire/internal';

const parameter = {
  type: 'string',
  description:
    'Omit it at first. The response then asks a question. Once the user agrees, repeat the call with the same input and the token of that response.',
};

/** Adds the parameter to the schema of an input, also to the branches at every level that could reject it. */
export function addConfirmationParameter(schema: JsonSchema): JsonSchema {
  return {
    ...addToBranches(schema),
    properties: { ...propertiesOf(schema), [confirmationParameter]: parameter },
  };
}

function addToBranches(schema: JsonSchema): JsonSchema {
  if (Object.hasOwn(propertiesOf(schema), confirmationParameter)) {
    throw new StartupError(
      'TW_TOOL_CONFIRM',
      `its input has a parameter '${confirmationParameter}', which \`confirm\` adds itself. Rename the parameter.`,
    );
  }
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? [[keyword, (list as unknown[]).map(addToBranch)] as const] : [];
  });
  return { ...schema, ...Object.fromEntries(branches) };
}

function addToBranch(branch: unknown): unknown {
  if (!isObject(branch)) return branch;
  return rejectsUndeclared(branch) ? addConfirmationParameter(branch) : addToBranches(branch);
}

/** Whether a schema could reject a property because it does not declare it. */
function rejectsUndeclared({ additionalProperties, unevaluatedProperties }: JsonSchema): boolean {
  return [additionalProperties, unevaluatedProperties].some(
    (rest) => rest === false || (isObject(rest) && Object.keys(rest).length > 0),
  );
}

function propertiesOf({ properties }: JsonSchema): JsonSchema {
  return isObject(properties) ? properties : {};
}

/** Splits an input into the token and the input of the tool. Models fill unused parameters with an empty string or null. */
export function splitConfirmation(sent: unknown): { readonly token: string | undefined; readonly input: unknown } {
  if (!isObject(sent) || !Object.hasOwn(sent, confirmationParameter)) return { token: undefined, input: sent };
  const { [confirmationParameter]: token, ...input } = sent;
  if (token === undefined || token === null || token === '') return { token: undefined, input };
  return { token: typeof token === 'string' ? token : 'not a token', input };
}

import type { ToolContext } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { compileOutput, type OutputCheck } from '@toolwire/validate';
import { ajv } from '@toolwire/validate/ajv';
import type { Operation } from '../reader/document-model.ts';
import { responseSchemaOf } from './tool-schemas.ts';

/** Checks responses against the document. A check is compiled when the first response with its status arrives. */
export function createResponseCheck(
  operation: Operation,
  level: 'warn' | 'strict',
): (value: unknown, status: number, context: ToolContext) => Promise<void> {
  const validator = ajv();
  const checks = new Map<number, OutputCheck | undefined>();

  function checkFor(status: number): OutputCheck | undefined {
    if (!checks.has(status)) {
      const schema = responseSchemaOf(operation, status);
      checks.set(status, schema === undefined ? undefined : compileOutput(schema, { validator }).check);
    }
    return checks.get(status);
  }

  return async (value, status, context) => {
    const checked = await checkFor(status)?.(value);
    if (checked === undefined || checked.ok) return;
    if (level === 'strict') {
      throw new ToolError("The API returned a response that doesn't match its document.", {
        developerMessage: checked.detail,
      });
    }
    context.log.warn(
      { operation: operation.id, status, detail: checked.detail },
      'A response does not match the OpenAPI document',
    );
  };
}

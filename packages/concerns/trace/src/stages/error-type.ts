import type { Outcome } from '@toolwire/core';
import { conventionalValues } from '../names.ts';

/**
 * What kind of failure an outcome is, in one of few words; nothing where it is none. A tool that fails is answered with HTTP 200, so
 * nobody else will notice.
 */
export function errorTypeOf(outcome: Outcome, wire: string): string | undefined {
  switch (outcome.kind) {
    case 'failed':
      // The conventions have one word for all that MCP answers with `isError`.
      if (wire === 'mcp' || outcome.reason === undefined || outcome.reason === 'reported') {
        return conventionalValues.toolError;
      }
      return outcome.reason;
    case 'invalid':
      return wire === 'mcp' ? conventionalValues.toolError : 'invalid_input';
    case 'refused':
      return outcome.code;
    case 'value':
    case 'artifact':
    case 'deferred':
    case 'input_required':
      return undefined;
  }
}

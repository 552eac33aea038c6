import { encodeArtifact } from '@toolwire/core/internal';
import { stringifyValue } from '@toolwire/internal';
import { strictError, workerError } from './arcade-error.ts';
import type { ExecutionOutput } from './execution-output.ts';
import { workerAuthorization } from './pending-authorization.ts';

/** Encodes the output for the strict profile: exactly one member, and no output for null. E52 */
export function encodeStrictOutput(output: ExecutionOutput, wrapLists: boolean): string | undefined {
  switch (output.kind) {
    case 'value': {
      const { value } = output;
      if (value === null) return undefined;
      const json = stringifyValue(value);
      return wrapLists && Array.isArray(value) ? `{"value":{"result":${json}}}` : `{"value":${json}}`;
    }
    case 'error':
      return JSON.stringify({ error: strictError(output.error) });
    case 'authorization':
      return JSON.stringify({ requires_authorization: output.authorization });
    case 'artifact':
      return JSON.stringify({ artifact: encodeArtifact(output.artifact) });
  }
}

/** Encodes the output as Arcade's own workers do: every member, with null for the unused ones. E55 */
export function encodeWorkerOutput(output: ExecutionOutput, deprecation: string | undefined): string {
  const logs =
    deprecation === undefined
      ? 'null'
      : JSON.stringify([{ message: deprecation, level: 'warning', subtype: 'deprecation' }]);
  const value = workerValue(output);
  const error = output.kind === 'error' ? JSON.stringify(workerError(output.error)) : 'null';
  const authorization =
    output.kind === 'authorization' ? JSON.stringify(workerAuthorization(output.authorization)) : 'null';
  return `{"value":${value},"logs":${logs},"error":${error},"requires_authorization":${authorization}}`;
}

// Workers have no member for artifacts. E59
function workerValue(output: ExecutionOutput): string {
  if (output.kind === 'value') return stringifyValue(output.value);
  return output.kind === 'artifact' ? JSON.stringify({ artifact: encodeArtifact(output.artifact) }) : 'null';
}

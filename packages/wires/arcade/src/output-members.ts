import type { ArtifactOutcome } from '@toolwire/core';
import { valueText } from '@toolwire/internal';
import type { ArcadeError } from './error-kind.ts';
import type { ExecutionOutput } from './execution.ts';

/** The output as the corrected schema has it: one member, and none for null (E52). */
export function strictOutput(output: ExecutionOutput, wrapLists: boolean): string | undefined {
  switch (output.kind) {
    case 'value': {
      const { value } = output;
      if (value === null) return undefined;
      const json = valueText(value);
      return wrapLists && Array.isArray(value) ? `{"value":{"result":${json}}}` : `{"value":${json}}`;
    }
    case 'error':
      return JSON.stringify({ error: strictError(output.error) });
    case 'authorization':
      return JSON.stringify({ requires_authorization: output.authorization });
    case 'artifact':
      return JSON.stringify({ artifact: artifactMember(output.artifact) });
  }
}

/** The output as Arcade's workers write it: every member, and null where there is nothing (E55). */
export function wireOutput(output: ExecutionOutput, deprecation: string | undefined): string {
  const logs =
    deprecation === undefined
      ? 'null'
      : JSON.stringify([{ message: deprecation, level: 'warning', subtype: 'deprecation' }]);
  const value = wireValue(output);
  const error = output.kind === 'error' ? JSON.stringify(wireError(output.error)) : 'null';
  const authorization = output.kind === 'authorization' ? JSON.stringify(wireAuthorization(output)) : 'null';
  return `{"value":${value},"logs":${logs},"error":${error},"requires_authorization":${authorization}}`;
}

// E59: workers have no member for artifacts.
function wireValue(output: ExecutionOutput): string {
  if (output.kind === 'value') return valueText(output.value);
  return output.kind === 'artifact' ? JSON.stringify({ artifact: artifactMember(output.artifact) }) : 'null';
}

function strictError({ kind: _kind, status_code: _status, ...error }: ArcadeError): object {
  return error;
}

function wireError(error: ArcadeError): object {
  return {
    message: error.message,
    kind: error.kind,
    developer_message: error.developer_message ?? null,
    can_retry: error.can_retry,
    additional_prompt_content: error.additional_prompt_content ?? null,
    retry_after_ms: error.retry_after_ms ?? null,
    // A stack is for the log.
    stacktrace: null,
    status_code: error.status_code ?? null,
    extra: null,
  };
}

// E54: workers have names of their own.
function wireAuthorization({ authorization }: ExecutionOutput & { readonly kind: 'authorization' }): object {
  const { id, url = null, scopes = null, status } = authorization;
  return { authorization_url: url, authorization_id: id, scopes, status };
}

function artifactMember({ url, contentType, size, description }: ArtifactOutcome['artifact']): object {
  return { url, content_type: contentType, size, meta: { description } };
}

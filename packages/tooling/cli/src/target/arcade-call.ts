import type { CallResult, Refusal } from '@toolwire/client';
import { type Fields, firstText, isHttpUrl, isObject, readArcadeOutput, signInFields } from '@toolwire/internal';
import type { TargetCall } from './target.ts';

/** The request of an engine to run a tool. */
export function invokeRequest({ tool, input, context }: TargetCall, callId: string): Fields {
  const [toolkit = '', name = ''] = tool.id.split('.');
  const authorization = tokenFor(tool, context);
  return {
    execution_id: callId,
    tool: { toolkit, name, ...(tool.version !== '' && { version: tool.version }) },
    inputs: input,
    context: {
      ...(authorization !== undefined && { authorization: { token: authorization.token } }),
      secrets: (context.secrets ?? []).map(({ id, value }) => ({ key: id, value })),
      ...(context.userId !== undefined && { user_id: context.userId }),
    },
  };
}

/** A request carries one token, which must not go to the tool of another provider. */
function tokenFor({ requirements }: TargetCall['tool'], { authorization = [] }: TargetCall['context']) {
  const [required] = requirements?.authorization ?? [];
  return required === undefined ? authorization[0] : authorization.find(({ id }) => id === required.id);
}

/** A response, with the number of the attempt that got it. */
interface Invoked {
  readonly status: number;
  readonly body: unknown;
  readonly callId: string;
  readonly attempts: number;
}

/** Reads the response of a worker to a call of a tool. */
export function readInvoked(
  { outputSchema }: Pick<TargetCall['tool'], 'outputSchema'>,
  { status, body, ...base }: Invoked,
): CallResult {
  const fields = isObject(body) ? body : {};
  if (status !== 200 || typeof fields['success'] !== 'boolean') return { ...base, ...refusalOf(status, fields) };
  const output = readArcadeOutput(fields, outputSchema);
  switch (output.kind) {
    case 'failed':
      return {
        ...base,
        kind: 'failed',
        failure: { message: 'The tool failed.', canRetry: false, ...output.failure },
      };
    case 'authorization': {
      const message = 'The tool needs the user to sign in first.';
      const missing = { authorization: [signInOf(output.authorization)] };
      return { ...base, kind: 'refused', code: 'missing_requirements', message, ran: 'no', canRetry: false, missing };
    }
    case 'artifact':
      return { ...base, kind: 'value', value: { artifact: output.artifact } };
    case 'value':
      return { ...base, kind: 'value', value: output.value };
  }
}

/** Reads where the user can sign in. Other URLs than those of web pages are left out. */
function signInOf(authorization: Fields): { readonly id: string; readonly url?: string } {
  const { ids, urls } = signInFields(authorization);
  const page = urls.find(isHttpUrl);
  return { id: firstText(...ids) ?? 'unknown', ...(page !== undefined && { url: page }) };
}

function refusalOf(status: number, { detail, message }: Fields): Refusal {
  const isClientError = status >= 400 && status < 500;
  return {
    kind: 'refused',
    code: isClientError ? 'rejected' : 'invalid_response',
    message: firstText(detail, message) ?? `The response of the worker has the status ${status} and no result.`,
    ran: isClientError ? 'no' : 'unknown',
    canRetry: false,
    status,
  };
}

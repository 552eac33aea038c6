import { invalidInputPrefix, readArcadeOutput } from '@toolwire/internal';
import type { ToolState } from '../../server-state.ts';
import { entriesOf, fieldsOf, isFields, type Json, type JsonFields, textOf } from '../json.ts';
import { badInput, type CallResult, failureResult, refusedResult } from './call-result.ts';
import { sendUntilEnded } from './poll.ts';
import type { Run } from './run.ts';

/** Calls over the execute endpoint of Arcade's engine. */
export async function callArcade(run: Run, path: string): Promise<CallResult> {
  const { tool, input, context } = run.call;
  const dot = tool.id.indexOf('.');
  const body = {
    execution_id: run.id,
    tool: { toolkit: tool.id.slice(0, dot), name: tool.id.slice(dot + 1), version: tool.version },
    inputs: input,
    context: arcadeContext(context),
  };
  const { status, json } = await sendUntilEnded(run, { path, body }, errorIn);
  return status === 200 ? readResult(isFields(json) ? json : {}, tool) : refusedResult(status, json);
}

function readResult(response: JsonFields, { outputSchema }: ToolState): CallResult {
  const output = readArcadeOutput(response, outputSchema);
  switch (output.kind) {
    case 'failed':
      return failureResult(isInvalidInput(response) ? 'invalid' : 'failed', output.failure);
    case 'authorization':
      return { kind: 'refused', message: 'A sign-in is needed.', value: asJson(output.authorization) };
    case 'artifact': {
      const { url, content_type: contentType } = output.artifact;
      return { kind: 'value', value: asJson(output.artifact), artifact: { url, contentType } };
    }
    case 'value':
      return { kind: 'value', value: asJson(output.value) };
    case 'unreadable':
      return { kind: 'broken', message: 'The response has no result.' };
  }
}

function errorIn(response: Json | undefined): JsonFields {
  return fieldsOf(fieldsOf(response, 'output'), 'error');
}

/** The schema of Arcade has no member for the kind of an error, so only workers send it. */
function isInvalidInput(response: JsonFields): boolean {
  const error = errorIn(response);
  const kind = textOf(error, 'kind');
  return kind === undefined ? textOf(error, 'message')?.startsWith(invalidInputPrefix) === true : kind === badInput;
}

/** Every part of parsed JSON is JSON. */
function asJson(part: unknown): Json {
  return part as Json;
}

/** Arcade sends only one token, and secrets as key-value pairs. */
function arcadeContext(context: JsonFields): JsonFields {
  const [authorization] = entriesOf(context, 'authorization');
  const token = textOf(authorization, 'token');
  const secrets = entriesOf(context, 'secrets').map((secret) => ({
    key: textOf(secret, 'id') ?? '',
    value: textOf(secret, 'value') ?? '',
  }));
  const { user_id: userId } = context;
  return {
    ...(token !== undefined && { authorization: { token } }),
    ...(secrets.length > 0 && { secrets }),
    ...(userId !== undefined && { user_id: userId }),
  };
}

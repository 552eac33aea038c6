import { readArcadeOutput } from '@toolwire/internal';
import { fieldsOf, isFields, isList, type Json, type JsonFields, textOf } from '../json.ts';
import type { ToolState } from '../tool.ts';
import { badInput } from './mcp-answer.ts';
import { type Answer, errorAnswer, failureAnswer, type Run } from './run.ts';
import { sendUntilEnded } from './send-until-ended.ts';

/** Calls like Arcade's engine. */
export async function callArcade(run: Run, path: string): Promise<Answer> {
  const { tool, input, context } = run.call;
  const dot = tool.id.indexOf('.');
  const body = {
    execution_id: run.id,
    tool: { toolkit: tool.id.slice(0, dot), name: tool.id.slice(dot + 1), version: tool.version },
    inputs: input,
    context: arcadeContext(context),
  };
  const { status, json } = await sendUntilEnded(run, { path, body }, errorIn);
  if (status !== 200) {
    return errorAnswer('refused', isFields(json) ? json : { message: `The server responded with status ${status}.` });
  }
  return readArcade(isFields(json) ? json : {}, tool);
}

/** Reads the result of a call. */
function readArcade(response: JsonFields, { outputSchema }: ToolState): Answer {
  const output = readArcadeOutput(response, outputSchema);
  switch (output.kind) {
    case 'failed':
      return failureAnswer(isInvalid(response) ? 'invalid' : 'failed', output.failure);
    case 'authorization':
      return { kind: 'refused', message: 'A sign-in is needed.', value: partOf(output.authorization) };
    case 'artifact': {
      const { url, content_type: contentType } = output.artifact;
      return { kind: 'value', value: partOf(output.artifact), artifact: { url, contentType } };
    }
    case 'value':
      return { kind: 'value', value: partOf(output.value) };
  }
}

function errorIn(response: Json | undefined): JsonFields {
  return fieldsOf(fieldsOf(response, 'output'), 'error');
}

/** The schema of Arcade has no member for the kind of an error, so only workers send it. */
function isInvalid(response: JsonFields): boolean {
  const error = errorIn(response);
  const kind = textOf(error, 'kind');
  return kind === undefined ? textOf(error, 'message')?.startsWith('Invalid input: ') === true : kind === badInput;
}

/** Every part of parsed JSON is JSON. */
function partOf(part: unknown): Json {
  return part as Json;
}

/** Arcade sends only one token, and secrets as key-value pairs. */
function arcadeContext({ authorization, secrets, user_id: userId }: JsonFields): JsonFields {
  const [first] = isList(authorization) ? authorization : [];
  const token = textOf(first, 'token');
  const pairs = (isList(secrets) ? secrets : []).map((secret) => ({
    key: textOf(secret, 'id') ?? '',
    value: textOf(secret, 'value') ?? '',
  }));
  return {
    ...(token !== undefined && { authorization: { token } }),
    ...(pairs.length > 0 && { secrets: pairs }),
    ...(userId !== undefined && { user_id: userId }),
  };
}

import { fieldsOf, isFields, isList, type JsonFields, textOf } from '../json.ts';
import { type Answer, errorAnswer, type Run } from './run.ts';
import { send } from './send.ts';

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
  const { status, json } = await send(run, { path, body });
  const output = fieldsOf(json, 'output');
  if (status !== 200) {
    return errorAnswer('refused', isFields(json) ? json : { message: `The server answered ${status}.` });
  }
  if (isFields(output['error'])) return errorAnswer('failed', output['error']);
  if (isFields(output['requires_authorization'])) {
    return { kind: 'refused', message: 'A sign-in is needed.', value: output['requires_authorization'] };
  }
  const artifact = fieldsOf(output, 'artifact');
  const url = textOf(artifact, 'url');
  const contentType = textOf(artifact, 'content_type');
  return {
    kind: 'value',
    value: url === undefined ? (output['value'] ?? null) : artifact,
    ...(url !== undefined && contentType !== undefined && { artifact: { url, contentType } }),
  };
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

import { readConfirmation } from '@toolwire/internal';
import { fieldsOf, isFields, type Json, type JsonFields, textOf } from '../json.ts';
import { toolKey } from '../tools.ts';
import { type CallResult, errorResult, errorTexts, readArtifact, refusedResult } from './call-result.ts';
import { sendUntilEnded } from './poll.ts';
import type { OtcEndpoints } from './protocols.ts';
import type { Run } from './run.ts';
import { type Received, sendCancellation } from './send.ts';

/** Calls over Open Tool Calling. A confirmation is requested like other input. */
export async function callOtc(run: Run, { call, cancel }: OtcEndpoints): Promise<CallResult> {
  const { tool, input, context } = run.call;
  const subject = {
    call_id: run.id,
    tool_id: toolKey(tool),
    ...(Object.keys(context).length > 0 && { context }),
  };
  run.onCancel = () => {
    if (cancel !== undefined) void sendCancellation(run, { path: cancel, body: { request: subject } });
  };
  const post = (postedInput: Json): Promise<Received> => {
    const body = { $schema: 'otc://1.0', request: { ...subject, input: postedInput } };
    return sendUntilEnded(run, { path: call, body }, errorIn);
  };
  const response = await post(input);
  const confirmation = readConfirmation(errorIn(response.json)['confirmation']);
  if (confirmation === undefined || !isFields(input)) return readResult(response);
  // The call is sent again if the user accepts.
  const params = { message: confirmation.question, requestedSchema: { type: 'object', properties: {} } };
  const { action } = await run.requestInput('confirmation', params);
  if (action !== 'accept') return readResult(response);
  return readResult(await post({ ...input, confirmation_token: confirmation.token }));
}

function readResult({ status, json }: Received): CallResult {
  if (status === 200) {
    const result = fieldsOf(json, 'result');
    return result['success'] === true ? readValue(result) : errorResult('failed', errorIn(json));
  }
  const { parameter_errors: errors } = isFields(json) ? json : {};
  if (!isFields(errors)) return refusedResult(status, json);
  return { kind: 'invalid', message: textOf(json, 'message') ?? '', parameterErrors: errorTexts(errors) };
}

function readValue({ value = null }: JsonFields): CallResult {
  return { kind: 'value', value, artifact: readArtifact(value) };
}

function errorIn(body: Json | undefined): JsonFields {
  return fieldsOf(fieldsOf(body, 'result'), 'error');
}

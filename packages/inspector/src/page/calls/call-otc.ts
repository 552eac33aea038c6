import { readConfirmation } from '@toolwire/internal';
import { fieldsOf, isFields, type JsonFields, textOf } from '../json.ts';
import { toolKey } from '../tool.ts';
import { type Answer, errorAnswer, errorTexts, type Run } from './run.ts';
import { type Received, send } from './send.ts';
import { sendUntilEnded } from './send-until-ended.ts';

/** The paths of Open Tool Calling. */
export interface OtcPlace {
  readonly call: string;
  readonly cancel: string | undefined;
}

/** Calls over Open Tool Calling. */
export async function callOtc(run: Run, { call, cancel }: OtcPlace): Promise<Answer> {
  const { tool, input, context } = run.call;
  const request = {
    call_id: run.id,
    tool_id: toolKey(tool),
    input,
    ...(Object.keys(context).length > 0 && { context }),
  };
  run.onCancel = () => {
    if (cancel === undefined) return;
    const { input: _input, ...subject } = request;
    send(run, { path: cancel, body: { request: subject }, outlivesCall: true }).catch(() =>
      run.note('error', 'The cancellation was not sent.'),
    );
  };
  const first = await post(request);
  const confirmation = readConfirmation(fieldsOf(fieldsOf(first.json, 'result'), 'error')['confirmation']);
  if (confirmation === undefined || !isFields(input)) return readOtc(first);
  // As over MCP, the user answers in the page, and the call is sent again.
  const { action } = await run.ask('confirmation', { message: confirmation.question, requestedSchema: noFields });
  if (action !== 'accept') return readOtc(first);
  return readOtc(await post({ ...request, input: { ...input, confirmation_token: confirmation.token } }));

  function post(sent: JsonFields): Promise<Received> {
    const body = { $schema: 'otc://1.0', request: sent };
    return sendUntilEnded(run, { path: call, body }, (received) => fieldsOf(fieldsOf(received, 'result'), 'error'));
  }
}

const noFields = { type: 'object', properties: {} };

/** Reads the result of a call. */
function readOtc({ status, json }: Received): Answer {
  const result = fieldsOf(json, 'result');
  if (status === 200 && result['success'] === true) {
    const { value = null } = result;
    const artifact = fieldsOf(value, 'artifact');
    const url = textOf(artifact, 'url');
    const contentType = textOf(artifact, 'content_type');
    return {
      kind: 'value',
      value,
      ...(url !== undefined && contentType !== undefined && { artifact: { url, contentType } }),
    };
  }
  if (status === 200) return errorAnswer('failed', fieldsOf(result, 'error'));
  const errors = isFields(json) ? json['parameter_errors'] : undefined;
  if (!isFields(errors)) {
    return errorAnswer('refused', isFields(json) ? json : { message: `The server responded with status ${status}.` });
  }
  return { kind: 'invalid', message: textOf(json, 'message') ?? '', parameterErrors: errorTexts(errors) };
}

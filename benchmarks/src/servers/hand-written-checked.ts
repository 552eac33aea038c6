// The calculator over Open Tool Calling, hand-written, with all checks of toolwire before and after a tool runs: see
// by-hand/checked-server.ts. It also checks each field of the envelope, the shape of the context, the length of IDs and the
// version. With `keyed` it returns the stored response of a repeated call: see `by-hand/kept-answers.ts`.
import { randomUUID } from 'node:crypto';
import { announce } from './announce.ts';
import { add } from './by-hand/calculator.ts';
import {
  answer,
  answerText,
  checkedServer,
  type Fields,
  type Handle,
  isContext,
  isObject,
  isSound,
  runCounted,
} from './by-hand/checked-server.ts';
import { canonical, keepAnswer, keptAnswer } from './by-hand/kept-answers.ts';

const isKeyed = process.argv[2] === 'keyed';
const maxIdLength = 256;

const tools = new Map([
  ['Calculator.Add', add],
  ['Calculator.Add@1', add],
  ['Calculator.Add@1.0.0', add],
]);

const call: Handle = (parsed, http, response) => {
  const refuse = (message: string, status = 400): void => answer(http, response, status, { message });
  if (!isObject(parsed) || !isObject(parsed['request'])) return refuse('"request" is missing');
  const { $schema, request } = parsed as { $schema?: unknown; request: Fields };
  const version = $schema === undefined ? http.headers['otc-version'] : undefined;
  if ($schema === undefined ? version !== undefined && version !== '1.0' : $schema !== 'otc://1.0') {
    return refuse('Unsupported version');
  }
  const { call_id, tool_id, trace_id, input, inputs, context } = request;
  if (typeof tool_id !== 'string') return refuse('"tool_id" must be a string');
  if (call_id !== undefined && typeof call_id !== 'string') return refuse('"call_id" must be a string');
  if (call_id !== undefined && call_id.length > maxIdLength) return refuse('"call_id" is too long');
  if (trace_id !== undefined && typeof trace_id !== 'string') return refuse('"trace_id" must be a string');
  if (inputs !== undefined) return refuse('Send "input"');
  if (context !== undefined && !isContext(context)) return refuse('"context" has another form');

  const tool = tools.get(tool_id);
  if (tool === undefined) return refuse(`There is no tool '${tool_id}'`);
  const given = input ?? {};
  if (!isObject(given)) return refuse('"input" must be an object', 422);
  if (!isSound(given)) return refuse('"input" holds what no tool may see', 422);
  const parameterErrors = tool.check(given);
  if (parameterErrors !== undefined) {
    return answer(http, response, 422, { message: 'Invalid input', parameter_errors: parameterErrors });
  }
  const key = isKeyed ? call_id : undefined;
  const asked = key === undefined ? '' : `Calculator.Add@1.0.0 ${canonical(given)}`;
  const kept = key === undefined ? undefined : keptAnswer(key, asked);
  if (kept === 'other') return refuse('The id of this call was used for a different call before');
  if (kept !== undefined) return answerText(http, response, 200, kept.text);
  const startedAt = performance.now();
  try {
    const value = runCounted(() => tool.run(given));
    const duration = Math.round((performance.now() - startedAt) * 1000) / 1000;
    const result = { call_id: call_id ?? randomUUID(), duration, success: true, value };
    const text = JSON.stringify({ $schema: 'otc://1.0', result });
    if (key !== undefined) keepAnswer(key, asked, text);
    answerText(http, response, 200, text);
  } catch {
    const result = { call_id: call_id ?? randomUUID(), success: false, error: { message: 'The tool failed' } };
    answer(http, response, 200, { $schema: 'otc://1.0', result });
  }
};

const server = checkedServer(new Map([['/tools/call', call]]));
server.listen(0, '127.0.0.1', () => announce(server.address()));

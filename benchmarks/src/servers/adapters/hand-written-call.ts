// The handler of a hand-written route for a parsed body: one protocol, one way to validate, and all checks of a toolwire mount
// (see by-hand/checked-server.ts) except UTF-8, which the parser checks.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import {
  type Fields,
  isContext,
  isObject,
  isSound,
  isWithinLimits,
  requestProblem,
  runCounted,
} from '../by-hand/checked-server.ts';
import { inputSchema, outputSchema } from './calculator-schemas.ts';

/** What a route sends. */
export interface Answer {
  readonly status: 200 | 400 | 422;
  readonly text: string;
}

/** The headers of every answer, but for its length. */
export const answerHeaders = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

interface HandWrittenTool {
  readonly checkInput: ValidateFunction;
  readonly checkOutput: ValidateFunction;
  run(input: Fields): unknown;
}

const ajv = new Ajv({ allErrors: true });
const add: HandWrittenTool = {
  checkInput: ajv.compile(inputSchema),
  checkOutput: ajv.compile(outputSchema),
  run: ({ a, b }) => (a as number) + (b as number),
};
const tools = new Map([
  ['Calculator.Add', add],
  ['Calculator.Add@1', add],
  ['Calculator.Add@1.0.0', add],
]);

const maxIdLength = 256;

/** Answers one call: checks the request and the envelope, finds the tool, validates, runs. Never rejects. */
export async function answerCall(http: IncomingMessage, body: unknown): Promise<Answer> {
  const problem = requestProblem(http);
  if (problem !== undefined) return refusal(problem);
  if (!isWithinLimits(body)) return refusal('The body nests too deep, or has too many parts');
  if (!isObject(body) || !isObject(body['request'])) return refusal('"request" is missing');
  const { $schema, request } = body as { $schema?: unknown; request: Fields };
  const version = $schema === undefined ? http.headers['otc-version'] : undefined;
  if ($schema === undefined ? version !== undefined && version !== '1.0' : $schema !== 'otc://1.0') {
    return refusal('This version of the protocol is not supported');
  }
  const { call_id, trace_id, tool_id, input = {}, inputs, context } = request;
  if (typeof tool_id !== 'string') return refusal('"tool_id" must be a string');
  if (call_id !== undefined && typeof call_id !== 'string') return refusal('"call_id" must be a string');
  if (call_id !== undefined && call_id.length > maxIdLength) return refusal('"call_id" is too long');
  if (trace_id !== undefined && typeof trace_id !== 'string') return refusal('"trace_id" must be a string');
  if (inputs !== undefined) return refusal('Send "input"');
  if (context !== undefined && !isContext(context)) return refusal('"context" has another form');
  const tool = tools.get(tool_id);
  if (tool === undefined) return refusal(`Tool '${tool_id}' was not found`);
  if (!isObject(input)) return invalid([]);
  if (!isSound(input)) return invalid(unsoundOf(input));
  if (!tool.checkInput(input)) return invalid(namedErrors(tool.checkInput.errors ?? []));

  const startedAt = performance.now();
  try {
    const value = await runCounted(() => tool.run(input));
    const duration = Math.round((performance.now() - startedAt) * 1000) / 1000;
    if (!tool.checkOutput(value)) {
      return failure(call_id, 'The tool returned a value that does not match its output schema');
    }
    return result({ call_id: call_id ?? randomUUID(), duration, success: true, value });
  } catch {
    return failure(call_id, 'The tool failed');
  }
}

/** Responds to a body that is not JSON. */
export function answerUnreadable(): Answer {
  return refusal('The body is not valid JSON');
}

function result(members: object): Answer {
  return { status: 200, text: JSON.stringify({ $schema: 'otc://1.0', result: members }) };
}

function failure(call_id: string | undefined, message: string): Answer {
  return result({ call_id: call_id ?? randomUUID(), success: false, error: { message } });
}

function refusal(message: string): Answer {
  return { status: 400, text: JSON.stringify({ $schema: 'otc://1.0', message }) };
}

function invalid(named: readonly (readonly [parameter: string, message: string | undefined])[]): Answer {
  const parameter_errors: unknown = named.length > 0 ? Object.fromEntries(named) : undefined;
  return {
    status: 422,
    text: JSON.stringify({ $schema: 'otc://1.0', message: 'Some input parameters are invalid', parameter_errors }),
  };
}

function namedErrors(errors: readonly ErrorObject[]): [parameter: string, message: string | undefined][] {
  return errors.map(({ instancePath, params, message }) => [
    instancePath.slice(1) || String(params['missingProperty']),
    message,
  ]);
}

function unsoundOf(input: Fields): [parameter: string, message: string][] {
  const names = Object.keys(input).filter((name) => !isSound({ [name]: input[name] }));
  return names.map((name) => [name, 'Holds what no tool may see']);
}

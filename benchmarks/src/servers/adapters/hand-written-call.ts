// What each host's own route calls with the body that the host's own parser has left: one protocol, one way to validate.
import { randomUUID } from 'node:crypto';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
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

type Fields = Readonly<Record<string, unknown>>;
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

/** Answers one call: checks the envelope, finds the tool, validates, runs. Never rejects. */
export async function answerCall(body: unknown): Promise<Answer> {
  if (!isObject(body) || !isObject(body['request'])) return refusal('"request" is missing');
  const { $schema, request } = body as { $schema?: unknown; request: Fields };
  if ($schema !== undefined && $schema !== 'otc://1.0') return refusal('This version of the protocol is not supported');
  const { call_id, trace_id, tool_id, input = {} } = request;
  if (typeof tool_id !== 'string') return refusal('"tool_id" must be a string');
  if (call_id !== undefined && typeof call_id !== 'string') return refusal('"call_id" must be a string');
  if (trace_id !== undefined && typeof trace_id !== 'string') return refusal('"trace_id" must be a string');
  const tool = tools.get(tool_id);
  if (tool === undefined) return refusal(`Tool '${tool_id}' was not found`);
  if (!isObject(input)) return invalid([]);
  if (!tool.checkInput(input)) return invalid(tool.checkInput.errors ?? []);

  const startedAt = performance.now();
  try {
    const value = await tool.run(input);
    const duration = Math.round((performance.now() - startedAt) * 1000) / 1000;
    if (!tool.checkOutput(value)) {
      return failure(call_id, 'The tool returned a value that does not match its output schema');
    }
    return result({ call_id: call_id ?? randomUUID(), duration, success: true, value });
  } catch {
    return failure(call_id, 'The tool failed');
  }
}

/** Answers a body that is no JSON. */
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

function invalid(errors: readonly ErrorObject[]): Answer {
  const named = errors.map(({ instancePath, params, message }) => [
    instancePath.slice(1) || String(params['missingProperty']),
    message,
  ]);
  const parameter_errors: unknown = named.length > 0 ? Object.fromEntries(named) : undefined;
  return {
    status: 422,
    text: JSON.stringify({ $schema: 'otc://1.0', message: 'Some input parameters are invalid', parameter_errors }),
  };
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

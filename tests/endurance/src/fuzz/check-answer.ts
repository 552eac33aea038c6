import { createResponseSchemas, findLeak, type ResponseSchemas } from '@toolwire/conformance';
import { parseUrl } from '@toolwire/internal';
import type { WireAnswer } from '../read-answers.ts';
import { bytesOf, type ExpectedResult, type FuzzCase } from './fuzz-case.ts';

/** Returns the problem of a response, or nothing if it has the format of the spec. */
export interface AnswerCheck {
  /** An answer to a whole request. */
  toRequest(one: Exclude<FuzzCase, { kind: 'bytes' }>, answer: WireAnswer): string | undefined;
  /** A response to bytes that are not a request. */
  toBytes(bytes: Buffer, answer: WireAnswer): string | undefined;
}

type Route = 'health' | 'tools' | 'call';
const routes = new Map<string, Route>([
  ['/health', 'health'],
  ['/tools', 'tools'],
  ['/tools/call', 'call'],
  ['/call', 'call'],
]);

/** Every status that any request of these may be answered with. */
const statuses = new Set([200, 204, 304, 400, 404, 405, 408, 417, 422, 431]);

/** Makes the check; it keeps the schemas of all answers. */
export function createAnswerCheck(): AnswerCheck {
  const schemas = createResponseSchemas();
  // The listing is long and always the same.
  const knownListings = new Set<string>();
  const checkListing = (body: unknown, text: string): string | undefined => {
    if (knownListings.has(text)) return undefined;
    const problem = schemas.list(body);
    if (problem === undefined) knownListings.add(text);
    return problem;
  };

  const checkBody = (route: Route | undefined, answer: WireAnswer, sent: Buffer): string | undefined => {
    const body = readBody(answer);
    if (typeof body === 'string') return body;
    const leak = findLeak(wordsOf(body));
    // A response may repeat the input of a caller.
    if (leak !== undefined && findLeak(sent.toString()) !== leak) return `it shows ${leak}`;
    if (answer.status === 422) return schemas.validationError(body);
    if (answer.status !== 200) return schemas.serverError(body);
    if (route === undefined || route === 'health') {
      return typeof body['status'] === 'string' ? undefined : 'it is no report of health';
    }
    return route === 'tools' ? checkListing(body, answer.text) : checkCall(schemas, body);
  };

  return {
    toRequest(one, answer) {
      const { method, path } = one.kind === 'call' ? { method: 'POST', path: '/tools/call' } : one;
      const route = routeOf(path);
      if (!allowedStatuses(method, route).includes(answer.status) && !isRefusedHead(answer)) {
        return `${method} ${path} may not be answered with this status`;
      }
      if (answer.status === 405 && !answer.headers.has('allow')) return 'a 405 must say what is allowed';
      const bodiless = method === 'HEAD' || answer.status === 204 || answer.status === 304;
      if (bodiless) return answer.text === '' ? undefined : 'it has a body';
      const problem = checkBody(route, answer, bytesOf(one));
      if (problem !== undefined || one.kind !== 'call' || one.expected === undefined) return problem;
      return checkResult(one.expected, answer);
    },
    toBytes(bytes, answer) {
      if (!statuses.has(answer.status)) return 'nothing may be answered with this status';
      if (answer.status === 204 || answer.status === 304) return undefined;
      return checkBody(guessRoute(answer), answer, bytes);
    },
  };
}

function routeOf(target: string): Route | undefined {
  // RFC 9112, 3.2.2: a whole address is as good as its path.
  const path = parseUrl(target)?.pathname ?? target;
  const [cut = ''] = path.split('?');
  return routes.get(cut) ?? (cut.endsWith('/') ? routes.get(cut.slice(0, -1)) : undefined);
}

function guessRoute({ text }: WireAnswer): Route {
  if (text.includes('"input_schema"') && text.includes('"tools"') && !text.includes('"success"')) return 'tools';
  return text.includes('"success"') ? 'call' : 'health';
}

function allowedStatuses(method: string, route: Route | undefined): readonly number[] {
  if (route === undefined) return [404];
  if (method === 'OPTIONS') return [204];
  if (route === 'call') return method === 'POST' ? [200, 400, 422] : [405];
  if (method !== 'GET' && method !== 'HEAD') return [405];
  return route === 'health' ? [200] : [200, 304, 400];
}

// Errors in the head of a request come before errors in its body.
function isRefusedHead({ status, headers }: WireAnswer): boolean {
  return (status === 400 || status === 417 || status === 431) && headers.get('connection') === 'close';
}

function readBody({ headers, text }: WireAnswer): Record<string, unknown> | string {
  if (headers.get('content-type') !== 'application/json') return 'its content type is not application/json';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'its type may be sniffed';
  if (!headers.has('cache-control')) return 'it does not say whether it may be kept';
  try {
    const body = JSON.parse(text) as unknown;
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject ? (body as Record<string, unknown>) : 'its body is no object';
  } catch {
    return 'its body is not JSON';
  }
}

function wordsOf(body: Record<string, unknown>): string {
  const { error } = (body['result'] ?? body) as { error?: Record<string, unknown> };
  const words = [body['message'], body['developer_message'], error?.['message'], error?.['developer_message']];
  return words.filter((word) => typeof word === 'string').join('\n');
}

function checkCall(schemas: ResponseSchemas, body: Record<string, unknown>): string | undefined {
  return 'result' in body ? schemas.callEnvelope(body) : schemas.callResponse(body);
}

function checkResult({ callId, value }: ExpectedResult, { status, text }: WireAnswer): string | undefined {
  if (status !== 200) return 'a right call must be answered with 200';
  const { result } = JSON.parse(text) as { result: { call_id: string; success: boolean; value: unknown } };
  if (result.call_id !== callId) return 'it has the id of another call';
  if (!result.success || JSON.stringify(result.value) !== value) return `its value must be ${value}`;
  return undefined;
}

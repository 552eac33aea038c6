import type { WireSchemas } from '../schemas/wire-schemas.ts';
import { type Answer, summarise } from './answer.ts';
import { findLeak } from './leaks.ts';

/** An answer that breaks the wire's schema, whatever the case was about. */
export class WireError extends Error {
  override readonly name: string = 'WireError';
}

/** The endpoint of a request, such as `GET /tools`, whatever its query and with or without a slash at its end. */
export function endpointOf(method: string, path: string): string {
  return `${method} ${(path.split('?')[0] ?? path).replace(/\/$/, '')}`;
}

/** Checks any answer to a known endpoint: its status, content type and schema, and that it leaks nothing. */
export function checkExchange(schemas: WireSchemas, endpoint: string, answer: Answer): void {
  if (endpoint === 'POST /tools/call' || (endpoint === 'POST /call' && answer.status !== 404)) {
    checkCallAnswer(schemas, endpoint, answer);
  } else if (endpoint === 'GET /tools') {
    checkListAnswer(schemas, endpoint, answer);
  }
}

function checkCallAnswer(schemas: WireSchemas, endpoint: string, answer: Answer): void {
  if (answer.status === 308) return;
  const body = jsonBody(endpoint, answer);
  if (answer.status === 200) {
    const flat = typeof body === 'object' && body !== null && !('result' in body);
    report(endpoint, answer, flat ? schemas.flatCallAnswer(body) : schemas.callAnswer(body));
    checkWords(endpoint, answer, (flat ? body : (body as { result: unknown }).result) as ErrorWords);
    return;
  }
  if (answer.status === 422) report(endpoint, answer, schemas.validationError(body));
  else if (answer.status === 400) report(endpoint, answer, schemas.serverError(body));
  else throw new WireError(`${endpoint} may answer 200, 400 or 422, and answered ${summarise(answer)}`);
  checkWords(endpoint, answer, { error: body });
}

function checkListAnswer(schemas: WireSchemas, endpoint: string, answer: Answer): void {
  if (answer.status === 304 || answer.status === 308) return;
  const body = jsonBody(endpoint, answer);
  if (answer.status === 200) return report(endpoint, answer, schemas.list(body));
  if (answer.status !== 400 && answer.status !== 401) {
    throw new WireError(`${endpoint} may answer 200, 304, 400 or 401, and answered ${summarise(answer)}`);
  }
  report(endpoint, answer, schemas.serverError(body));
  checkWords(endpoint, answer, { error: body });
}

/** The body of an answer, which must say that it is JSON and be it. */
export function jsonBody(endpoint: string, answer: Answer): unknown {
  if (!/^application\/json(?:; ?charset=utf-8)?$/i.test(answer.headers['content-type'] ?? '')) {
    throw new WireError(`${endpoint} must answer application/json, and answered ${summarise(answer)}`);
  }
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    throw new WireError(`${endpoint} must answer JSON, and answered ${summarise(answer)}`);
  }
}

function report(endpoint: string, answer: Answer, problem: string | undefined): void {
  if (problem !== undefined) throw new WireError(`${endpoint} broke its schema (${problem}): ${summarise(answer)}`);
}

interface ErrorWords {
  readonly error?: unknown;
}

function checkWords(endpoint: string, answer: Answer, { error }: ErrorWords): void {
  if (error === undefined) return;
  const { message, developer_message: developerMessage } = error as Record<string, unknown>;
  for (const words of [message, developerMessage]) {
    const leak = typeof words === 'string' ? findLeak(words) : undefined;
    if (leak !== undefined) throw new WireError(`${endpoint} shows ${leak}: ${summarise(answer)}`);
  }
}

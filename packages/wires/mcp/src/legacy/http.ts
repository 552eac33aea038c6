import { isPromise, type Lifetime } from '@toolwire/core';
import { type Exchange, type HttpRequest, type HttpResponse, jsonHeaders, type ToolService } from '@toolwire/core/wire';
import { acceptsJson, acceptsStream } from '../http/accept.ts';
import { type AnswerRequest, answerAsJson, answerAsStream } from '../http/answer.ts';
import { headerOf } from '../http/header-of.ts';
import { accepted, jsonResponse } from '../http/response.ts';
import { malformed, unknownIdIn } from '../http/unreadable.ts';
import type { Parts } from '../parts/parts.ts';
import { legacyDialect, legacyDialects, modernDialect, unnamedDialect } from '../revisions/dialect.ts';
import type { LegacyClient } from '../revisions/legacy-request.ts';
import { answerSafely } from '../rpc/context.ts';
import { errorAnswer, rpcCodes, textOf } from '../rpc/json-rpc.ts';
import type { RpcId, RpcRequest } from '../rpc/message.ts';
import { BatchAnswers, readBatch, refuseInBatch } from './batch.ts';
import { createLegacyDispatch } from './dispatch.ts';

/** Messages of the revisions that begin with `initialize`, over HTTP and without sessions. */
export interface LegacyHttp {
  request(message: RpcRequest, version: string | undefined, http: HttpRequest): Exchange;
  batch(messages: readonly unknown[], version: string | undefined, http: HttpRequest): Exchange;
}

/** What may tell of its progress. */
const streamed: ReadonlySet<string> = new Set(['tools/call', 'tasks/result']);

/** Serves each message by itself; a caller who leaves has cancelled nothing, and may come again for the same answer. */
export function createLegacyHttp(parts: Parts, keepAliveMs: number): LegacyHttp {
  const dispatch = createLegacyDispatch(parts, false);

  const begin = (version: string | undefined, http: HttpRequest, id?: RpcId): LegacyClient | HttpResponse => {
    const dialect = version === undefined ? unnamedDialect : legacyDialect(version);
    // MCP-HEAD-01: 400, with the versions that are spoken.
    if (dialect === undefined) return unknownVersion(version, id);
    if (!acceptsJson(http.header('accept'))) return notAcceptable(version, id);
    return { dialect, capabilities: undefined, logLevel: 'info' };
  };

  const answerOne = (
    message: RpcRequest,
    client: LegacyClient,
    http: HttpRequest,
    service: ToolService,
  ): AnswerRequest => {
    const found = dispatch(message, client);
    const { answer } = found;
    if (answer !== undefined) return () => answer;
    const { principal, isCallerKnown = false, values } = http;
    const header = headerOf(http);
    return (notify, waiting) => {
      // Who waits for a task may leave, as the task goes on.
      const lifetime = message.method === 'tasks/result' ? waiting : new StayingCaller();
      const context = { service, principal, isCallerKnown, values, lifetime, header, notify };
      return answerSafely(found.method, found.request, context, parts.report);
    };
  };

  return {
    request(message, version, http) {
      const client = begin(version, http, message.id);
      if ('status' in client) return { op: 'answer', response: client };
      return {
        op: 'serve',
        serve: (service) => {
          const answer = answerOne(message, client, http, service);
          return streamed.has(message.method) && acceptsStream(http.header('accept'))
            ? answerAsStream(http, keepAliveMs, answer)
            : answerAsJson(http, answer);
        },
      };
    },
    batch(messages, version, http) {
      const client = begin(version, http);
      if ('status' in client) return { op: 'answer', response: client };
      const { dialect } = client;
      const batch = readBatch(messages, dialect);
      if (batch.problem !== undefined) return { op: 'answer', response: malformed(batch.problem, version, undefined) };
      return {
        op: 'serve',
        serve: (service) =>
          new Promise((resolve) => {
            const answers = new BatchAnswers((text) =>
              resolve(text === undefined ? accepted : { status: 200, headers: jsonHeaders, body: text }),
            );
            const allRead = answers.expect();
            for (const message of batch.messages) {
              const refused = refuseInBatch(message, dialect);
              if (refused !== undefined) answers.expect()(textOf(refused));
              else if (message.kind === 'request') {
                const take = answers.expect(message.id);
                const answer = answerOne(message, client, http, service)(undefined, http);
                if (isPromise(answer)) void answer.then((late) => take(textOf(late)));
                else take(textOf(answer));
              }
            }
            allRead(undefined);
          }),
      };
    },
  };
}

function unknownVersion(requested: string | undefined, id: RpcId | undefined): HttpResponse {
  const supported = [modernDialect, ...legacyDialects].map(({ version }) => version);
  const message = `Unsupported protocol version. Supported: ${supported.join(', ')}`;
  return jsonResponse(
    errorAnswer(id, { code: rpcCodes.unsupportedVersion, message, data: { supported, requested } }, 400),
  );
}

function notAcceptable(version: string | undefined, id: RpcId | undefined): HttpResponse {
  const message = 'Send the header Accept with application/json and text/event-stream';
  return jsonResponse(errorAnswer(id ?? unknownIdIn(version), { code: rpcCodes.invalidRequest, message }, 406));
}

/** In this era a connection that breaks says nothing; the signal is there for a tool to ask for. */
class StayingCaller implements Lifetime {
  #controller: AbortController | undefined;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }
}

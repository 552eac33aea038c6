import { isPromise, type Lifetime, type MaybePromise } from '@toolwire/core';
import { type Exchange, type HttpRequest, type HttpResponse, jsonHeaders, type ToolService } from '@toolwire/core/wire';
import { acceptsJson, acceptsStream } from '../http/accept.ts';
import { LateStream, respond } from '../http/answer.ts';
import { headerOf } from '../http/header-of.ts';
import { accepted, jsonResponse } from '../http/response.ts';
import { unknownVersion } from '../http/unknown-version.ts';
import { malformed, unknownIdIn } from '../http/unreadable.ts';
import type { Parts } from '../parts/parts.ts';
import { type Dialect, legacyDialect, unnamedDialect } from '../revisions/dialect.ts';
import { answerSafely } from '../rpc/context.ts';
import { type Answer, errorAnswer, rpcCodes, textOf } from '../rpc/json-rpc.ts';
import type { RpcId, RpcRequest } from '../rpc/message.ts';
import type { Session } from '../sessions/session.ts';
import { type Sessions, sessionHeader } from '../sessions/sessions.ts';
import { BatchAnswers, readBatch, refuseInBatch } from './batch.ts';
import { createLegacyDispatch } from './dispatch.ts';
import { readInitialization } from './initialize.ts';
import { sessionClient } from './session-client.ts';

/** What a message comes with: the version in its header, and its session. */
export interface LegacySender {
  readonly version: string | undefined;
  readonly session: Session | undefined;
  readonly http: HttpRequest;
}

/** Messages of the revisions that begin with `initialize`, over HTTP. */
export interface LegacyHttp {
  request(message: RpcRequest, sender: LegacySender): Exchange;
  batch(messages: readonly unknown[], sender: LegacySender): Exchange;
}

/** What takes its time: it may tell of its progress, and be cancelled. */
const lasting: ReadonlySet<string> = new Set(['tools/call', 'tasks/result', 'prompts/get', 'resources/read']);

/** Serves each message by itself; a caller who leaves has cancelled nothing, and may come again for the same answer. */
export function createLegacyHttp(parts: Parts, keepAliveMs: number, sessions: Sessions | undefined): LegacyHttp {
  const dispatch = createLegacyDispatch(parts, false);

  const begin = ({ version, session, http }: LegacySender, id?: RpcId): Dialect | HttpResponse => {
    const named = version === undefined ? (session?.facts.dialect ?? unnamedDialect) : legacyDialect(version);
    if (named === undefined) return unknownVersion(version, id);
    return acceptsJson(http.header('accept')) ? named : notAcceptable(version, id);
  };

  const answerOne = (
    message: RpcRequest,
    dialect: Dialect,
    { session, http }: LegacySender,
    service: ToolService,
    stream?: LateStream,
  ): MaybePromise<Answer> => {
    const { principal, isCallerKnown = false, values } = http;
    const header = headerOf(http);
    const notify = stream?.notify;
    const waiting = stream?.waiting ?? http;
    const found = dispatch(message, sessionClient(dialect, session, notify, waiting));
    if (found.answer !== undefined) return found.answer;
    const { request, method } = found;
    const answerFor = (lifetime: Lifetime): MaybePromise<Answer> => {
      const context = { service, principal, isCallerKnown, values, lifetime, header, notify };
      return answerSafely(method, request, context, parts.report);
    };
    // Who waits for a task may leave, as the task goes on.
    const leaves = message.method === 'tasks/result';
    if (session !== undefined && lasting.has(message.method)) {
      return session.run(message.id, { waiting, notify, leaves }, answerFor);
    }
    return answerFor(leaves ? waiting : new StayingCaller());
  };

  /** Answers `initialize`, with a session where there are some. */
  const initialize = async (
    message: RpcRequest,
    { http }: LegacySender,
    response: MaybePromise<HttpResponse>,
  ): Promise<HttpResponse> => {
    const read = readInitialization(message.params);
    if (sessions === undefined || 'code' in read) return response;
    const id = await sessions.begin(read, http);
    const { headers, ...rest } = await response;
    return { ...rest, headers: { ...headers, [sessionHeader]: id } };
  };

  return {
    request(message, sender) {
      const dialect = begin(sender, message.id);
      if ('status' in dialect) return { op: 'answer', response: dialect };
      const { http } = sender;
      return {
        op: 'serve',
        serve: (service) => {
          const mayStream = lasting.has(message.method) && acceptsStream(http.header('accept'));
          const stream = mayStream ? new LateStream(keepAliveMs, http) : undefined;
          const response = respond(answerOne(message, dialect, sender, service, stream), stream);
          return message.method === 'initialize' ? initialize(message, sender, response) : response;
        },
      };
    },
    batch(messages, sender) {
      const dialect = begin(sender);
      if ('status' in dialect) return { op: 'answer', response: dialect };
      const { version, session } = sender;
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
                const answer = answerOne(message, dialect, sender, service);
                if (isPromise(answer)) void answer.then((late) => take(wantedText(late)));
                else take(wantedText(answer));
              } else if (message.kind !== 'malformed') void session?.take(message);
            }
            allRead(undefined);
          }),
      };
    },
  };
}

function wantedText(answer: Answer): string | undefined {
  return answer.isUnwanted === true ? undefined : textOf(answer);
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

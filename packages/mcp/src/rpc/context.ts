import {
  type ContextValues,
  isPromise,
  type Lifetime,
  type MaybePromise,
  type Principal,
  type ToolService,
} from '@toolwire/core';
import { type Answer, errorAnswer, rpcCodes } from './json-rpc.ts';
import type { RpcId } from './message.ts';

/** What a message comes with besides itself. */
export interface MessageContext {
  readonly service: ToolService;
  readonly principal: Principal | undefined;
  readonly values: ContextValues;
  /** How long the caller waits. */
  readonly lifetime: Lifetime;
  /** A header by its lower-case name; without HTTP there are none. */
  readonly header: ((name: string) => string | undefined) | undefined;
  /** Sends JSON text ahead of the answer, where the caller takes it. */
  readonly notify: Notify | undefined;
}

/** Sends a message ahead of an answer; `about` names what it tells the state of, for a reader that is slow: the latest counts. */
export type Notify = (text: string, about?: string) => void;

/** Answers one method of an era. */
export type Method<Request> = (request: Request, context: MessageContext) => MaybePromise<Answer>;

/** The methods of an era, by name. */
export type Methods<Request> = ReadonlyMap<string, Method<Request>>;

/** A request that may be answered by its method, or the answer to one that is wrong. */
export type Dispatched<Request> =
  | { readonly request: Request; readonly method: Method<Request>; readonly answer?: undefined }
  | { readonly answer: Answer };

/** Answers a request, whatever becomes of it: what a tool asks for may be no JSON. */
export function answerSafely<Request extends { readonly id: RpcId }>(
  method: Method<Request>,
  request: Request,
  context: MessageContext,
  report: (thrown: unknown) => void,
): MaybePromise<Answer> {
  const fail = (thrown: unknown): Answer => {
    report(thrown);
    return errorAnswer(request.id, { code: rpcCodes.internal, message: 'The server could not answer the request' });
  };
  try {
    const answer = method(request, context);
    return isPromise(answer) ? answer.then(undefined, fail) : answer;
  } catch (thrown) {
    return fail(thrown);
  }
}

import { type ContextValues, isPromise, type Lifetime, type MaybePromise, type Principal } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { principalKey } from '@toolwire/internal';
import { type Answer, errorAnswer, rpcCodes } from './json-rpc.ts';
import type { RpcId } from './message.ts';
import type { SentText } from './shared-text.ts';

/** What a message comes with besides itself. */
export interface MessageContext {
  readonly service: ToolService;
  readonly principal: Principal | undefined;
  /** Whether it is known whose message it is. */
  readonly isCallerKnown: boolean;
  readonly values: ContextValues;
  /** How long the caller waits. */
  readonly lifetime: Lifetime;
  /** A header by its lower-case name; without HTTP there are none. */
  readonly header: ((name: string) => string | undefined) | undefined;
  /** Sends JSON text ahead of the answer, where the caller takes it. */
  readonly notify: Notify | undefined;
}

/** Whose a task or a question is; `undefined` for callers that nobody knows, where only whoever holds its id has it. */
export function ownerOf({ principal }: MessageContext): string | undefined {
  return principal && principalKey(principal);
}

/** Sends a message ahead of an answer; `about` names what it tells the state of, for a reader that is slow: the latest counts. */
export type Notify = (text: SentText, about?: string) => void;

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
  // The id alone: the request would otherwise be held until it is answered.
  const { id } = request;
  const fail = (thrown: unknown): Answer => {
    report(thrown);
    return errorAnswer(id, { code: rpcCodes.internal, message: 'The server could not answer the request' });
  };
  try {
    const answer = method(request, context);
    return isPromise(answer) ? answer.then(undefined, fail) : answer;
  } catch (thrown) {
    return fail(thrown);
  }
}

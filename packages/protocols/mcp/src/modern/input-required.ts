import {
  type Call,
  type InputAnswer,
  type InputRequest,
  type InputRequests,
  InputRequired,
  type MaybePromise,
  type RefusedOutcome,
} from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { missingCapabilities, missingCapabilityError } from '../elicitation/client-capabilities.ts';
import { encodeInputRequests, signInRequests } from '../elicitation/encode-input-requests.ts';
import { readAnswer } from '../elicitation/input-answers.ts';
import type { RequestStates, StateProblem, StateSubject } from '../elicitation/request-state.ts';
import { invalidParams, type RpcError } from '../json-rpc/errors.ts';
import { noFields } from '../json-rpc/message.ts';
import type { ModernRequest } from '../json-rpc/requests.ts';
import type { Reply } from '../json-rpc/responses.ts';
import { resultTypes } from '../json-rpc/revisions.ts';
import { metaOf } from '../tools/encode-result.ts';

/** Options of encoded input requests. */
export interface InputRequestOptions {
  readonly states: RequestStates;
  /** The server info as a JSON member with a leading comma. */
  readonly serverMeta: string;
}

/** The input requests of one call, and the answers that arrived with it. */
export class InputExchange {
  /** Whether the request contains answers. */
  readonly hasAnswers: boolean;
  readonly #responses: Fields;
  readonly #capabilities: Fields;
  /** The answers that were used, as the client sent them, to store for the next round. Few tools request input. */
  #used: Map<string, unknown> | undefined;

  constructor(responses: Fields, capabilities: Fields) {
    this.hasAnswers = Object.keys(responses).length > 0;
    this.#responses = responses;
    this.#capabilities = capabilities;
  }

  /** Requests input for a tool. The tool runs again from its start with each round of answers. */
  readonly ask: NonNullable<Call['ask']> = (requests) => {
    const { answers, unanswered } = this.#findAnswers(requests);
    return unanswered.size > 0
      ? Promise.reject(new InputRequired(Object.fromEntries(unanswered)))
      : Promise.resolve(Object.fromEntries(answers));
  };

  /** Encodes the requests. The client calls again with its answers and the returned state. */
  async encode(
    requests: InputRequests,
    subject: StateSubject,
    { states, serverMeta }: InputRequestOptions,
  ): Promise<Reply> {
    const requiredCapabilities = missingCapabilities(requests, this.#capabilities);
    if (requiredCapabilities !== undefined) {
      // Names all missing capabilities. MCP-META-03
      return { error: missingCapabilityError(requiredCapabilities), status: 400 };
    }
    // The server sends no requests in this era, so input requests are a result, under the keys of the tool. MCP-RPC-07, MCP-ASK-03
    const inputRequests = JSON.stringify(encodeInputRequests(requests, () => crypto.randomUUID()));
    const requestState = await states.seal(Object.fromEntries(this.#used ?? []), subject);
    // The input requests, and the state to return. MCP-ASK-02
    const members = `"inputRequests":${inputRequests},"requestState":"${requestState}"`;
    return { result: `{${resultTypes.inputRequired},${members},${metaOf(serverMeta)}}` };
  }

  /**
   * The pages where the user can grant a missing authorization. `undefined` if there are none, the client can't open URLs,
   * or the user declined one.
   */
  signIns(refusal: RefusedOutcome): InputRequests | undefined {
    const requests = signInRequests(refusal);
    if (Object.keys(requests).length === 0 || missingCapabilities(requests, this.#capabilities) !== undefined) {
      return undefined;
    }
    const { answers } = this.#findAnswers(requests);
    return [...answers.values()].some(({ action }) => action !== 'accept') ? undefined : requests;
  }

  /** Looks up the answers by the requests of a tool. Answers to unknown keys are ignored. */
  #findAnswers(requests: InputRequests): AnswerLookup {
    const answers = new Map<string, InputAnswer>();
    const unanswered = new Map<string, InputRequest>();
    for (const [key, request] of Object.entries(requests)) {
      const sent = Object.hasOwn(this.#responses, key) ? this.#responses[key] : undefined;
      const answer = readAnswer(request, sent);
      if (answer === undefined) {
        unanswered.set(key, request);
      } else {
        answers.set(key, answer);
        this.#used ??= new Map();
        this.#used.set(key, sent);
      }
    }
    return { answers, unanswered };
  }
}

/** The answered and the unanswered requests, by their keys. */
interface AnswerLookup {
  readonly answers: ReadonlyMap<string, InputAnswer>;
  readonly unanswered: ReadonlyMap<string, InputRequest>;
}

/** The answers in a request and its state, or the error for invalid ones. */
export type InputResponses =
  | { readonly responses: Fields; readonly error?: undefined }
  | { readonly responses?: undefined; readonly error: RpcError };

/** Merges the `inputResponses` of a request with the answers in its `requestState`. */
export function readInputResponses(
  { params }: ModernRequest,
  states: RequestStates,
  subject: () => StateSubject,
): MaybePromise<InputResponses> {
  const { requestState, inputResponses = noFields } = params;
  if (!isObject(inputResponses)) return { error: invalidResponses };
  if (requestState === undefined) return { responses: inputResponses };
  if (typeof requestState !== 'string') return { error: invalidState };
  return states
    .open(requestState, subject())
    .then((state) =>
      typeof state === 'string' ? { error: stateErrors[state] } : { responses: { ...state, ...inputResponses } },
    );
}

const invalidResponses: RpcError = invalidParams(
  '"inputResponses" must be an object with an answer for each requested key',
);
const invalidState: RpcError = invalidParams('"requestState" must be the string that the server sent');
const stateErrors: Readonly<Record<StateProblem, RpcError>> = {
  forged: invalidParams('The "requestState" was not issued for this call. Repeat the request without it.'),
  expired: invalidParams('The "requestState" has expired. Repeat the request without it.'),
};

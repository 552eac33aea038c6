import { type Call, type InputRequest, type InputRequests, InputRequired, type RefusedOutcome } from '@toolwire/core';
import { SentAnswers } from '../asking/input-answers.ts';
import { encodeInputRequests, needsCapabilities, undeclaredCapabilities } from '../asking/input-requests.ts';
import type { RequestStates, StateSubject } from '../asking/request-state.ts';
import type { Reply } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';

/** With what questions are asked. */
export interface Asking {
  readonly states: RequestStates;
  /** Who the server is, as a member of `_meta`, after a comma. */
  readonly serverMeta: string;
}

/** The questions of one call, and the answers that came along with it. */
export class Questions {
  readonly #answers: SentAnswers;
  readonly #capabilities: Fields;

  constructor(sent: Fields, capabilities: Fields) {
    this.#answers = new SentAnswers(sent);
    this.#capabilities = capabilities;
    this.hasAnswers = Object.keys(sent).length > 0;
  }

  /** Whether any came along. */
  readonly hasAnswers: boolean;

  /** What a tool asks with: it runs again from its start each time answers have come, until it has all. */
  get ask(): NonNullable<Call['ask']> {
    return (requests) => {
      const { answers, unanswered } = this.#answers.find(requests);
      return answers === undefined ? Promise.reject(new InputRequired(unanswered)) : Promise.resolve(answers);
    };
  }

  /** Asks the client, which calls again with its answers, and with those it has given before. */
  async encode(requests: InputRequests, subject: StateSubject, { states, serverMeta }: Asking): Promise<Reply> {
    const requiredCapabilities = undeclaredCapabilities(requests, this.#capabilities);
    if (requiredCapabilities !== undefined) {
      // MCP-META-03: refused with all that it takes.
      return { error: needsCapabilities(requiredCapabilities), status: 400 };
    }
    // MCP-RPC-07: the server sends no requests of its own, so its questions are an answer. MCP-ASK-03: each under the key that its tool has given it.
    const inputRequests = JSON.stringify(encodeInputRequests(requests, () => crypto.randomUUID()));
    const requestState = await states.seal(this.#answers.used, subject);
    // MCP-ASK-02: the questions, and the state that is to come back.
    const asked = `"inputRequests":${inputRequests},"requestState":"${requestState}"`;
    return { result: `{"resultType":"input_required",${asked},"_meta":{${serverMeta.slice(1)}}}` };
  }

  /**
   * The pages at which the user may authorize what a call lacks; `undefined` where there are none, the client cannot
   * show them, or its user has said no.
   */
  signIns({ missing }: RefusedOutcome): InputRequests | undefined {
    const pages = (missing?.authorization ?? []).flatMap(({ id, url }): readonly (readonly [string, InputRequest])[] =>
      url === undefined ? [] : [[`authorization:${id}`, { kind: 'url', message: `Authorize '${id}' to go on`, url }]],
    );
    const requests = Object.fromEntries(pages);
    if (pages.length === 0 || undeclaredCapabilities(requests, this.#capabilities) !== undefined) return undefined;
    const { answers = {} } = this.#answers.find(requests);
    return Object.values(answers).some(({ action }) => action !== 'accept') ? undefined : requests;
  }
}

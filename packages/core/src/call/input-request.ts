import { hasMark } from '@toolwire/internal';
import type { JsonObject, JsonSchema, JsonValue } from '../tool/schema-types.ts';

/** An input request of a running tool to its caller. */
export type InputRequest =
  /** A form for a person; the schema is a flat object of primitive values. */
  | { readonly kind: 'form'; readonly message: string; readonly schema: JsonSchema }
  /** A page for a person to visit, such as a sign-in; `authorization` names its provider. */
  | {
      readonly kind: 'url';
      readonly message: string;
      readonly url: string;
      readonly authorization?: { readonly id: string; readonly scopes?: readonly string[] };
    }
  /** A completion of the caller's model; `params` are those of MCP's `sampling/createMessage`. */
  | { readonly kind: 'sampling'; readonly params: JsonObject }
  /** The workspace folders of the caller. */
  | { readonly kind: 'roots' };

/** A kind of input that a caller supports. Sampling with tools is a separate kind. */
export type Askable = InputRequest['kind'] | 'sampling_with_tools';

/** Input requests by key. In one call, the same key always means the same request. */
export type InputRequests = Readonly<Record<string, InputRequest>>;

/** The answer to a request; `content` is the form data, the model's message, or the folders. */
export interface InputAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: JsonValue;
}

/** An answer for each requested key. */
export type InputAnswers<Key extends string = string> = Readonly<Record<Key, InputAnswer>>;

/** Whether the caller supports all of these requests. */
export function areAskable(requests: InputRequests, askable: readonly string[]): boolean {
  return Object.values(requests).every((request) => askable.includes(askableOf(request)));
}

/** The kind of input that a request needs. */
export function askableOf(request: InputRequest): Askable {
  return request.kind === 'sampling' && 'tools' in request.params ? 'sampling_with_tools' : request.kind;
}

/** The terms of a protocol for messages. */
interface InputTerms {
  readonly input: string;
  readonly caller: string;
  readonly cannotAsk: string;
}

const defaultTerms: InputTerms = {
  input: 'parameters',
  caller: 'caller',
  cannotAsk: "this protocol can't request",
};

/** Describes input requests for people and models, if the protocol can't request input. */
export function describeInputRequests(requests: InputRequests, terms: InputTerms = defaultTerms): string {
  const descriptions = Object.values(requests).map((request) => describeRequest(request, terms));
  return `The tool needs more than its ${terms.input}: ${descriptions.join('; ')}`;
}

function describeRequest(request: InputRequest, { caller, cannotAsk }: InputTerms): string {
  switch (request.kind) {
    case 'form':
      return request.message;
    case 'url':
      return `${request.message} (${request.url})`;
    case 'sampling':
      return `a model completion, which ${cannotAsk}`;
    case 'roots':
      return `the ${caller}'s folders, which ${cannotAsk}`;
  }
}

// Symbol.for, so that several copies of this package recognize each other's marks.
const inputRequiredMark = Symbol.for('toolwire.input-required');

/** Thrown by `context.ask` if the answers come with the next attempt. Tools must not catch it. */
export class InputRequired extends Error {
  static {
    Object.defineProperty(InputRequired.prototype, inputRequiredMark, { value: true });
  }

  readonly requests: InputRequests;

  constructor(requests: InputRequests) {
    super(`The tool needs input: ${Object.keys(requests).join(', ')}`);
    this.requests = requests;
  }
}

/** Whether a value is an `InputRequired` of any copy of this package; never throws. */
export function isInputRequired(thrown: unknown): thrown is InputRequired {
  return hasMark(thrown, inputRequiredMark);
}

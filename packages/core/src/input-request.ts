import type { JsonObject, JsonSchema, JsonValue } from './json.ts';

/** What a running tool may ask of the people and programs behind a call. */
export type InputRequest =
  /** Fields for a person to fill in; the schema is a flat object of plain values. */
  | { readonly kind: 'form'; readonly message: string; readonly schema: JsonSchema }
  /** A page for a person to visit, such as a sign-in; `authorization` names the provider that it is for. */
  | {
      readonly kind: 'url';
      readonly message: string;
      readonly url: string;
      readonly authorization?: { readonly id: string; readonly scopes?: readonly string[] };
    }
  /** Words from the caller's model; `params` are those of MCP's `sampling/createMessage`. */
  | { readonly kind: 'sampling'; readonly params: JsonObject }
  /** The folders that the caller works in. */
  | { readonly kind: 'roots' };

/** Requests under keys of the tool's own choice; the same key asks for the same thing throughout a call. */
export type InputRequests = Readonly<Record<string, InputRequest>>;

/** What became of a request; `content` holds the fields of a form, the model's message, or the folders. */
export interface InputAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: JsonValue;
}

/** An answer for each key that was asked for. */
export type InputAnswers<Key extends string = string> = Readonly<Record<Key, InputAnswer>>;

/** How a protocol speaks of what a tool is sent, of who sends it, and of what it cannot do. */
interface AskingWords {
  readonly input: string;
  readonly caller: string;
  readonly cannotAsk: string;
}

const plainWords: AskingWords = {
  input: 'parameters',
  caller: 'caller',
  cannotAsk: 'this protocol cannot ask for',
};

/** Says what was asked for, in words for people and models, where it cannot be asked; `words` are those of a protocol. */
export function describeInputRequests(requests: InputRequests, words: AskingWords = plainWords): string {
  const described = Object.values(requests).map((request) => describeRequest(request, words));
  return `The tool needs more than its ${words.input}: ${described.join('; ')}`;
}

function describeRequest(request: InputRequest, { caller, cannotAsk }: AskingWords): string {
  switch (request.kind) {
    case 'form':
      return request.message;
    case 'url':
      return `${request.message} (${request.url})`;
    case 'sampling':
      return `an answer of a model, which ${cannotAsk}`;
    case 'roots':
      return `the ${caller}'s folders, which ${cannotAsk}`;
  }
}

// Symbol.for: two copies of this package, or ESM beside CommonJS, still know each other's marks.
const inputRequiredMark = Symbol.for('toolwire.input-required');

/** Thrown by `context.ask` where the answers come with the next attempt; tools let it pass. */
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

/** Tells an `InputRequired`, of any copy of this package, from every other value; never throws. */
export function isInputRequired(thrown: unknown): thrown is InputRequired {
  try {
    return (
      typeof thrown === 'object' && thrown !== null && (thrown as Record<symbol, unknown>)[inputRequiredMark] === true
    );
  } catch {
    // A revoked or hostile proxy: whatever it is, it is not one of ours.
    return false;
  }
}

import type { InputAnswer, InputAnswers, InputRequest, InputRequests, JsonValue } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { isSafeContent, matchesForm, pickFormFields } from './form-content.ts';

/** Either an answer to each request, or the unanswered requests. */
export type AnswerLookup =
  | { readonly answers: InputAnswers; readonly unanswered?: undefined }
  | { readonly answers?: undefined; readonly unanswered: InputRequests };

/** The answers in a client's request, looked up by the requests of a tool. Answers to unknown keys are ignored. */
export class ReceivedAnswers {
  readonly #received: Fields;
  #used: Map<string, unknown> | undefined;

  constructor(sent: Fields) {
    this.#received = sent;
  }

  /** The answers that were used, as the client sent them, to store for the next round. */
  get used(): Fields {
    return Object.fromEntries(this.#used ?? []);
  }

  find(requests: InputRequests): AnswerLookup {
    const answers = new Map<string, InputAnswer>();
    const unanswered = new Map<string, InputRequest>();
    for (const [key, request] of Object.entries(requests)) {
      const answer = Object.hasOwn(this.#received, key) ? readAnswer(request, this.#received[key]) : undefined;
      if (answer === undefined) {
        unanswered.set(key, request);
      } else {
        answers.set(key, answer);
        this.#used ??= new Map();
        this.#used.set(key, this.#received[key]);
      }
    }
    return unanswered.size > 0
      ? { unanswered: Object.fromEntries(unanswered) }
      : { answers: Object.fromEntries(answers) };
  }
}

/** Decodes a client's answer to a request. `undefined` if it is invalid. */
export function readAnswer(request: InputRequest, sent: unknown): InputAnswer | undefined {
  // As for tool inputs, unsafe content is refused before schema validation.
  if (!isObject(sent) || !isSafeContent(sent)) return undefined;
  switch (request.kind) {
    case 'form':
    case 'url':
      return readElicitation(request, sent);
    case 'sampling':
      return typeof sent['role'] === 'string' && 'content' in sent ? accept(sent) : undefined;
    case 'roots':
      return Array.isArray(sent['roots']) ? accept(sent['roots']) : undefined;
  }
}

function readElicitation(
  request: Extract<InputRequest, { readonly kind: 'form' | 'url' }>,
  { action, content }: Fields,
): InputAnswer | undefined {
  // Declining is an answer that the tool receives. MCP-ASK-07
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') return undefined;
  if (request.kind === 'url') return { action };
  const filled = content ?? {};
  return isObject(filled) && matchesForm(filled, request.schema)
    ? accept(pickFormFields(filled, request.schema))
    : undefined;
}

function accept(content: unknown): InputAnswer {
  // The content was parsed from JSON.
  return { action: 'accept', content: content as JsonValue };
}

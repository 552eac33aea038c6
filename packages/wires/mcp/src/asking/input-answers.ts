import type { InputAnswer, InputAnswers, InputRequest, InputRequests, JsonValue } from '@toolwire/core';
import { type Fields, isObject } from '../rpc/json-shape.ts';
import { askedFor, fitsForm } from './form-answer.ts';
import { isSafeContent } from './safe-content.ts';

/** What was found for some requests: an answer to each, or those that have none yet. */
export type Found =
  | { readonly answers: InputAnswers; readonly unanswered?: undefined }
  | { readonly answers?: undefined; readonly unanswered: InputRequests };

/** The answers that a client has sent, as tools ask for them; members nobody asks for are ignored. */
export class SentAnswers {
  readonly #sent: Fields;
  #used: Map<string, unknown> | undefined;

  constructor(sent: Fields) {
    this.#sent = sent;
  }

  /** What was asked for and answered, as the client sent it: to be kept for the next round. */
  get used(): Fields {
    return Object.fromEntries(this.#used ?? []);
  }

  find(requests: InputRequests): Found {
    const answers = new Map<string, InputAnswer>();
    const unanswered = new Map<string, InputRequest>();
    for (const [key, request] of Object.entries(requests)) {
      const answer = Object.hasOwn(this.#sent, key) ? readAnswer(request, this.#sent[key]) : undefined;
      if (answer === undefined) {
        unanswered.set(key, request);
      } else {
        answers.set(key, answer);
        this.#used ??= new Map();
        this.#used.set(key, this.#sent[key]);
      }
    }
    return unanswered.size > 0
      ? { unanswered: Object.fromEntries(unanswered) }
      : { answers: Object.fromEntries(answers) };
  }
}

/** Reads a client's answer to a request; `undefined` for one that is none. */
export function readAnswer(request: InputRequest, sent: unknown): InputAnswer | undefined {
  // As inputs are: before any schema, what no schema should have to think of.
  if (!isObject(sent) || !isSafeContent(sent)) return undefined;
  switch (request.kind) {
    case 'form':
    case 'url':
      return readElicited(request, sent);
    case 'sampling':
      return typeof sent['role'] === 'string' && 'content' in sent ? accepted(sent) : undefined;
    case 'roots':
      return Array.isArray(sent['roots']) ? accepted(sent['roots']) : undefined;
  }
}

function readElicited(
  request: Extract<InputRequest, { readonly kind: 'form' | 'url' }>,
  { action, content }: Fields,
): InputAnswer | undefined {
  // MCP-ASK-07: a no is an answer that tools hear of.
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') return undefined;
  if (request.kind === 'url') return { action };
  const filled = content ?? {};
  return isObject(filled) && fitsForm(filled, request.schema) ? accepted(askedFor(filled, request.schema)) : undefined;
}

function accepted(content: unknown): InputAnswer {
  // All of it came as JSON.
  return { action: 'accept', content: content as JsonValue };
}

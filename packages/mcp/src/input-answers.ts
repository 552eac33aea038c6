import type { InputAnswer, InputAnswers, InputRequest, InputRequests, JsonValue } from '@toolwire/core';
import { fitsForm } from './form-answer.ts';
import { type Fields, isObject } from './json-shape.ts';

/** The answers that a client has sent, as tools ask for them. */
export interface SentAnswers {
  /** The answers to requests, or those of the requests that have none. */
  find(requests: InputRequests): { readonly answers?: InputAnswers; readonly unanswered: InputRequests };
  /** What was asked for and answered, as the client sent it: to be kept for the next round. */
  readonly used: Fields;
}

/** Takes what a client has sent; members nobody asks for are ignored. */
export function createSentAnswers(sent: Fields): SentAnswers {
  const used = new Map<string, unknown>();
  return {
    find(requests) {
      const answers = new Map<string, InputAnswer>();
      const unanswered = new Map<string, InputRequest>();
      for (const [key, request] of Object.entries(requests)) {
        const answer = Object.hasOwn(sent, key) ? readAnswer(request, sent[key]) : undefined;
        if (answer === undefined) {
          unanswered.set(key, request);
        } else {
          answers.set(key, answer);
          used.set(key, sent[key]);
        }
      }
      if (unanswered.size > 0) return { unanswered: Object.fromEntries(unanswered) };
      return { answers: Object.fromEntries(answers), unanswered: {} };
    },
    get used() {
      return Object.fromEntries(used);
    },
  };
}

/** Reads a client's answer to a request; `undefined` for one that is none. */
export function readAnswer(request: InputRequest, sent: unknown): InputAnswer | undefined {
  if (!isObject(sent)) return undefined;
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
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') return undefined;
  if (request.kind === 'url') return { action };
  const filled = content ?? {};
  return isObject(filled) && fitsForm(filled, request.schema) ? accepted(filled) : undefined;
}

function accepted(content: unknown): InputAnswer {
  // All of it came as JSON.
  return { action: 'accept', content: content as JsonValue };
}

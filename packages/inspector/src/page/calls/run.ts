import { signal } from '@preact/signals';
import { type FailureFields, firstCharacters, readFailureFields } from '@toolwire/internal';
import { sensitiveValues } from '@toolwire/log';
import { isFields, isList, type Json, type JsonFields, textOf, wordOf } from '../json.ts';
import type { ToolState } from '../tool.ts';

/** The protocols to call over. */
export type WireName = 'otc' | 'mcp-2026-07-28' | 'mcp-2025-11-25' | 'arcade';

/** A request and its response. */
export interface Message {
  /** Counts the messages of a run. */
  readonly number: number;
  readonly method: string;
  readonly url: string;
  /** With the caller's credentials masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status?: number;
  readonly answerHeaders?: readonly (readonly [string, string])[];
  readonly answer: string;
  readonly tookMs?: number;
}

/** The result of a call. */
export interface Answer {
  readonly kind: 'value' | 'failed' | 'invalid' | 'refused' | 'cancelled' | 'broken';
  readonly value?: Json;
  /** The blocks of a result over MCP. */
  readonly content?: readonly Json[];
  readonly artifact?: { readonly url: string; readonly contentType: string };
  readonly message?: string;
  readonly developerMessage?: string;
  readonly parameterErrors?: Readonly<Record<string, string>>;
  readonly canRetry?: boolean;
  readonly retryAfterMs?: number;
  /** Advice for the model before a retry. */
  readonly advice?: string;
}

/** A log message of a tool. */
export interface Note {
  readonly atMs: number;
  readonly level: string;
  readonly text: string;
}

/** The progress of a tool. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** A pending request for user input. */
export interface Question {
  readonly key: string;
  readonly message: string;
  /** The schema of the form, if there is one to fill in. */
  readonly schema?: JsonFields;
  readonly url?: string;
  readonly answer: (answer: JsonFields) => void;
}

export interface PlannedCall {
  readonly tool: ToolState;
  readonly input: Json;
  readonly context: JsonFields;
  /** The headers with the caller's credentials. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** Returns a random ID. Without TLS, only pages of this machine have `crypto.randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const maxMessages = 200;

/** A call over one protocol. */
export class Run {
  readonly id = randomId();
  readonly wire: WireName;
  readonly call: PlannedCall;
  readonly startedMs = performance.now();
  readonly messages = signal<readonly Message[]>([]);
  readonly notes = signal<readonly Note[]>([]);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly questions = signal<readonly Question[]>([]);
  /** Secrets in the user's input, which must be masked. */
  readonly answeredSecrets = signal<readonly string[]>([]);
  /** The state of the call's task, if it has one. */
  readonly task = signal<JsonFields | undefined>(undefined);
  readonly answer = signal<Answer | undefined>(undefined);
  readonly tookMs = signal<number | undefined>(undefined);
  readonly #controller = new AbortController();
  #messageCount = 0;
  /** Notifies the server of a cancellation. */
  onCancel: (() => void) | undefined;

  constructor(wire: WireName, call: PlannedCall) {
    this.wire = wire;
    this.call = call;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(): void {
    this.onCancel?.();
    this.#controller.abort();
  }

  note(level: string, text: string): void {
    const note = { atMs: performance.now() - this.startedMs, level, text: firstCharacters(text, 2_000) };
    this.notes.value = [...this.notes.value.slice(-199), note];
  }

  /** Replaces a message with its newer state. */
  update(message: Message): void {
    this.messages.value = this.messages.value.map((one) => (one.number === message.number ? message : one));
  }

  /** Adds a message, and forgets the oldest of too many: a task is polled until it ends. */
  add(message: Omit<Message, 'number'>): Message {
    this.#messageCount += 1;
    const numbered = { ...message, number: this.#messageCount };
    this.messages.value = [...this.messages.value.slice(1 - maxMessages), numbered];
    return numbered;
  }

  /** Asks the user for input. */
  ask(key: string, params: JsonFields): Promise<JsonFields> {
    return new Promise((resolve, reject) => {
      const { message, requestedSchema, url } = params;
      const done = (): void => {
        this.questions.value = this.questions.value.filter((one) => one.key !== key);
        this.signal.removeEventListener('abort', leave);
      };
      const leave = (): void => {
        done();
        reject(new DOMException('Canceled', 'AbortError'));
      };
      this.signal.addEventListener('abort', leave);
      const question: Question = {
        key,
        message: typeof message === 'string' ? message : 'The tool requests input.',
        ...(typeof requestedSchema === 'object' &&
          requestedSchema !== null && { schema: requestedSchema as JsonFields }),
        ...(typeof url === 'string' && { url }),
        answer: (answer) => {
          done();
          const secrets = sensitiveValues(requestedSchema, answer['content']);
          this.answeredSecrets.value = [...this.answeredSecrets.value, ...secrets];
          resolve(answer);
        },
      };
      this.questions.value = [...this.questions.value.filter((one) => one.key !== key), question];
    });
  }
}

/** Reads an error of Open Tool Calling or Arcade. */
export function errorAnswer(kind: 'failed' | 'refused', error: JsonFields): Answer {
  const { missing_requirements: missing } = error;
  return { ...failureAnswer(kind, readFailureFields(error)), ...(missing !== undefined && { value: missing }) };
}

/** The answer with the fields of a failure. */
export function failureAnswer(kind: 'failed' | 'invalid' | 'refused', failure: FailureFields): Answer {
  const { additionalPromptContent: advice, ...fields } = failure;
  return { kind, message: 'The server gave no reason.', ...fields, ...(advice !== undefined && { advice }) };
}

/** Reads the errors by parameter. */
export function errorTexts(errors: JsonFields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, wordOf(text)]));
}

const blockTypes: ReadonlySet<string | undefined> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

/** Returns the blocks of a result that is only content: over MCP as they are, over other protocols in the value. */
export function contentOf({ value, content }: Answer): readonly Json[] | undefined {
  const inside = isFields(value) ? value['content'] : undefined;
  if (isList(inside) && inside.length > 0 && inside.every((block) => blockTypes.has(textOf(block, 'type')))) {
    return inside;
  }
  const isOnlyContent = value === undefined || value === null || typeof value === 'string';
  return isOnlyContent && content?.some((block) => textOf(block, 'type') !== 'text') === true ? content : undefined;
}

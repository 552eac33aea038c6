import { signal } from '@preact/signals';
import type { Json, JsonFields } from '../json.ts';
import type { ToolState } from '../tool.ts';

/** The ways to call. */
export type WireName = 'otc' | 'mcp-2026-07-28' | 'mcp-2025-11-25' | 'arcade';

/** One request, and what came back, as it went over the wire. */
export interface Message {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status?: number;
  readonly answerHeaders?: readonly (readonly [string, string])[];
  readonly answer: string;
  readonly tookMs?: number;
}

/** What a call came to. */
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
  /** What the model is told before it tries again. */
  readonly advice?: string;
}

/** Something that a tool has said while it ran. */
export interface Note {
  readonly atMs: number;
  readonly level: string;
  readonly text: string;
}

/** How far a tool has come. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** Something that a tool asks for, until it is answered. */
export interface Question {
  readonly key: string;
  readonly message: string;
  /** A form to fill in; left out where a page is to be opened, or there is nothing to fill in. */
  readonly schema?: JsonFields;
  readonly url?: string;
  readonly answer: (answer: JsonFields) => void;
}

/** A call as it is to be made. */
export interface PlannedCall {
  readonly tool: ToolState;
  readonly input: Json;
  readonly context: JsonFields;
  /** The headers with the credentials of whoever calls. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** A call while it is made, over one wire. */
export class Run {
  readonly id = crypto.randomUUID();
  readonly wire: WireName;
  readonly call: PlannedCall;
  readonly startedMs = performance.now();
  readonly messages = signal<readonly Message[]>([]);
  readonly notes = signal<readonly Note[]>([]);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly questions = signal<readonly Question[]>([]);
  /** The state of the task that the call has become. */
  readonly task = signal<JsonFields | undefined>(undefined);
  readonly answer = signal<Answer | undefined>(undefined);
  readonly tookMs = signal<number | undefined>(undefined);
  readonly #controller = new AbortController();
  /** What the wire does to tell the server that nobody waits. */
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
    const note = { atMs: performance.now() - this.startedMs, level, text: text.slice(0, 2_000) };
    this.notes.value = [...this.notes.value.slice(-199), note];
  }

  /** Puts a message where the one that it goes on from was. */
  update(index: number, message: Message): void {
    this.messages.value = this.messages.value.with(index, message);
  }

  add(message: Message): number {
    this.messages.value = [...this.messages.value, message];
    return this.messages.value.length - 1;
  }

  /** Asks whoever sits before the page. */
  ask(key: string, params: JsonFields): Promise<JsonFields> {
    return new Promise((resolve, reject) => {
      const { message, requestedSchema, url } = params;
      const done = (): void => {
        this.questions.value = this.questions.value.filter((one) => one.key !== key);
        this.signal.removeEventListener('abort', leave);
      };
      const leave = (): void => {
        done();
        reject(new DOMException('Cancelled', 'AbortError'));
      };
      this.signal.addEventListener('abort', leave);
      const question: Question = {
        key,
        message: typeof message === 'string' ? message : 'The tool asks its client for something.',
        ...(typeof requestedSchema === 'object' &&
          requestedSchema !== null && { schema: requestedSchema as JsonFields }),
        ...(typeof url === 'string' && { url }),
        answer: (answer) => {
          done();
          resolve(answer);
        },
      };
      this.questions.value = [...this.questions.value.filter((one) => one.key !== key), question];
    });
  }
}

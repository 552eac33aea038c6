import { type Signal, signal } from '@preact/signals';
import { cutText, toHex } from '@toolwire/internal';
import { sensitiveValues } from '@toolwire/log';
import type { ToolState } from '../../server-state.ts';
import { Draft } from '../draft.ts';
import { isFields, type Json, type JsonFields, textOf } from '../json.ts';
import type { Credentials } from '../requests.ts';
import type { CallResult } from './call-result.ts';
import type { ProtocolName } from './protocols.ts';

/** An entry of a log, which keeps only the newest ones. */
export interface LogEntry {
  /** Counts the entries of a run, also the removed ones. */
  readonly number: number;
}

/** A request and its response, as the request log shows them. */
export interface LoggedRequest extends LogEntry {
  readonly method: string;
  readonly url: string;
  /** With the caller's credentials masked. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly status?: number;
  readonly responseHeaders?: readonly (readonly [string, string])[];
  readonly responseBody: string;
  readonly tookMs?: number;
}

interface LogLine extends LogEntry {
  readonly atMs: number;
  readonly level: string;
  readonly text: string;
}

export interface Progress {
  readonly done: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/** A pending request for user input. */
export interface InputRequest {
  readonly key: string;
  readonly message: string;
  /** The schema of the form. */
  readonly schema: JsonFields | undefined;
  /** The input so far, also while another tab is open. */
  readonly draft: Draft;
  /** A page to open instead of a form. */
  readonly url: string | undefined;
  readonly respond: (response: JsonFields) => void;
  /** Ends the request without a response. */
  readonly reject: (reason: Error) => void;
}

/** A call before it is sent over a protocol. */
export interface PlannedCall {
  readonly tool: ToolState;
  readonly input: Json;
  readonly context: JsonFields;
  readonly credentials: Credentials;
}

/** A task is polled until it ends, so without a limit its logs would have no bound. */
const maxEntries = 200;
const maxLineLength = 2_000;

/** A call over one protocol. */
export class Run {
  readonly id = randomId();
  readonly protocol: ProtocolName;
  readonly call: PlannedCall;
  readonly startedMs = performance.now();
  readonly requests = signal<readonly LoggedRequest[]>([]);
  readonly logLines = signal<readonly LogLine[]>([]);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly inputRequests = signal<readonly InputRequest[]>([]);
  /** Secrets that the user entered during the call, which must be masked. */
  readonly enteredSecrets = signal<readonly string[]>([]);
  /** The state of the call's task, if it has one. */
  readonly task = signal<JsonFields | undefined>(undefined);
  readonly result = signal<CallResult | undefined>(undefined);
  readonly tookMs = signal<number | undefined>(undefined);
  readonly #controller = new AbortController();
  /** Notifies the server of a cancellation. */
  onCancel: (() => void) | undefined;

  constructor(protocol: ProtocolName, call: PlannedCall) {
    this.protocol = protocol;
    this.call = call;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(): void {
    this.onCancel?.();
    this.#controller.abort();
  }

  addLogLine(level: string, text: string): void {
    addEntry(this.logLines, { atMs: performance.now() - this.startedMs, level, text: cutText(text, maxLineLength) });
  }

  addRequest(request: Omit<LoggedRequest, 'number'>): LoggedRequest {
    return addEntry(this.requests, request);
  }

  /** Replaces a request in the log with its newer state. */
  updateRequest(request: LoggedRequest): void {
    this.requests.value = this.requests.value.map((logged) => (logged.number === request.number ? request : logged));
  }

  /** Shows a request for user input, and resolves to the response of the user. It replaces an open request with the same key. */
  requestInput(key: string, params: JsonFields): Promise<JsonFields> {
    return new Promise((resolve, reject) => {
      this.signal.throwIfAborted();
      const { requestedSchema } = params;
      const schema = isFields(requestedSchema) ? requestedSchema : undefined;
      const close = (): void => {
        this.inputRequests.value = this.inputRequests.value.filter((other) => other !== request);
        this.signal.removeEventListener('abort', cancel);
      };
      const cancel = (): void => request.reject(this.signal.reason as Error);
      const request: InputRequest = {
        key,
        message: textOf(params, 'message') ?? 'The tool requests input.',
        schema,
        draft: new Draft(schema ?? true),
        url: textOf(params, 'url'),
        respond: (response) => {
          close();
          const secrets = sensitiveValues(requestedSchema, response['content']);
          this.enteredSecrets.value = [...this.enteredSecrets.value, ...secrets];
          resolve(response);
        },
        reject: (reason) => {
          close();
          reject(reason);
        },
      };
      const replaced = this.inputRequests.value.find((other) => other.key === key);
      replaced?.reject(new Error('The input request was replaced by a request with the same key.'));
      this.signal.addEventListener('abort', cancel);
      this.inputRequests.value = [...this.inputRequests.value, request];
    });
  }
}

function addEntry<Entry extends LogEntry>(log: Signal<readonly Entry[]>, entry: Omit<Entry, 'number'>): Entry {
  const numbered = { ...entry, number: (log.value.at(-1)?.number ?? 0) + 1 } as Entry;
  log.value = [...log.value, numbered].slice(-maxEntries);
  return numbered;
}

/** Returns a random ID. Without TLS, only pages of this machine have `crypto.randomUUID`. */
export function randomId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}
